"""Texts as numbers: cut into pieces, once, for the student and for the teacher."""

import os
import sys
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch

sys.path.append(str(Path(__file__).resolve().parents[2] / "embedding" / "training"))

from data import Pair, sentences_of  # noqa: E402
from wordpiece import WordPieces  # noqa: E402

LONGEST_TEXT, LONGEST_CLAIM = 112, 48

device = "cuda" if torch.cuda.is_available() else "cpu"


class Table:
    """Texts cut into pieces, in one matrix; for each piece the number of its sentence."""

    def __init__(self, rows: list[list[int]], padding: int, longest: int, marks: list[list[int]] | None = None):
        self.padding = padding
        ids = np.full((len(rows), longest), padding, np.int32)
        sentence = np.zeros((len(rows), longest), np.int8)
        lengths = np.ones(len(rows), np.int64)
        for place, row in enumerate(rows):
            kept = row[:longest]
            ids[place, : len(kept)] = kept
            if marks is not None:
                sentence[place, : len(kept)] = marks[place][: len(kept)]
            lengths[place] = max(1, len(kept))
        self.ids = torch.from_numpy(ids).to(device)
        self.sentence = torch.from_numpy(sentence).to(device)
        self.lengths = torch.from_numpy(lengths).to(device)

    def batch(self, numbers: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        longest = int(self.lengths[numbers].max())
        return self.ids[numbers][:, :longest].long(), self.sentence[numbers][:, :longest].long()


def cut_chunk(job: tuple[list[str], list[str]]) -> list[tuple[list[int], list[int]]]:
    pieces, texts = job
    encode = WordPieces(pieces).encode
    found = []
    for text in texts:
        ids: list[int] = []
        marks: list[int] = []
        for number, sentence in enumerate(sentences_of(text)[:100] or [text]):
            cut = encode(sentence)
            ids += cut
            marks += [number] * len(cut)
            if len(ids) >= LONGEST_TEXT:
                break
        found.append((ids[:LONGEST_TEXT], marks[:LONGEST_TEXT]))
    return found


class Texts:
    """Every text once, cut for the student and, where it is needed, for the teacher."""

    def __init__(self, texts: list[str], pieces: list[str], tokenizer: Path | None):
        self.number = {text: place for place, text in enumerate(dict.fromkeys(texts))}
        unique = list(self.number)
        chunks = [(pieces, unique[start : start + 10_000]) for start in range(0, len(unique), 10_000)]
        with Pool(min(16, os.cpu_count() or 2)) as pool:
            cut = [row for chunk in pool.map(cut_chunk, chunks) for row in chunk]
        rows = WordPieces(pieces).rows
        self.student = Table([ids for ids, _ in cut], rows, LONGEST_TEXT, [marks for _, marks in cut])
        if tokenizer is not None:
            from tokenizers import Tokenizer

            reader = Tokenizer.from_file(str(tokenizer))
            reader.no_padding()
            reader.no_truncation()
            encoded = [item.ids for item in reader.encode_batch_fast(unique, add_special_tokens=False)]
            self.teacher = Table(encoded, 0, LONGEST_TEXT)

    def numbers(self, pairs: list[Pair]) -> tuple[torch.Tensor, torch.Tensor]:
        text = torch.tensor([self.number[pair.text] for pair in pairs], device=device)
        claim = torch.tensor([self.number[pair.claim] for pair in pairs], device=device)
        return text, claim
