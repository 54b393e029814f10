"""The trained pair model as files: matrices in eight bits with a scale a row, small vectors in 32-bit floats."""

import json
from pathlib import Path

import torch

from eight_bits import round_to_stored, write_weights
from student import PairModel
from wordpiece import WordPieces

#: Pairs whose odds are kept beside the model, so that another implementation can be held against this one.
CHECKED = [
    ("What is the speed of light in a vacuum?", "How fast does light travel in vacuum?"),
    ("How do I enable 2FA?", "How do I disable 2FA?"),
    ("How do I enable 2FA?", "How can I turn on 2FA?"),
    ("flights from Boston to Denver", "flights from Denver to Boston"),
    ("Why?", "What is the capital of France?"),
    ("Crème brûlée – how long does it take?", "how long to make creme brulee"),
    ("const f = (x) => x !== null", "你好，世界！"),
    ("", "x"),
]


def matrices(model: PairModel) -> list[torch.Tensor]:
    """In the order of the file: the table, then each matrix, transposed so that a row makes one output."""
    found = [model.table[: model.shape.rows], model.widen.T]
    for layer in range(model.shape.layers):
        found += [part[layer].T for part in (model.attend, model.gather, model.grow, model.shrink)]
    return [*found, model.judge.T]


def vectors(model: PairModel) -> list[torch.Tensor]:
    return [model.shared, model.place, model.other, *model.grow_bias, model.judge_bias, model.verdict, model.verdict_bias]


@torch.no_grad()
def quantised(model: PairModel) -> PairModel:
    """The same model with its matrices as they will be stored."""
    round_to_stored(matrices(model))
    return model


@torch.no_grad()
def export(model: PairModel, pieces: list[str], folder: Path, recipe: dict) -> None:
    sha256 = write_weights(folder / "weights.bin", vectors(model), matrices(model))
    shape = model.shape.as_dict()
    description = {"name": "stretto-pair-1", **shape, "weights_sha256": sha256, "recipe": recipe}
    (folder / "model.json").write_text(json.dumps(description, indent=2) + "\n")
    tokenizer = WordPieces(pieces)
    cpu = model.cpu().float()
    checked = []
    for left, right in CHECKED:
        odds = cpu(torch.tensor([tokenizer.encode(left)]), torch.tensor([tokenizer.encode(right)]))
        checked.append({"left": left, "right": right, "odds": round(float(odds[0]), 5)})
    (folder / "expected.json").write_text(json.dumps(checked, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
