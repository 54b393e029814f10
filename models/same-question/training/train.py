"""Trains the pair model of the cache. One command, seeded:

    python3 train.py --corpus FOLDER --eval FOLDER --teacher FILE --out FOLDER

--corpus holds shards of further text (*.jsonl.xz, of which synth, wmt and sources of questions are read), --eval the
labelled pairs (qqp-train.jsonl.gz and the development sets), --teacher the weights of all-MiniLM-L6-v2 in eight bits
(`pack_teacher.py`). Written are weights.bin, model.json, expected.json, and odds.json: what models that had not seen a
pair of qqp-train say of it, for the verifier to be fitted on.
"""

import argparse
import json
import lzma
import math
import random
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "embedding" / "training"))

from batches import batches  # noqa: E402
from data import FOLDS, Pair, content_words, give_folds, made_pairs, read_everyday, read_labelled  # noqa: E402
from export import export, quantised  # noqa: E402
from model import principal_axes  # noqa: E402
from student import PairModel, Shape  # noqa: E402
from teacher import LONGEST, MiniLM, read_weights  # noqa: E402
from texts import TeacherCut, Texts, device, numbers  # noqa: E402

SEED = 7
#: How many neighbours of a question are mined as pairs for the teacher to judge.
NEIGHBOURS = 10
QUESTION_SOURCES = {"trivia": 0, "qa_medquad": 0, "disfl": 0, "sgd": 1, "nl2bash": 0}
MOST_OF_A_SOURCE = 10_000
#: How many look-alikes and rewordings are taken.
MOST_MADE = 250_000
DEV_SETS = ["qqp-dev", "paws-dev", "traps-atis"]
#: How sure the labels of made pairs are taken to be.
SURE = 0.97

started = time.time()
torch.set_float32_matmul_precision("high")


def say(*words: object) -> None:
    print(f"[{time.time() - started:6.1f}]", *words, flush=True)


# --- the teacher ------------------------------------------------------------------------------------------------

CLS, SEP = 101, 102


def teacher_batch(texts: Texts, left: torch.Tensor, right: torch.Tensor):
    table, lengths = texts.teacher
    first, second = lengths[left], lengths[right]
    length = int((first + second).max()) + 3
    ids = torch.zeros(len(left), length, dtype=torch.long, device=device)
    spot = torch.arange(length, device=device)[None]
    ids[:, 0] = CLS
    one = spot - 1
    ids = torch.where((one >= 0) & (one < first[:, None]), table[left].gather(1, one.clamp(0, LONGEST - 1).expand(len(left), -1)), ids)
    ids[torch.arange(len(left), device=device), first + 1] = SEP
    two = spot - first[:, None] - 2
    ids = torch.where((two >= 0) & (two < second[:, None]), table[right].gather(1, two.clamp(0, LONGEST - 1)), ids)
    ids[torch.arange(len(left), device=device), first + second + 2] = SEP
    types = (spot > first[:, None] + 1).long().expand(len(left), -1)
    mask = spot <= (first + second + 2)[:, None]
    return ids, types * mask, mask


@torch.no_grad()
def vectors_of(model: MiniLM, cut: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
    """The plain vectors of texts, to find neighbours by."""
    model.eval()
    table, lengths = cut
    found = torch.empty(len(lengths), 384, dtype=torch.float16, device=device)
    for batch in batches(lengths, 4096, None):
        length = int(lengths[batch].max())
        ids = F.pad(table[batch][:, :length], (1, 1))
        ids[:, 0] = CLS
        ids[torch.arange(len(batch), device=device), lengths[batch] + 1] = SEP
        mask = torch.arange(length + 2, device=device)[None] <= (lengths[batch] + 1)[:, None]
        with torch.autocast(device, torch.bfloat16):
            found[batch] = model.embed(ids, mask).half()
    return found


def train_teacher(weights: dict, texts: Texts, pairs: list[Pair], *, epochs: int, seed: int) -> MiniLM:
    torch.manual_seed(seed)
    chance = torch.Generator().manual_seed(seed)
    model = MiniLM(weights).to(device).train()
    left, right = numbers(texts, pairs)
    truth = torch.tensor([float(pair.label) for pair in pairs], device=device)
    lengths = texts.teacher[1][left] + texts.teacher[1][right]
    size = 256
    steps = epochs * math.ceil(len(pairs) / size)
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-4, weight_decay=0.01, fused=device == "cuda")
    step = 0
    for _ in range(epochs):
        for batch in batches(lengths, size, chance):
            rate = min(1.0, step / (0.06 * steps)) * max(0.0, 1 - step / steps)
            for group in optimiser.param_groups:
                group["lr"] = 1e-4 * rate
            one, other = left[batch], right[batch]
            flip = torch.rand(len(batch), generator=chance).to(device) < 0.5
            one, other = torch.where(flip, other, one), torch.where(flip, one, other)
            with torch.autocast(device, torch.bfloat16):
                odds = model(*teacher_batch(texts, one, other))
            loss = F.binary_cross_entropy_with_logits(odds.float(), truth[batch] * 0.96 + 0.02)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
    return model.eval()


@torch.no_grad()
def judge(model: MiniLM, texts: Texts, left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    """The teacher's odds; it was taught both orders."""
    odds = torch.empty(len(left), device=device)
    lengths = texts.teacher[1][left] + texts.teacher[1][right]
    for batch in batches(lengths, 4096, None):
        with torch.autocast(device, torch.bfloat16):
            odds[batch] = model(*teacher_batch(texts, left[batch], right[batch])).float()
    return odds


# --- the student ------------------------------------------------------------------------------------------------


def student_batch(texts: Texts, numbers: torch.Tensor) -> torch.Tensor:
    table, lengths = texts.student
    return table[numbers][:, : int(lengths[numbers].max())]


def train_student(texts: Texts, start: torch.Tensor, shape: Shape, lesson: tuple, recipe: dict) -> PairModel:
    left, right, target, weight = lesson
    torch.manual_seed(SEED)
    chance = torch.Generator().manual_seed(SEED)
    model = PairModel(shape, start, recipe["dropout"]).to(device).train()
    lengths = torch.maximum(texts.student[1][left], texts.student[1][right])
    size, epochs = recipe["batch"], recipe["epochs"]
    steps = epochs * math.ceil(len(left) / size)
    table, rest = [model.table], [value for name, value in model.named_parameters() if name != "table"]
    groups = [{"params": table, "base": recipe["table_rate"]}, {"params": rest, "base": recipe["rate"]}]
    optimiser = torch.optim.AdamW(groups, lr=1e-3, weight_decay=0.01, fused=device == "cuda")
    step = 0
    for _ in range(epochs):
        for batch in batches(lengths, size, chance):
            rate = min(1.0, step / (0.05 * steps)) * max(0.0, 1 - step / steps)
            for group in optimiser.param_groups:
                group["lr"] = group["base"] * rate
            with torch.autocast(device, torch.bfloat16):
                odds = model(student_batch(texts, left[batch]), student_batch(texts, right[batch]))
            losses = F.binary_cross_entropy_with_logits(odds, target[batch], reduction="none")
            loss = (losses * weight[batch]).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
    return quantised(model.eval())


@torch.no_grad()
def odds_of(model: PairModel, texts: Texts, pairs: list[Pair]) -> np.ndarray:
    left, right = numbers(texts, pairs)
    odds = torch.empty(len(left), device=device)
    lengths = torch.maximum(texts.student[1][left], texts.student[1][right])
    for batch in batches(lengths, 4096, None):
        odds[batch] = model(student_batch(texts, left[batch]), student_batch(texts, right[batch]))
    return odds.cpu().numpy()


# --- figures ----------------------------------------------------------------------------------------------------


def figures(odds: np.ndarray, pairs: list[Pair], shares=(0.005, 0.01, 0.03)) -> str:
    truth = np.array([pair.label for pair in pairs])
    ordered = truth[np.argsort(-odds, kind="stable")]
    precision = np.cumsum(ordered) / np.arange(1, len(ordered) + 1)
    parts = [f"AP {(precision * ordered).sum() / ordered.sum():.4f}"]
    for share in shares:
        bar = np.quantile(odds[truth == 0], 1 - share)
        parts.append(f"recall at {share:.1%} {(odds[truth == 1] > bar).mean():.4f}")
    return ", ".join(parts)


def at_bar(odds: np.ndarray, pairs: list[Pair], bar: float) -> str:
    truth = np.array([pair.label for pair in pairs])
    return f"false {(odds[truth == 0] > bar).mean():.4f} recall {(odds[truth == 1] > bar).mean():.4f}"


# --- the whole --------------------------------------------------------------------------------------------------


def read_corpus(folder: Path) -> tuple[list[Pair], list[Pair], list[str]]:
    """Look-alikes, paraphrases of statements, and further questions."""
    chance = random.Random(SEED)
    alike: list[Pair] = []
    same: list[Pair] = []
    questions: dict[str, list[str]] = {}
    for file in sorted(folder.glob("*.jsonl.xz")):
        source = ""
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                if isinstance(row, dict):
                    source = row["src"]
                elif source == "synth":
                    alike.append(Pair(row[0], row[1], 0, "synth"))
                elif source == "wmt":
                    one, other = chance.sample(row, 2)
                    same.append(Pair(one, other, 1, "wmt"))
                elif source in QUESTION_SOURCES:
                    questions.setdefault(source, []).append(row[QUESTION_SOURCES[source]])
    further = [text for texts in questions.values() for text in list(dict.fromkeys(texts))[:MOST_OF_A_SOURCE]]
    return alike, same, further


def main() -> None:
    options = argparse.ArgumentParser()
    for name in ("corpus", "eval", "teacher", "out"):
        options.add_argument(f"--{name}", type=Path, required=True)
    options.add_argument("--tokenizer", type=Path, required=True)
    options.add_argument("--recipes", type=Path)
    options.add_argument("--teachers", type=int, default=1)
    options.add_argument("--only-try", action="store_true")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)

    chance = random.Random(SEED)
    some = lambda pairs, count: chance.sample(pairs, min(count, len(pairs)))
    gold = read_labelled(given.eval, "qqp-train")
    dev = {name: read_labelled(given.eval, name) for name in DEV_SETS}
    dev["everyday"] = read_everyday(HERE.parents[2] / "eval" / "question-pairs.jsonl")
    folds = give_folds(gold)
    alike, same, further = read_corpus(given.corpus)
    asked = list(folds)
    weights = read_weights(given.teacher)
    plain = MiniLM(weights).to(device)
    cut_for_teacher = TeacherCut(given.tokenizer)
    kin = kin_of(plain, cut_for_teacher, content_words(asked + further))
    say(len(kin), "words with kin, as", {word: kin[word][:4] for word in list(kin)[100:105]})
    made = made_pairs(some(asked, 60_000) + further, kin, folds, SEED)
    for pair in alike:
        pair.fold = folds.get(pair.left, -1)
    # A statement in other words is one more lesson that order and wording may change, and its swaps that they may not.
    made += made_pairs([pair.left for pair in same], kin, folds, SEED + 1)
    made = some(made, MOST_MADE)
    say(len(gold), "labelled", len(alike), "synthetic", len(made), "made", len(further), "further questions")
    everything = [gold, alike, same, made, *dev.values()]
    texts = Texts(
        [text for pairs in everything for pair in pairs for text in (pair.left, pair.right)] + further,
        HERE.parents[1] / "embedding" / "vocabulary.txt",
        cut_for_teacher,
    )
    say(len(texts.number), "texts")

    pool = torch.tensor([texts.number[text] for text in asked + further], device=device)
    vectors = vectors_of(plain, texts.teacher)
    start = pieces_start(plain, cut_for_teacher, texts, 96)
    mined = mine(vectors, pool)
    fold_of = torch.full((len(texts.number),), -1, device=device)
    for text, fold in folds.items():
        fold_of[texts.number[text]] = fold
    say(len(mined[0]), "mined pairs")

    recipes = json.loads(given.recipes.read_text()) if given.recipes else [RECIPE]
    def lesson_without(fold: int) -> tuple[MiniLM, tuple]:
        kept = lambda pairs: [pair for pair in pairs if pair.fold != fold or fold < 0]
        labelled = kept(gold)
        taught = labelled + some(kept(alike), 15_000) + some(kept(made), 30_000) + some(same, 4_000)
        count = given.teachers if fold < 0 else 1
        teachers = [train_teacher(weights, texts, taught, epochs=3, seed=SEED + turn) for turn in range(count)]
        say("taught", fold)
        if fold < 0:
            for name in dev:
                odds = sum(judge(teacher, texts, *numbers(texts, dev[name])) for teacher in teachers) / len(teachers)
                say("teacher", fold, name, figures(odds.cpu().numpy(), dev[name]))
        whole = (fold_of[mined[0]] != fold) & (fold_of[mined[1]] != fold) if fold >= 0 else torch.ones_like(mined[0], dtype=torch.bool)
        left, right, target, weight = [], [], [], []
        for pairs, share in ((labelled, 0.5), (kept(alike), 0.8), (kept(made), 0.8), (same, 0.5)):
            one, other = numbers(texts, pairs)
            odds = sum(judge(teacher, texts, one, other) for teacher in teachers) / len(teachers)
            truth = torch.tensor([float(pair.label) for pair in pairs], device=device)
            left.append(one)
            right.append(other)
            target.append(share * (truth * (2 * SURE - 1) + 1 - SURE) + (1 - share) * torch.sigmoid(odds))
            weight.append(torch.full((len(pairs),), 3.0 if pairs is labelled else 1.0, device=device))
        one, other = mined[0][whole], mined[1][whole]
        odds = sum(judge(teacher, texts, one, other) for teacher in teachers) / len(teachers)
        left.append(one)
        right.append(other)
        target.append(torch.sigmoid(odds))
        weight.append(torch.ones(len(one), device=device))
        return teachers[0], tuple(torch.cat(parts) for parts in (left, right, target, weight))

    _, lesson = lesson_without(-1)
    say("lesson of", len(lesson[0]), "pairs, share same", round(float(lesson[2].mean()), 3))
    best = None
    for recipe in recipes:
        shape = Shape(texts.rows, **recipe["shape"])
        model = train_student(texts, start[:, : shape.piece], shape, lesson, recipe)
        say("learned")
        odds = {name: odds_of(model, texts, dev[name]) for name in dev}
        truth = np.array([pair.label for pair in dev["qqp-dev"]])
        bar = float(np.quantile(odds["qqp-dev"][truth == 0], 0.99))
        say(json.dumps(recipe))
        for name in dev:
            say("  student", name, figures(odds[name], dev[name]), "| at the bar of 1% on qqp-dev:", at_bar(odds[name], dev[name], bar))
        best = best or (model, recipe, shape)
    if given.only_try:
        return
    model, recipe, shape = best
    export(model, texts.pieces, given.out, recipe)
    held = np.zeros(len(gold))
    for fold in range(FOLDS):
        _, lesson = lesson_without(fold)
        apart = train_student(texts, start[:, : shape.piece], shape, lesson, recipe)
        places = [place for place, pair in enumerate(gold) if pair.fold == fold]
        pairs = [gold[place] for place in places]
        held[places] = odds_of(apart, texts, pairs)
        say("fold", fold, "unseen", figures(held[places], pairs), "| dev", figures(odds_of(apart, texts, dev["qqp-dev"]), dev["qqp-dev"]))
    say("all folds", figures(held, gold))
    (given.out / "odds.json").write_text(json.dumps({"qqp-train": [round(float(odds), 3) for odds in held]}))


RECIPE = {"shape": {}, "dropout": 0.1, "batch": 2048, "epochs": 3, "rate": 1.5e-3, "table_rate": 5e-4}


@torch.no_grad()
def pieces_start(plain: MiniLM, cut: TeacherCut, texts: Texts, columns: int) -> torch.Tensor:
    """A first row for each piece: the teacher's vector of it as a text, in principal axes."""
    words = ["" for _ in range(texts.rows - len(texts.pieces))] + [piece.removeprefix("##") for piece in texts.pieces]
    vectors = vectors_of(plain, cut(words)).float().cpu()
    axes = principal_axes(vectors)[:, :columns]
    return axes / axes.pow(2).mean().sqrt()


@torch.no_grad()
def kin_of(plain: MiniLM, cut: TeacherCut, words: list[str]) -> dict[str, list[str]]:
    """For each word some others of its kind that do not mean the same: near, but not too near, and not spelled alike."""
    vectors = vectors_of(plain, cut(words))
    kin: dict[str, list[str]] = {}
    for places in torch.arange(len(words), device=device).split(4096):
        near, which = (vectors[places] @ vectors.T).float().topk(40, 1)
        for place, scores, others in zip(places.tolist(), near.tolist(), which.tolist()):
            word = words[place].lower()
            found = [
                words[other]
                for score, other in zip(scores, others)
                if 0.4 < score < 0.8 and words[other].lower()[:3] != word[:3]
            ]
            if len(found) >= 3:
                kin[word] = found[:15]
    return kin


@torch.no_grad()
def mine(vectors: torch.Tensor, pool: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The nearest questions of each, once per pair."""
    left, right = [], []
    chosen = vectors[pool]
    for places in torch.arange(len(pool), device=device).split(4096):
        near = (chosen[places] @ chosen.T).float()
        near[torch.arange(len(places), device=device), places] = -1
        found = near.topk(NEIGHBOURS, 1).indices
        left.append(pool[places].repeat_interleave(NEIGHBOURS))
        right.append(pool[found.flatten()])
    one, other = torch.cat(left), torch.cat(right)
    key = torch.minimum(one, other) * len(vectors) + torch.maximum(one, other)
    key = key.unique()
    return key // len(vectors), key % len(vectors)


if __name__ == "__main__":
    main()
