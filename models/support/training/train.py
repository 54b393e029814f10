"""Trains the support model. One command, seeded:

    python3 train.py --nli FOLDER --corpus FOLDER --teacher FILE --tokenizer FILE --start FILE --eval FILE --out FOLDER

--nli holds labelled pairs (*.jsonl.gz), --corpus shards of further text (*.jsonl.xz), --teacher a pretrained encoder in
eight bits (`../../same-question/training/pack_teacher.py`) with its --tokenizer, --start the rows that the table begins
with (`start.py`), --eval labelled pairs to report on. What the teacher says of the further pairs is kept in
`lesson.npz` in --work, so that another recipe can be tried without it.
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
from data import NOT_SUPPORTED, SUPPORTED, UNKNOWN, Pair, altered, copies_and_changes, names_in, read_corpus, read_labelled, read_statements, sentences_of  # noqa: E402
from export import export, quantised  # noqa: E402
from measure import report  # noqa: E402
from student import OUTCOMES, Shape, SupportModel  # noqa: E402
from teacher import Teacher  # noqa: E402
from texts import LONGEST_CLAIM, LONGEST_TEXT, Table, Texts, device  # noqa: E402

SEED = 11
#: The share of lessons in which a stray sentence stands beside the text, as it may when sentences are picked by words.
STRAY = 0.25

started = time.time()
torch.set_float32_matmul_precision("high")
FUSED = {"fused": True} if device == "cuda" else {}


def say(*words: object) -> None:
    print(f"[{time.time() - started:6.1f}]", *words, flush=True)


def loss_of(logits: torch.Tensor, label: torch.Tensor, smoothing: float = 0.05) -> torch.Tensor:
    """Cross-entropy; where a pair is only known not to be supported, how improbable that is."""
    known = F.cross_entropy(logits, label.clamp(max=OUTCOMES - 1), reduction="none", label_smoothing=smoothing)
    supported = logits.softmax(1)[:, SUPPORTED].clamp(max=0.9999)
    return torch.where(label == NOT_SUPPORTED, -torch.log1p(-supported), known)


# --- the teacher ------------------------------------------------------------------------------------------------

CLS, SEP = 101, 102


def teacher_batch(table: Table, text: torch.Tensor, claim: torch.Tensor):
    first, second = table.lengths[text], table.lengths[claim].clamp(max=LONGEST_CLAIM)
    length = int((first + second).max()) + 3
    spot = torch.arange(length, device=device)[None].expand(len(text), -1)
    one, two = spot - 1, spot - first[:, None] - 2
    ids = torch.zeros(len(text), length, dtype=torch.long, device=device)
    ids[:, 0] = CLS
    widest = table.ids.shape[1] - 1
    ids = torch.where((one >= 0) & (one < first[:, None]), table.ids[text].long().gather(1, one.clamp(0, widest)), ids)
    ids = torch.where((two >= 0) & (two < second[:, None]), table.ids[claim].long().gather(1, two.clamp(0, widest)), ids)
    rows = torch.arange(len(text), device=device)
    ids[rows, first + 1] = SEP
    ids[rows, first + second + 2] = SEP
    mask = spot <= (first + second + 2)[:, None]
    return ids, ((spot > first[:, None] + 1) & mask).long(), mask


def train_teacher(weights: dict, texts: Texts, pairs: list[Pair], epochs: int, most_seconds: float) -> Teacher:
    torch.manual_seed(SEED)
    chance = torch.Generator().manual_seed(SEED)
    model = Teacher(weights).to(device).train()
    text, claim = texts.numbers(pairs)
    label = torch.tensor([pair.label for pair in pairs], device=device)
    lengths = texts.teacher.lengths[text] + texts.teacher.lengths[claim]
    size = 256
    steps = epochs * math.ceil(len(pairs) / size)
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-4, weight_decay=0.01, **FUSED)
    step, begun = 0, time.time()
    for _ in range(epochs):
        for batch in batches(lengths, size, chance):
            # By time as well as by steps, so that a slow machine still ends with a low rate.
            done = max(step / steps, (time.time() - begun) / most_seconds)
            if done >= 1:
                break
            for group in optimiser.param_groups:
                group["lr"] = 1e-4 * min(1.0, step / 300) * (1 - done)
            with torch.autocast(device, torch.bfloat16):
                logits = model(*teacher_batch(texts.teacher, text[batch], claim[batch]))
            loss = loss_of(logits, label[batch]).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            if step % 1000 == 0:
                say("teacher step", step, "of", steps, "loss", round(float(loss.detach()), 3))
    return model.eval()


@torch.no_grad()
def teacher_says(model: Teacher, texts: Texts, text: torch.Tensor, claim: torch.Tensor) -> torch.Tensor:
    logits = torch.empty(len(text), OUTCOMES, device=device)
    lengths = texts.teacher.lengths[text] + texts.teacher.lengths[claim]
    for batch in batches(lengths, 4096, None):
        with torch.autocast(device, torch.bfloat16):
            logits[batch] = model(*teacher_batch(texts.teacher, text[batch], claim[batch]))
    return logits


@torch.no_grad()
def vectors_of(model: Teacher, table: Table) -> torch.Tensor:
    found = torch.empty(len(table.lengths), 384, dtype=torch.float16, device=device)
    for batch in batches(table.lengths, 4096, None):
        ids, _ = table.batch(batch)
        lengths = table.lengths[batch]
        ids = F.pad(ids, (1, 1))
        ids[:, 0] = CLS
        ids[torch.arange(len(batch), device=device), lengths + 1] = SEP
        mask = torch.arange(ids.shape[1], device=device)[None] <= (lengths + 1)[:, None]
        with torch.autocast(device, torch.bfloat16):
            found[batch] = model.embed(ids, mask).half()
    return found


@torch.no_grad()
def neighbours(vectors: torch.Tensor, among: torch.Tensor, count: int) -> torch.Tensor:
    """For each row the places of its nearest rows in `among`, without itself where the vectors are the same."""
    found = []
    for chunk in vectors.split(4096):
        likeness = chunk @ among.T
        likeness.masked_fill_(likeness > 0.995, -1)
        found.append(likeness.topk(count, 1).indices)
    return torch.cat(found)


# --- the student ------------------------------------------------------------------------------------------------


def student_batch(texts: Texts, text: torch.Tensor, claim: torch.Tensor, stray: torch.Tensor | None = None):
    table = texts.student
    ids, sentence = table.batch(text)
    if stray is not None:
        more, _ = table.batch(stray)
        more = more[:, :40]
        ids, sentence = torch.cat([ids, more], 1), torch.cat([sentence, torch.full_like(more, 100)], 1)
    asked, _ = table.batch(claim)
    return ids, sentence, asked[:, :LONGEST_CLAIM]


def train_student(texts: Texts, start: torch.Tensor, shape: Shape, lesson: dict, recipe: dict) -> SupportModel:
    torch.manual_seed(SEED)
    chance = torch.Generator().manual_seed(SEED)
    model = SupportModel(shape, start, recipe["dropout"]).to(device).train()
    reader = torch.compile(model, dynamic=True) if recipe["compiled"] else model
    text, claim, label, taught, weight = (lesson[name] for name in ("text", "claim", "label", "taught", "weight"))
    lengths = texts.student.lengths[text] + texts.student.lengths[claim]
    size, epochs = recipe["batch"], recipe["epochs"]
    steps = epochs * math.ceil(len(text) / size)
    rest = [value for name, value in model.named_parameters() if name != "table"]
    groups = [
        {"params": [model.table], "base": recipe["table_rate"], "weight_decay": 0.0},
        {"params": rest, "base": recipe["rate"], "weight_decay": 0.02},
    ]
    optimiser = torch.optim.AdamW(groups, lr=1e-3, **FUSED)
    temperature = recipe["temperature"]
    step, begun = 0, time.time()
    for _ in range(epochs):
        for batch in batches(lengths, size, chance):
            done = max(step / steps, (time.time() - begun) / recipe["most_seconds"])
            if done >= 1:
                break
            for group in optimiser.param_groups:
                group["lr"] = group["base"] * min(1.0, step / 400) * (1 - done)
            stray = text[batch[torch.randperm(len(batch), generator=chance).to(device)]] if torch.rand(1, generator=chance) < STRAY else None
            with torch.autocast(device, torch.bfloat16):
                logits = reader(*student_batch(texts, text[batch], claim[batch], stray))
            soft = F.kl_div(
                F.log_softmax(logits / temperature, 1), F.softmax(taught[batch] / temperature, 1), reduction="none"
            ).sum(1) * temperature**2
            share = torch.where(label[batch] == UNKNOWN, 1.0, recipe["teacher_share"])
            hard = torch.where(label[batch] == UNKNOWN, 0.0, loss_of(logits, label[batch].clamp(max=NOT_SUPPORTED)))
            loss = ((share * soft + (1 - share) * hard) * weight[batch]).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            if step in (20, 100) or step % 500 == 0:
                say("student step", step, "of", steps, "loss", round(float(loss.detach()), 3))
    say("student", step, "steps,", sum(value.numel() for value in rest), "numbers beside the table")
    return quantised(model.eval())


@torch.no_grad()
def student_says(model: SupportModel, texts: Texts, text: torch.Tensor, claim: torch.Tensor) -> torch.Tensor:
    logits = torch.empty(len(text), OUTCOMES, device=device)
    lengths = texts.student.lengths[text] + texts.student.lengths[claim]
    for batch in batches(lengths, 4096, None):
        logits[batch] = model(*student_batch(texts, text[batch], claim[batch]))
    return logits


# --- the whole --------------------------------------------------------------------------------------------------


def further_pairs(plain: Teacher, gold: list[Pair], given, sizes: dict) -> list[Pair]:
    """Pairs for the teacher to label: rewordings, neighbours, statements with something changed, claims of neighbours."""
    chance = random.Random(SEED)
    groups, statements = read_corpus(given.corpus)
    chance.shuffle(statements)
    groups, statements = groups[: sizes["statements"]], statements[: sizes["statements"]]
    pairs: list[Pair] = []
    for group in groups:
        for _ in range(2 if len(group) > 2 else 1):
            one, other = chance.sample(group, 2)
            pairs.append(Pair(one, chance.choice(sentences_of(other) or [other]), UNKNOWN, "group"))
    strangers = names_in(statements[:60_000])
    mixed = [text for group in groups for text in group[:1]] + statements
    for text in mixed:
        other = altered(text, strangers, chance)
        if other is not None:
            pairs.append(Pair(text, *other, "altered"))
    # What is near in meaning: statements near each other, and each text with the claims of texts near it.
    kept = [pair for pair in gold if len(pair.text) < 400]
    texts = list(dict.fromkeys(pair.text for pair in kept))
    chance.shuffle(texts)
    texts = texts[: sizes["texts"]]
    claims: dict[str, list[str]] = {}
    for pair in kept:
        claims.setdefault(pair.text, []).append(pair.claim)
    from tokenizers import Tokenizer

    reader = Tokenizer.from_file(str(given.tokenizer))
    reader.no_padding()
    reader.no_truncation()
    cut = lambda some: Table([item.ids for item in reader.encode_batch_fast(some, add_special_tokens=False)], 0, LONGEST_TEXT)
    near = neighbours(*(2 * [vectors_of(plain, cut(statements))]), 2).tolist()
    pairs += [Pair(text, statements[chance.choice(found)], UNKNOWN, "near") for text, found in zip(statements, near)]
    vectors = vectors_of(plain, cut(texts))
    for text, found in zip(texts, neighbours(vectors, vectors, 4).tolist()):
        for place in chance.sample(found, 2):
            pairs.append(Pair(text, chance.choice(claims[texts[place]]), UNKNOWN, "claim of a neighbour"))
    for pair in chance.sample(kept, min(len(kept), sizes["turned"])):
        if len(pair.claim) > 30:
            pairs.append(Pair(pair.claim, pair.text, UNKNOWN, "turned"))
    return pairs


def read_pairs(file: Path) -> list[Pair]:
    with lzma.open(file, "rt", encoding="utf-8") as stream:
        content = json.load(stream)
    texts = content["texts"]
    return [Pair("\n".join(texts[place] for place in text), texts[claim], UNKNOWN, "further") for text, claim in content["pairs"]]


def main() -> None:
    options = argparse.ArgumentParser()
    for name in ("nli", "corpus", "teacher", "tokenizer", "start", "eval", "out", "work"):
        options.add_argument(f"--{name}", type=Path, required=name != "teacher")
    options.add_argument("--recipes", type=Path)
    options.add_argument("--score", type=Path, help="further pairs to score with each model, as {texts, pairs} in xz")
    options.add_argument("--small", action="store_true", help="a few pairs of each kind, to try the code")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    given.work.mkdir(parents=True, exist_ok=True)

    sizes = {"statements": 400, "texts": 300, "turned": 100, "copies": 200}
    if not given.small:
        sizes = {"statements": 420_000, "texts": 160_000, "turned": 60_000, "copies": 40_000}
    gold = [pair for file in sorted(given.nli.glob("*.jsonl.gz")) for pair in read_labelled(file)]
    ours = read_statements(HERE / "statements.jsonl.gz")
    dev = read_labelled(given.eval)
    if given.small:
        gold, ours, dev = gold[::400], ours[:100], dev[::100]
    # One writer is kept apart, to see how the model does on statements of somebody it did not learn from.
    apart = [pair for pair in ours if pair.source == APART]
    dev += [Pair(pair.text, pair.claim, pair.label, "statements") for pair in apart]
    ours = [pair for pair in ours if pair.source != APART]
    passages = list(dict.fromkeys(text for pair in ours for text in (pair.text, pair.claim)))
    gold += ours + copies_and_changes(passages, read_corpus(given.corpus)[1], SEED, sizes["copies"])
    pieces = (HERE.parents[1] / "embedding" / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
    saved = given.work / "lesson.npz"
    if not saved.exists():
        make_lesson(given, gold, dev, pieces, sizes, saved)
    kept = np.load(saved, allow_pickle=False)
    further = [Pair(text, claim, label, "further") for text, claim, label in json.loads((given.work / "further.json").read_text())]
    pairs = gold + further
    texts = Texts([text for pair in pairs + dev for text in (pair.text, pair.claim)], pieces, None)
    say(len(texts.number), "texts cut for the student")
    text, claim = texts.numbers(pairs)
    weight = [OURS if pair.source.startswith("statements") else 1.0 for pair in pairs]
    lesson = {
        "text": text,
        "claim": claim,
        "label": torch.tensor([pair.label for pair in pairs], device=device),
        "taught": torch.from_numpy(kept["taught"].astype(np.float32)).to(device),
        "weight": torch.tensor(weight, device=device),
    }
    start = torch.from_numpy(np.load(given.start)["start"].astype(np.float32) / 32)
    recipes = json.loads(given.recipes.read_text()) if given.recipes else [{}]
    on = texts.numbers(dev)
    asked = read_pairs(given.score) if given.score else []
    others = Texts([text for pair in asked for text in (pair.text, pair.claim)], pieces, None) if asked else None
    for number, changes in enumerate(recipes):
        recipe = {**RECIPE, **{name: value for name, value in changes.items() if name != "shape"}}
        shape = Shape(rows=len(start), **{"piece": start.shape[1], **changes.get("shape", {})})
        say("recipe", number, changes)
        model = train_student(texts, start, shape, lesson, recipe)
        folder = given.out if len(recipes) == 1 else given.out / f"r{number}"
        folder.mkdir(parents=True, exist_ok=True)
        say("\n" + report(student_says(model, texts, *on).cpu().numpy(), dev))
        if others is not None:
            np.save(folder / "scores.npy", student_says(model, others, *others.numbers(asked)).half().cpu().numpy())
        export(model, pieces, folder, {**recipe, "shape": changes.get("shape", {})})


#: How much more a statement of our own weighs than a pair of the public sets: there are few of them, of the kind that counts.
OURS = 3.0
APART = "statements of writer 12"
RECIPE = {
    "dropout": 0.1,
    "batch": 2048,
    "epochs": 4,
    "rate": 0.0012,
    "table_rate": 0.0006,
    "temperature": 1.5,
    "teacher_share": 0.6,
    "most_seconds": 300,
    "compiled": False,
}
TEACHER_EPOCHS, TEACHER_SECONDS = 3, 170


def make_lesson(given, gold: list[Pair], dev: list[Pair], pieces: list[str], sizes: dict, saved: Path) -> None:
    from importlib import util

    spec = util.spec_from_file_location("minilm", HERE.parents[1] / "same-question" / "training" / "teacher.py")
    minilm = util.module_from_spec(spec)
    spec.loader.exec_module(minilm)
    weights = {name: value for name, value in minilm.read_weights(given.teacher).items() if not name.startswith("pooler") and "position_ids" not in name}
    plain = Teacher(weights).to(device).eval()
    further = further_pairs(plain, gold, given, sizes)
    say(len(gold), "labelled,", len(further), "further", {name: sum(pair.source == name for pair in further) for name in {pair.source for pair in further}})
    texts = Texts([text for pair in gold + further + dev for text in (pair.text, pair.claim)], pieces, given.tokenizer)
    say(len(texts.number), "texts cut")
    model = train_teacher(weights, texts, gold, TEACHER_EPOCHS, TEACHER_SECONDS)
    say("teacher\n" + report(teacher_says(model, texts, *texts.numbers(dev)).cpu().numpy(), dev))
    taught = teacher_says(model, texts, *texts.numbers(gold + further))
    np.savez(saved, taught=taught.half().cpu().numpy())
    (given.work / "further.json").write_text(json.dumps([[pair.text, pair.claim, pair.label] for pair in further]))
    say("lesson written")


if __name__ == "__main__":
    main()
