"""Text to pieces of words: the same few rules in Python, for training, and in TypeScript, for the service."""

import re
import unicodedata

ASCII_WORDS = re.compile(r"[a-z0-9]+|[^\sa-z0-9\x00-\x1f\x7f]")
CONTINUES = "##"
#: Characters outside the alphabet share these many rows, by code point, so that texts made of them still differ.
BUCKETS = 256
LONGEST_PIECE = 24


def fold(text: str) -> str:
    """One shape for compatibility forms, accents and case."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(char for char in decomposed if unicodedata.category(char)[0] != "M")
    return bare.lower()


def split_words(text: str) -> list[str]:
    """Runs of letters and digits, and every other visible character by itself."""
    folded = fold(text)
    if folded.isascii():
        return ASCII_WORDS.findall(folded)
    words: list[str] = []
    run = ""
    for char in folded:
        kind = unicodedata.category(char)[0]
        if kind in "LN":
            run += char
            continue
        if run:
            words.append(run)
            run = ""
        # Lower-casing can bring back a mark (İ); it is dropped like white space and control characters.
        if kind in "PS":
            words.append(char)
    if run:
        words.append(run)
    return words


class WordPieces:
    """Greedy longest match against a vocabulary; the row of a piece is its place in the list, after the buckets."""

    def __init__(self, pieces: list[str]):
        self.pieces = pieces
        self.row = {piece: BUCKETS + index for index, piece in enumerate(pieces)}
        self.remembered: dict[str, list[int]] = {}

    @property
    def rows(self) -> int:
        return BUCKETS + len(self.pieces)

    def encode(self, text: str) -> list[int]:
        rows: list[int] = []
        for word in split_words(text):
            rows.extend(self.encode_word(word))
        # A text without any word still has a vector.
        return rows or [0]

    def encode_word(self, word: str) -> list[int]:
        known = self.remembered.get(word)
        if known is not None:
            return known
        rows: list[int] = []
        start = 0
        while start < len(word):
            mark = CONTINUES if start > 0 else ""
            for end in range(min(len(word), start + LONGEST_PIECE), start, -1):
                row = self.row.get(mark + word[start:end])
                if row is not None:
                    break
            else:
                end, row = start + 1, ord(word[start]) % BUCKETS
            rows.append(row)
            start = end
        if len(word) <= LONGEST_PIECE:
            self.remembered[word] = rows
        return rows


def train_pieces(texts: list[str], size: int) -> list[str]:
    """A vocabulary of about `size` pieces for some texts."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=60))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.WordPieceTrainer(
        vocab_size=size + 1, min_frequency=3, limit_alphabet=400, special_tokens=["[UNK]"], show_progress=False
    )
    tokenizer.train_from_iterator((" ".join(split_words(text)) for text in texts), trainer)
    ordered = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    return [piece for piece, _ in ordered if piece != "[UNK]" and len(piece.removeprefix(CONTINUES)) <= LONGEST_PIECE]
