"""The student: a sum of rows, and a narrow convolution that sees which words stand next to each other."""

from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH = 768


@dataclass
class Shape:
    """Columns of a row: `meaning` go straight into the vector, `order` into the convolution of `hidden` units."""

    rows: int
    meaning: int
    order: int = 0
    hidden: int = 0

    @property
    def from_order(self) -> int:
        """Columns of the vector that come from the convolution."""
        return WIDTH - self.meaning if self.order else 0


class Student(nn.Module):
    def __init__(self, shape: Shape, start: torch.Tensor, frequency: torch.Tensor):
        """`start` holds the teacher's vector of each piece, in principal axes; frequent pieces start small."""
        super().__init__()
        self.shape = shape
        #: Padding has a row of its own after all others, which stays zero.
        self.padding = shape.rows
        known = min(shape.meaning, start.shape[1])
        table = torch.randn(shape.rows, shape.meaning) * 0.3 / shape.meaning**0.5
        table[:, :known] += start[:, :known]
        share = frequency / frequency.sum()
        self.meaning = nn.Parameter(with_padding(table * (1e-3 / (1e-3 + share))[:, None]))
        if shape.order:
            self.order = nn.Parameter(with_padding(torch.randn(shape.rows, shape.order) * 0.5))
            self.mix = nn.Parameter(torch.randn(3 * shape.order, shape.hidden) / (3 * shape.order) ** 0.5)
            self.bias = nn.Parameter(torch.zeros(shape.hidden))
            self.spread = nn.Parameter(torch.randn(shape.hidden, shape.from_order) * 0.01)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Unit vectors of texts given as piece numbers, filled up with the padding's."""
        vector = F.embedding_bag(ids, self.meaning, mode="sum", padding_idx=self.padding)
        if self.shape.order:
            vector = torch.cat([vector, self.of_order(ids)], 1)
        return F.normalize(vector, dim=1)

    def of_order(self, ids: torch.Tensor) -> torch.Tensor:
        here = F.embedding(ids, self.order, padding_idx=self.padding)
        before = F.pad(here[:, :-1], (0, 0, 1, 0))
        after = F.pad(here[:, 1:], (0, 0, 0, 1))
        hidden = F.relu(torch.cat([before, here, after], 2) @ self.mix + self.bias)
        return (hidden * (ids != self.padding)[:, :, None]).sum(1) @ self.spread


def with_padding(table: torch.Tensor) -> torch.Tensor:
    return torch.cat([table, torch.zeros(1, table.shape[1])])


def principal_axes(vectors: torch.Tensor, whitening: float = 0.25) -> torch.Tensor:
    """Vectors turned to their principal axes and partly whitened; in double precision, half gives NaN."""
    centred = vectors.double()
    centred = centred - centred.mean(0)
    values, axes = torch.linalg.eigh(centred.T @ centred / len(centred))
    values, axes = values.flip(0), axes.flip(1)
    turned = (centred @ axes) / values.clamp_min(float(values[0]) * 1e-3) ** whitening
    return F.normalize(turned, dim=1).float()
