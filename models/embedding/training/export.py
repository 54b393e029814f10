"""The trained model as files: rows in eight bits with one scale each, the few matrices in 32-bit floats."""

import hashlib
import json
from pathlib import Path

import numpy as np
import torch

from eight_bits import eight_bits, round_to_stored
from model import Student
from wordpiece import BUCKETS, LONGEST_PIECE, WordPieces

#: Sentences whose vectors are kept beside the model, so that another implementation can be held against this one.
CHECKED = [
    "What is the speed of light in a vacuum?",
    "How do I disable two-factor authentication (2FA) on GitHub?",
    "Flights from Boston to Denver on Monday, please",
    "Flights from Denver to Boston on Monday, please",
    "The boiling point of water at 101 325 Pa is approximately 100 °C.",
    "Crème brûlée, naïve façade — ﬁnancial ½ Ångström, ΣΊΣΥΦΟΣ",
    "你好，世界！ Привет, мир! 😀👩‍👩‍👧 x²≥0",
    "antidisestablishmentarianismpseudopseudohypoparathyroidismfloccinaucinihilipilification",
    "const f = (x) => x !== null && x.y_z?.length > 0x1F;",
    "",
    "\t\n ",
]


@torch.no_grad()
def quantised(student: Student) -> Student:
    """The same model with its rows as they will be stored."""
    tables = (getattr(student, name, None) for name in ("meaning", "order"))
    round_to_stored([table for table in tables if table is not None])
    return student


@torch.no_grad()
def export(student: Student, pieces: list[str], folder: Path, recipe: dict) -> None:
    shape = student.shape
    parts: list[np.ndarray] = []
    tables = ["meaning", "order"] if shape.order else ["meaning"]
    rows = {name: eight_bits(getattr(student, name)[: shape.rows]) for name in tables}
    parts.extend(rows[name][1].float().cpu().numpy() for name in tables)
    if shape.order:
        parts.extend(getattr(student, name).float().cpu().numpy() for name in ("mix", "bias", "spread"))
    parts.extend(rows[name][0].cpu().numpy() for name in tables)
    content = b"".join(np.ascontiguousarray(part).tobytes() for part in parts)
    (folder / "weights.bin").write_bytes(content)
    vocabulary = "\n".join(pieces)
    (folder / "vocabulary.txt").write_text(vocabulary, encoding="utf-8")
    description = {
        "name": recipe["name"],
        "buckets": BUCKETS,
        "longest_piece": LONGEST_PIECE,
        "pieces": len(pieces),
        "meaning": shape.meaning,
        "order": shape.order,
        "hidden": shape.hidden,
        "from_order": shape.from_order,
        "weights_sha256": hashlib.sha256(content).hexdigest(),
        "vocabulary_sha256": hashlib.sha256(vocabulary.encode()).hexdigest(),
        "recipe": {key: value for key, value in recipe.items() if key not in ("name", "save")},
    }
    (folder / "model.json").write_text(json.dumps(description, indent=2) + "\n")
    tokenizer = WordPieces(pieces)
    student = student.cpu()
    checked = []
    for text in CHECKED:
        ids = tokenizer.encode(text)
        vector = student(torch.tensor([ids]))[0]
        checked.append({"text": text, "ids": ids, "vector": [round(float(value), 6) for value in vector]})
    lines = ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in checked)
    (folder / "expected.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
