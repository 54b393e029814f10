"""Development figures: ranking of similarity, of duplicates and of look-alikes, and retrieval."""

import gzip
import json
from pathlib import Path

import numpy as np

SETS = {"stsb-dev": "spearman", "qqp-dev": "precision", "traps-atis": "precision", "paws-dev": "precision"}


def read_pairs(folder: Path) -> dict[str, list[tuple[str, str, float]]]:
    """The labelled pairs of each development set."""
    pairs = {}
    for name in SETS:
        with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        pairs[name] = [(row["text_a"], row["text_b"], float(row.get("label", row.get("score")))) for row in rows]
    return pairs


def spearman(scores: np.ndarray, truth: np.ndarray) -> float:
    return float(np.corrcoef(ranks(scores), ranks(truth))[0, 1])


def ranks(values: np.ndarray) -> np.ndarray:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[inverse]


def average_precision(scores: np.ndarray, labels: np.ndarray) -> float:
    ordered = labels[np.argsort(-scores, kind="stable")]
    precision = np.cumsum(ordered) / np.arange(1, len(ordered) + 1)
    return float((precision * ordered).sum() / ordered.sum())


def measure_pairs(name: str, cosine: np.ndarray, truth: np.ndarray) -> float:
    return spearman(cosine, truth) if SETS[name] == "spearman" else average_precision(cosine, truth)
