"""Figures on labelled pairs."""

import numpy as np

from data import CONTRADICTED, NOT_SUPPORTED, SUPPORTED, Pair


def report(logits: np.ndarray, pairs: list[Pair]) -> str:
    odds = np.exp(logits - logits.max(1, keepdims=True))
    shares = odds / odds.sum(1, keepdims=True)
    label = np.array([pair.label for pair in pairs])
    sources = np.array([pair.source for pair in pairs])
    lines = []
    for source in sorted(set(sources)):
        here = sources == source
        correct = np.where(label == NOT_SUPPORTED, shares.argmax(1) != SUPPORTED, shares.argmax(1) == label)[here].mean()
        line = f"{source:16} {here.sum():6} accuracy {correct:.3f} AUROC supported {auroc(shares[here, SUPPORTED], label[here] == SUPPORTED):.3f}"
        if (label[here] == CONTRADICTED).any():
            line += f" contradicted {auroc(shares[here, CONTRADICTED], label[here] == CONTRADICTED):.3f}"
        lines.append(line)
    # A two-way set counts what is not supported as contradicted where its labels say so; here it is left out.
    known = label != NOT_SUPPORTED
    for recall in (0.1, 0.3, 0.5):
        lines.append(f"contradicted, precision at recall {recall}: {precision_at(shares[known, CONTRADICTED], label[known] == CONTRADICTED, recall):.3f}")
    return "\n".join(lines)


def auroc(score: np.ndarray, truth: np.ndarray) -> float:
    _, inverse, counts = np.unique(score, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    positive = truth.sum()
    return float((ranks[truth].sum() - positive * (positive + 1) / 2) / max(1, positive * (len(truth) - positive)))


def precision_at(score: np.ndarray, truth: np.ndarray, recall: float) -> float:
    ordered = truth[np.argsort(-score, kind="stable")]
    found = np.cumsum(ordered)
    place = int(np.searchsorted(found / max(1, found[-1]), recall))
    return float(found[place] / (place + 1))
