"""What the student is asked for: to find partners, to see likeness as the teacher does, to tell look-alikes apart."""

from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

#: Cosines times this are the logits of a softmax over a batch.
SHARPNESS = 20.0


@dataclass
class Weights:
    partner: float = 0.4
    teacher_rows: float = 1.0
    teacher_vector: float = 1.0
    duplicate: float = 1.0
    look_alike: float = 0.5
    score: float = 0.2
    swapped: float = 0.0


class Heads(nn.Module):
    """What only training needs: the way to the teacher's vectors, and from cosine to the odds of a duplicate."""

    def __init__(self, width: int, teacher_width: int):
        super().__init__()
        self.to_teacher = nn.Parameter(torch.randn(width, teacher_width) / width**0.5)
        self.odds = nn.Parameter(torch.tensor([12.0, -9.0]))


def partner_loss(similar: torch.Tensor, same: torch.Tensor, swapped: torch.Tensor | None) -> torch.Tensor:
    """InfoNCE both ways; texts that share a partner are no negatives of each other, a swapped partner is one more."""
    others = same & ~torch.eye(len(similar), device=similar.device, dtype=torch.bool)
    logits = (similar * SHARPNESS).masked_fill(others, -1e4)
    right = torch.arange(len(similar), device=similar.device)
    forwards = logits if swapped is None else torch.cat([logits, swapped[:, None] * SHARPNESS], 1)
    return (F.cross_entropy(forwards, right) + F.cross_entropy(logits.T, right)) / 2


def teacher_rows_loss(similar: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    """How far the student's softmax over a batch is from the teacher's, both ways."""

    def divergence(student: torch.Tensor, teacher: torch.Tensor) -> torch.Tensor:
        return F.kl_div(
            F.log_softmax(student * SHARPNESS, 1),
            F.log_softmax(teacher * SHARPNESS, 1),
            log_target=True,
            reduction="batchmean",
        )

    return (divergence(similar, taught) + divergence(similar.T, taught.T)) / 2


def teacher_vector_loss(vectors: torch.Tensor, taught: torch.Tensor, heads: Heads) -> torch.Tensor:
    return 1 - (F.normalize(vectors @ heads.to_teacher, dim=1) * taught).sum(1).mean()


def duplicate_loss(cosine: torch.Tensor, labels: torch.Tensor, heads: Heads) -> torch.Tensor:
    return F.binary_cross_entropy_with_logits(cosine * heads.odds[0] + heads.odds[1], labels)


def score_loss(cosine: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
    """One minus Pearson's correlation."""
    left = (cosine - cosine.mean()) / (cosine.std() + 1e-6)
    right = (scores - scores.mean()) / scores.std()
    return 1 - (left * right).mean()
