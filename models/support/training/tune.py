"""Continues the training of a support model on our own statements. One command, seeded:

    python3 tune.py --nli FOLDER --start FOLDER --eval FILE --out FOLDER

--start is the folder of a model that `train.py` wrote. On public pairs the model is held to what it said before as well
as to their labels, so that it keeps what the teacher taught it. A tenth of the statements is kept back and reported on.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from data import NOT_SUPPORTED, Pair, read_labelled, read_statements
from measure import report
from student import Shape, SupportModel
from train import FUSED, HERE, SEED, STRAY, Texts, batches, device, loss_of, read_pairs, say, student_batch, student_says
from export import export, matrices, quantised, vectors  # noqa: E402, I001 – after train, which adds the folder of the word pieces

#: Writers whose statements `train.py` had not seen when the published model was made; a tenth of theirs is kept back.
NEW_WRITERS = {f"statements of writer {number}" for number in range(8, 13)}


@torch.no_grad()
def read_model(folder: Path, dropout: float) -> SupportModel:
    """The model that `export` wrote."""
    description = json.loads((folder / "model.json").read_text())
    shape = Shape(**{name: description[name] for name in Shape.__dataclass_fields__})
    model = SupportModel(shape, torch.zeros(shape.rows, shape.piece), dropout)
    content = (folder / "weights.bin").read_bytes()
    place = 0
    for value in vectors(model):
        value.copy_(torch.from_numpy(np.frombuffer(content, np.float32, value.numel(), place).copy()).view(value.shape))
        place += 4 * value.numel()
    found = matrices(model)
    scales = []
    for matrix in found:
        scales.append(torch.from_numpy(np.frombuffer(content, np.float32, len(matrix), place).copy()))
        place += 4 * len(matrix)
    for matrix, scale in zip(found, scales):
        whole = torch.from_numpy(np.frombuffer(content, np.int8, matrix.numel(), place).copy()).view(matrix.shape)
        matrix.copy_(whole.float() * scale[:, None])
        place += matrix.numel()
    return model.to(device)


def main() -> None:
    options = argparse.ArgumentParser()
    for name in ("nli", "start", "eval", "out"):
        options.add_argument(f"--{name}", type=Path, required=True)
    options.add_argument("--score", type=Path)
    options.add_argument("--seconds", type=float, default=300)
    options.add_argument("--rate", type=float, default=4e-4)
    options.add_argument("--keep", type=float, default=0.5, help="how far it is held to what it said before")
    options.add_argument("--ours", type=float, default=0.15, help="the share of a batch that is made of our own statements")
    options.add_argument("--every", type=int, default=1, help="of the public pairs only every so many, to try the code")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)

    gold = [pair for file in sorted(given.nli.glob("*.jsonl.gz")) for pair in read_labelled(file)][:: given.every]
    statements = read_statements(HERE / "statements.jsonl.gz")
    passages = list(dict.fromkeys(pair.text for pair in statements if pair.source in NEW_WRITERS))
    kept_back = set(passages[::10])
    held = [Pair(pair.text, pair.claim, pair.label, "kept back") for pair in statements if pair.text in kept_back]
    ours = [pair for pair in statements if pair.text not in kept_back]
    dev = read_labelled(given.eval) + held
    pieces = (HERE.parents[1] / "embedding" / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
    pairs = gold + ours
    texts = Texts([text for pair in pairs + dev for text in (pair.text, pair.claim)], pieces, None)
    on = texts.numbers(dev)
    say(len(gold), "public,", len(ours), "ours,", len(held), "kept back")
    model = read_model(given.start, 0.1)
    say("before\n" + report(student_says(model.eval(), texts, *on).cpu().numpy(), dev))

    text, claim = texts.numbers(pairs)
    label = torch.tensor([pair.label for pair in pairs], device=device)
    before = student_says(model, texts, text, claim)
    torch.manual_seed(SEED)
    chance = torch.Generator().manual_seed(SEED)
    model.train()
    rest = [value for name, value in model.named_parameters() if name != "table"]
    groups = [{"params": [model.table], "base": given.rate / 2, "weight_decay": 0.0}, {"params": rest, "base": given.rate, "weight_decay": 0.02}]
    optimiser = torch.optim.AdamW(groups, lr=given.rate, **FUSED)
    size = 1536
    public = int(size * (1 - given.ours))
    lengths = texts.student.lengths[text] + texts.student.lengths[claim]
    step, begun = 0, time.time()
    done = 0.0
    while done < 1:
        for batch in batches(lengths[: len(gold)], public, chance):
            done = (time.time() - begun) / given.seconds
            if done >= 1:
                break
            for group in optimiser.param_groups:
                group["lr"] = group["base"] * min(1.0, step / 100) * (1 - done)
            own = len(gold) + torch.randint(len(ours), (size - public,), generator=chance).to(device)
            batch = torch.cat([batch, own])
            stray = text[batch[torch.randperm(len(batch), generator=chance).to(device)]] if torch.rand(1, generator=chance) < STRAY else None
            with torch.autocast(device, torch.bfloat16):
                logits = model(*student_batch(texts, text[batch], claim[batch], stray))
            hard = loss_of(logits, label[batch].clamp(max=NOT_SUPPORTED))
            soft = F.kl_div(F.log_softmax(logits, 1), F.softmax(before[batch], 1), reduction="none").sum(1)
            share = torch.where(batch < len(gold), given.keep, 0.0)
            loss = (share * soft + (1 - share) * hard).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            if step % 500 == 0:
                say("step", step, "loss", round(float(loss.detach()), 3), "of ours", round(float(hard[-len(own) :].mean().detach()), 3))
    model = quantised(model.eval())
    say(step, "steps\n" + report(student_says(model, texts, *on).cpu().numpy(), dev))
    if given.score:
        asked = read_pairs(given.score)
        others = Texts([text for pair in asked for text in (pair.text, pair.claim)], pieces, None)
        np.save(given.out / "scores.npy", student_says(model, others, *others.numbers(asked)).half().cpu().numpy())
    started_with = json.loads((given.start / "model.json").read_text())["recipe"]
    tuned = {"seconds": given.seconds, "rate": given.rate, "keep": given.keep, "ours": given.ours, "steps": step}
    export(model, pieces, given.out, {**started_with, "tuned": tuned})


if __name__ == "__main__":
    main()
