"""Trains the built-in embedding model. One command, seeded:

    python3 train.py --corpus FOLDER --axioms FOLDER --teacher FOLDER --dev FOLDER --out FOLDER

FOLDERs hold the shards (*.jsonl.xz), the axioms (level-*.jsonl), the teacher (model.fp16.safetensors, tokenizer.json)
and the development sets (*.jsonl.gz). Tokens and teacher vectors are kept in --cache and used again. Other recipes than
the one below are tried with --recipes FILE.
"""

import argparse
import hashlib
import json
import os
import random
import time
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from corpus import Corpus, Source, read_corpus
from export import export, quantised
from measure import SETS, measure_pairs, read_pairs
from model import Shape, Student, principal_axes
from objective import (
    Heads,
    Weights,
    duplicate_loss,
    partner_loss,
    score_loss,
    teacher_rows_loss,
    teacher_vector_loss,
)
from teacher import Teacher
from wordpiece import CONTINUES, WordPieces, train_pieces

LONGEST = 64
VOCABULARY_SAMPLE = 1_000_000
BATCH, LABELLED, LOOK_ALIKES = 8192, 4096, 2048
#: Sources drawn more or less often than their size (to the power below) says.
SHARE = {
    "qqp duplicates": 2.0,
    "wmt": 2.0,
    "axioms": 3.0,
    "flickr30k": 1.2,
    "trivia": 0.7,
    "enwiki_adj": 0.5,
    "simplewiki_adj": 0.5,
    "sgd": 0.5,
}
SIZE_POWER = 0.6
#: Sources whose partners are paraphrases, so that swapping two words of one makes a negative.
PARAPHRASES = {"qqp duplicates", "wmt", "flickr30k", "flickr8k", "simple_vs_en", "disfl", "text2sql"}
RECIPE = {
    "name": "stretto-table-1",
    "pieces": 64000,
    "meaning": 352,
    "order": 32,
    "hidden": 64,
    "steps": 1250,
    "rate": 4e-3,
    "dropped": 0.0,
    "seed": 0,
    "weights": {"partner": 1.0, "duplicate": 1.5, "swapped": 1.0, "teacher_rows": 2.0, "teacher_vector": 0.5},
}


started = time.time()
device = "cuda" if torch.cuda.is_available() else "cpu"
torch.set_float32_matmul_precision("high")


def say(*words: object) -> None:
    print(f"[{time.time() - started:6.1f}]", *words, flush=True)


# --- tokens -----------------------------------------------------------------------------------------------------


def encode_chunk(job: tuple[list[str], list[str]]) -> np.ndarray:
    pieces, texts = job
    if getattr(encode_chunk, "pieces", None) != len(pieces):
        encode_chunk.tokenizer, encode_chunk.pieces = WordPieces(pieces), len(pieces)
    tokenizer = encode_chunk.tokenizer
    table = np.full((len(texts), LONGEST), tokenizer.rows, np.int32)
    for place, text in enumerate(texts):
        rows = tokenizer.encode(text)[:LONGEST]
        table[place, : len(rows)] = rows
    return table


def encode_all(pieces: list[str], texts: list[str]) -> np.ndarray:
    chunks = [(pieces, texts[start : start + 20_000]) for start in range(0, len(texts), 20_000)]
    with Pool(min(16, os.cpu_count() or 2)) as pool:
        return np.concatenate(pool.map(encode_chunk, chunks, chunksize=1))


# --- what is trained on -----------------------------------------------------------------------------------------


class Pairs:
    """Numbers of sentences that belong together on the device, with labels or scores where a source has them."""

    def __init__(self, source: Source):
        rows = source.rows
        if source.kind == "group":
            # Each sentence of a group with the next, around the circle.
            rows = [
                (group[place], group[(place + 1) % len(group)], number)
                for number, group in enumerate(rows)
                for place in range(len(group) if len(group) > 2 else 1)
            ]
        self.left = torch.tensor([row[0] for row in rows], device=device)
        self.right = torch.tensor([row[1] for row in rows], device=device)
        self.group = torch.tensor([row[2] for row in rows], device=device) if source.kind == "group" else self.left
        self.labels = None
        if source.kind in ("label", "score"):
            self.labels = torch.tensor([float(row[2]) for row in rows], device=device)

    def __len__(self) -> int:
        return len(self.left)


def training_pairs(corpus: Corpus) -> dict[str, Pairs]:
    sources = dict(corpus.sources)
    duplicates = [row for row in sources["qqp"].rows if row[2] == 1]
    sources["qqp duplicates"] = Source("qqp duplicates", "pair", duplicates)
    return {name: Pairs(source) for name, source in sources.items()}


class Prepared:
    """Tokens, teacher vectors and a vocabulary's first vectors, for one vocabulary."""

    def __init__(self, corpus: Corpus, extra: list[str], teacher: Teacher, cache: Path, size: int):
        sentences = corpus.sentences + extra
        vocabulary = cache / f"pieces-{size}.json"
        if not vocabulary.exists():
            sample = random.Random(1).sample(corpus.sentences, min(VOCABULARY_SAMPLE, len(corpus.sentences)))
            vocabulary.write_text(json.dumps(train_pieces(sample, size)))
            say("vocabulary trained", size)
        self.pieces: list[str] = json.loads(vocabulary.read_text())
        tokens = cache / f"tokens-{size}.npy"
        if not tokens.exists():
            np.save(tokens, encode_all(self.pieces, sentences))
            say("tokens", len(sentences))
        self.tokens = torch.from_numpy(np.load(tokens)).to(device)
        self.rows = WordPieces(self.pieces).rows
        self.lengths = (self.tokens < self.rows).sum(1)
        words = [piece.removeprefix(CONTINUES) or piece for piece in self.pieces]
        buckets = self.rows - len(self.pieces)
        axes = principal_axes(teacher.embed(words).nan_to_num(0))
        self.start = torch.cat([F.normalize(torch.randn(buckets, axes.shape[1]), dim=1), axes])
        counts = torch.bincount(self.tokens.view(-1), minlength=self.rows + 1)[: self.rows]
        self.frequency = counts.float().cpu()
        starts_word = torch.ones(self.rows + 1, dtype=torch.bool)
        for number, piece in enumerate(self.pieces):
            starts_word[buckets + number] = not piece.startswith(CONTINUES)
        self.starts_word = starts_word.to(device)

    def ids(self, numbers: torch.Tensor, dropped: float = 0.0) -> torch.Tensor:
        """Piece numbers of sentences; a share of them may be dropped, so that no piece is relied on alone."""
        ids = self.tokens[numbers, : max(1, int(self.lengths[numbers].max()))].long()
        if dropped == 0:
            return ids
        gone = torch.rand(ids.shape, device=device) < dropped
        gone[:, 0] = False
        return ids.masked_fill(gone, self.rows)

    def swapped(self, ids: torch.Tensor) -> torch.Tensor:
        """The same texts, each with two of its whole words changed about."""
        alone = self.starts_word[ids] & F.pad(self.starts_word[ids[:, 1:]], (0, 1), value=True) & (ids < self.rows)
        chance = torch.rand(ids.shape, device=device).masked_fill(~alone, -1)
        two = chance.topk(2, dim=1).indices
        first, second = ids.gather(1, two[:, :1]), ids.gather(1, two[:, 1:])
        return ids.scatter(1, two[:, :1], second).scatter(1, two[:, 1:], first)


# --- training ---------------------------------------------------------------------------------------------------


def train(recipe: dict, prepared: Prepared, pairs: dict[str, Pairs], taught: torch.Tensor) -> Student:
    torch.manual_seed(recipe["seed"])
    chooser = np.random.default_rng(recipe["seed"])
    weights = Weights(**recipe["weights"])
    shape = Shape(prepared.rows, recipe["meaning"], recipe["order"], recipe["hidden"])
    student = Student(shape, prepared.start, prepared.frequency).to(device)
    heads = Heads(shape.meaning + shape.from_order, taught.shape[1]).to(device)
    tables = [parameter for name, parameter in student.named_parameters() if name in ("meaning", "order")]
    others = [parameter for name, parameter in student.named_parameters() if name not in ("meaning", "order")]
    optimiser = torch.optim.Adam(
        [{"params": tables, "lr": recipe["rate"]}, {"params": [*others, *heads.parameters()], "lr": 2e-3}],
        betas=(0.9, 0.99),
        eps=1e-10,
        fused=device == "cuda",
    )
    rates = [group["lr"] for group in optimiser.param_groups]
    names = [name for name, source in pairs.items() if source.labels is None and name != "synth"]
    odds = np.array([len(pairs[name]) ** SIZE_POWER * SHARE.get(name, 1.0) for name in names])
    steps = recipe["steps"]
    for step in range(steps):
        for group, rate in zip(optimiser.param_groups, rates):
            group["lr"] = rate * min(1, (step + 1) / (0.05 * steps)) * (1 - step / steps)
        name = names[chooser.choice(len(names), p=odds / odds.sum())]
        losses = losses_of(name, prepared, pairs, taught, student=student, heads=heads, weights=weights, dropped=recipe["dropped"])
        loss = sum(getattr(weights, term) * value for term, value in losses.items() if term != "swapped")
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        if step % 500 == 0 or step == steps - 1:
            say(recipe["name"], step, {term: round(float(value.detach()), 3) for term, value in losses.items()})
    return student


def losses_of(
    name: str,
    prepared: Prepared,
    pairs: dict[str, Pairs],
    taught: torch.Tensor,
    *,
    student: Student,
    heads: Heads,
    weights: Weights,
    dropped: float,
) -> dict[str, torch.Tensor]:
    source = pairs[name]
    drawn = torch.randperm(len(source), device=device)[:BATCH]
    left, right = source.left[drawn], source.right[drawn]
    right_ids = prepared.ids(right, dropped)
    left_vectors, right_vectors = student(prepared.ids(left, dropped)), student(right_ids)
    similar = left_vectors @ right_vectors.T
    same = torch.zeros_like(similar, dtype=torch.bool)
    for marks in (source.group[drawn], left, right):
        same |= marks[:, None] == marks[None, :]
    swapped = None
    if weights.swapped and name in PARAPHRASES:
        swapped = (left_vectors * student(prepared.swapped(right_ids))).sum(1)
    left_taught, right_taught = taught[left].float(), taught[right].float()
    vectors, targets = torch.cat([left_vectors, right_vectors]), torch.cat([left_taught, right_taught])
    labelled, look_alikes, scored = pairs["qqp"], pairs["synth"], pairs["stsb"]
    some = torch.randint(len(labelled), (LABELLED,), device=device)
    few = torch.randint(len(look_alikes), (LOOK_ALIKES,), device=device)

    def cosine(source: Pairs, drawn: torch.Tensor) -> torch.Tensor:
        left, right = prepared.ids(source.left[drawn], dropped), prepared.ids(source.right[drawn], dropped)
        return (student(left) * student(right)).sum(1)

    return {
        "partner": partner_loss(similar, same, swapped),
        "teacher_rows": teacher_rows_loss(similar, left_taught @ right_taught.T),
        "teacher_vector": 2 * teacher_vector_loss(vectors, targets, heads),
        "duplicate": duplicate_loss(cosine(labelled, some), labelled.labels[some], heads),
        "look_alike": duplicate_loss(cosine(look_alikes, few), torch.zeros(LOOK_ALIKES, device=device), heads),
        "score": score_loss(cosine(scored, torch.arange(len(scored), device=device)), scored.labels),
    }


# --- choosing ---------------------------------------------------------------------------------------------------


@torch.no_grad()
def embed_all(student: Student, prepared: Prepared, numbers: torch.Tensor) -> torch.Tensor:
    return torch.cat([student(prepared.ids(chunk)) for chunk in numbers.split(8192)])


def figures(embed, corpus: Corpus, dev: dict[str, list[tuple[int, int, float]]]) -> dict[str, float]:
    """Development figures of a way to embed sentences by number."""
    found = {}
    for name in SETS:
        left = embed(torch.tensor([row[0] for row in dev[name]], device=device))
        right = embed(torch.tensor([row[1] for row in dev[name]], device=device))
        cosine = (left * right).sum(1).float().cpu().numpy()
        found[name] = measure_pairs(name, cosine, np.array([row[2] for row in dev[name]]))
    targets = embed(torch.tensor([row[1] for rows in corpus.held_back.values() for row in rows], device=device)).float()
    first = 0
    for name, rows in corpus.held_back.items():
        asked = embed(torch.tensor([row[0] for row in rows], device=device)).float()
        similar = asked @ targets.T
        own = similar[torch.arange(len(rows)), torch.arange(first, first + len(rows))]
        found[f"{name}@5"] = float(((similar > own[:, None]).sum(1) < 5).float().mean())
        first += len(rows)
    found["retrieval@5"] = float(np.mean([found[f"{name}@5"] for name in corpus.held_back]))
    return found


def line_of(found: dict[str, float]) -> str:
    return "  ".join(f"{name} {value:.3f}" for name, value in found.items())


def main() -> None:
    arguments = argparse.ArgumentParser()
    for name in ("corpus", "axioms", "teacher", "dev", "out"):
        arguments.add_argument(f"--{name}", type=Path, required=True)
    arguments.add_argument("--cache", type=Path, default=Path("cache"))
    arguments.add_argument("--recipes", type=Path)
    arguments.add_argument("--until", type=float, default=1e9, help="start no recipe after so many seconds")
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    corpus = read_corpus(sorted(options.corpus.glob("*.jsonl.xz")), sorted(options.axioms.glob("level-*.jsonl")))
    pairs_of_dev = read_pairs(options.dev)
    extra: dict[str, int] = {}
    trained_on = len(corpus.numbers)

    def number(text: str) -> int:
        known = corpus.numbers.get(text)
        return known if known is not None else trained_on + extra.setdefault(text, len(extra))

    dev = {name: [(number(a), number(b), y) for a, b, y in rows] for name, rows in pairs_of_dev.items()}
    say("sentences", trained_on, "of development sets", len(extra))
    # What is kept belongs to these sentences in this order and no others.
    digest = hashlib.sha256("\n".join([*corpus.sentences, *extra]).encode()).hexdigest()[:16]
    cache = options.cache / digest
    cache.mkdir(parents=True, exist_ok=True)
    teacher = Teacher(options.teacher, device)
    vectors = cache / "teacher.pt"
    if not vectors.exists():
        torch.save(teacher.embed(corpus.sentences + list(extra)), vectors)
        say("teacher vectors")
    taught = torch.load(vectors).nan_to_num(0).to(device)
    results = {"teacher": figures(lambda numbers: taught[numbers].float(), corpus, dev)}
    say("teacher", line_of(results["teacher"]))

    pairs = training_pairs(corpus)
    recipes = json.loads(options.recipes.read_text()) if options.recipes else [{"save": True}]
    prepared, size = None, None
    for change in recipes:
        recipe = {**RECIPE, **change}
        if time.time() - started > options.until:
            say("no time for", recipe["name"])
            continue
        if recipe["pieces"] != size:
            size = recipe["pieces"]
            prepared = Prepared(corpus, list(extra), teacher, cache, size)
        student = train(recipe, prepared, pairs, taught)
        results[recipe["name"]] = figures(lambda numbers: embed_all(student, prepared, numbers), corpus, dev)
        say(recipe["name"], line_of(results[recipe["name"]]))
        if recipe.get("save"):
            student = quantised(student)
            found = figures(lambda numbers: embed_all(student, prepared, numbers), corpus, dev)
            say(recipe["name"], "quantised", line_of(found))
            results[f"{recipe['name']} quantised"] = found
            folder = options.out / recipe["name"]
            folder.mkdir(exist_ok=True)
            export(student, prepared.pieces, folder, recipe)
        (options.out / "figures.json").write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
