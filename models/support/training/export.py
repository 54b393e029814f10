"""The trained support model as files: matrices in eight bits with a scale a row, small vectors in 32-bit floats."""

import json
from pathlib import Path

import torch

from data import sentences_of
from eight_bits import round_to_stored, write_weights
from student import SupportModel
from wordpiece import WordPieces

NAME = "stretto-support-1"
#: Pairs whose logits are kept beside the model, so that another implementation can be held against this one.
CHECKED = [
    ("Vaccines train the immune system before an infection.", "The immune system learns from a vaccine."),
    ("Vaccines train the immune system before an infection.", "Vaccines work only after an infection."),
    ("The bridge opened in 1932. It is 1,149 metres long.", "The bridge was opened in 1932."),
    ("The bridge opened in 1932. It is 1,149 metres long.", "The bridge was opened in 1939."),
    ("The bridge opened in 1932.", "The bridge was designed by an engineer from Leeds."),
    ("Crème brûlée is baked in a water bath.", "Creme brulee bakes in water."),
    ("const f = (x) => x !== null", "你好，世界！"),
    ("x", "y"),
]


def matrices(model: SupportModel) -> list[torch.Tensor]:
    """In the order of the file: the table, then each matrix, transposed so that a row makes one output."""
    found = [model.table[: model.shape.rows], model.widen.T]
    for layer in range(model.shape.alone + model.shape.across):
        found += [part[layer].T for part in (model.attend, model.gather, model.grow, model.shrink)]
    return [*found, *(look.T for look in model.look), model.judge.T, model.verdict.T]


def vectors(model: SupportModel) -> list[torch.Tensor]:
    return [model.shared, model.place, model.other, *model.grow_bias, model.judge_bias, model.verdict_bias]


@torch.no_grad()
def quantised(model: SupportModel) -> SupportModel:
    """The same model with its matrices as they will be stored."""
    round_to_stored(matrices(model))
    return model


@torch.no_grad()
def export(model: SupportModel, pieces: list[str], folder: Path, recipe: dict) -> None:
    sha256 = write_weights(folder / "weights.bin", vectors(model), matrices(model))
    description = {"name": NAME, **model.shape.as_dict(), "weights_sha256": sha256, "recipe": recipe}
    (folder / "model.json").write_text(json.dumps(description, indent=2) + "\n")
    tokenizer = WordPieces(pieces)
    cpu = model.cpu().float()
    checked = []
    for text, claim in CHECKED:
        cut = [tokenizer.encode(sentence) for sentence in sentences_of(text)]
        ids = torch.tensor([[piece for sentence in cut for piece in sentence]])
        marks = torch.tensor([[number for number, sentence in enumerate(cut) for _ in sentence]])
        logits = cpu(ids, marks, torch.tensor([tokenizer.encode(claim)]))
        checked.append({"sentences": sentences_of(text), "claim": claim, "logits": [round(float(value), 5) for value in logits[0]]})
    (folder / "expected.json").write_text(json.dumps(checked, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
