"""The pair model: a small transformer over both questions at once that does not care which comes first."""

from dataclasses import asdict, dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Shape:
    #: Rows of the table of pieces and their columns.
    rows: int
    piece: int = 64
    width: int = 128
    heads: int = 4
    layers: int = 3
    #: Columns between the two matrices after attention.
    inner: int = 256
    #: How far apart two pieces of one question are still told apart.
    reach: int = 8
    #: Units of the last step.
    judge: int = 64

    def as_dict(self) -> dict:
        return asdict(self)


class PairModel(nn.Module):
    """
    Each piece is its row, widened, and whether the other question has it too. In attention a piece sees all pieces of
    both questions; what it adds to a score is where the other stands (within the same question, by distance), whether it
    is of the other question, and whether it is the same piece. Nothing tells first from second, so order cannot matter.
    """

    def __init__(self, shape: Shape, start: torch.Tensor, dropout: float = 0.1, frozen: bool = False):
        super().__init__()
        self.shape = shape
        self.dropout = dropout
        self.padding = shape.rows
        width, inner = shape.width, shape.inner
        table = torch.cat([start, torch.zeros(1, shape.piece)])
        self.table = nn.Parameter(table, requires_grad=not frozen)
        matrix = lambda inputs, outputs: nn.Parameter(torch.randn(inputs, outputs) / inputs**0.5)
        self.widen = matrix(shape.piece, width)
        self.shared = nn.Parameter(torch.randn(2, width) * 0.1)
        self.attend = nn.ParameterList([matrix(width, 3 * width) for _ in range(shape.layers)])
        self.gather = nn.ParameterList([nn.Parameter(matrix(width, width) * 0.5) for _ in range(shape.layers)])
        self.grow = nn.ParameterList([matrix(width, inner) for _ in range(shape.layers)])
        self.grow_bias = nn.ParameterList([nn.Parameter(torch.zeros(inner)) for _ in range(shape.layers)])
        self.shrink = nn.ParameterList([nn.Parameter(matrix(inner, width) * 0.5) for _ in range(shape.layers)])
        #: Per layer and head, what is added to a score: by distance within a question, for the other question, and for
        #: the same piece there.
        self.place = nn.Parameter(torch.zeros(shape.layers, shape.heads, 2 * shape.reach + 1))
        self.other = nn.Parameter(torch.zeros(shape.layers, shape.heads, 2))
        self.judge = matrix(6 * width, shape.judge)
        self.judge_bias = nn.Parameter(torch.zeros(shape.judge))
        self.verdict = nn.Parameter(torch.randn(shape.judge) / shape.judge**0.5)
        self.verdict_bias = nn.Parameter(torch.zeros(1))

    def forward(self, left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
        shape = self.shape
        ids = torch.cat([left, right], 1)
        batch, length = ids.shape
        known = ids != self.padding
        side = torch.cat([torch.zeros(left.shape[1]), torch.ones(right.shape[1])]).to(ids.device)
        spot = torch.cat([torch.arange(left.shape[1]), torch.arange(right.shape[1])]).to(ids.device)
        across = side[:, None] != side[None, :]
        distance = (spot[None, :] - spot[:, None]).clamp(-shape.reach, shape.reach) + shape.reach
        equal = (ids[:, :, None] == ids[:, None, :]) & across & known[:, :, None] & known[:, None, :]
        same = F.one_hot(distance, 2 * shape.reach + 1).float() * (~across)[:, :, None]
        x = F.embedding(ids, self.table) @ self.widen + self.shared[equal.any(2).long()]
        hidden = torch.zeros(batch, 1, length, length, device=ids.device, dtype=x.dtype)
        hidden = hidden.masked_fill(~known[:, None, None, :], -1e4)
        for layer in range(shape.layers):
            mixed = normed(x) @ self.attend[layer]
            query, key, value = (
                part.view(batch, length, shape.heads, -1).transpose(1, 2) for part in mixed.split(shape.width, 2)
            )
            # As products, not lookups: millions of gradients into a handful of places take turns.
            bias = (same @ self.place[layer].T).permute(2, 0, 1) + self.other[layer, :, :1, None] * across
            bias = bias[None].to(x.dtype) + self.other[layer, :, 1][None, :, None, None] * equal[:, None] + hidden
            attended = F.scaled_dot_product_attention(query, key, value, attn_mask=bias)
            x = x + self.drop(attended.transpose(1, 2).reshape(batch, length, shape.width) @ self.gather[layer])
            grown = F.relu(normed(x) @ self.grow[layer] + self.grow_bias[layer])
            x = x + self.drop(grown @ self.shrink[layer])
        x = normed(x)
        one = pooled(x[:, : left.shape[1]], known[:, : left.shape[1]])
        other = pooled(x[:, left.shape[1] :], known[:, left.shape[1] :])
        both = torch.cat([one + other, (one - other).abs(), one * other], 1)
        judged = self.drop(F.relu(both @ self.judge + self.judge_bias))
        return (judged @ self.verdict + self.verdict_bias).float()

    def drop(self, x: torch.Tensor) -> torch.Tensor:
        return F.dropout(x, self.dropout, self.training)


def normed(x: torch.Tensor) -> torch.Tensor:
    """Scaled so that the mean square is one."""
    return x * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + 1e-6).to(x.dtype)


def pooled(x: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
    """Mean and maximum over the pieces of one question."""
    share = known[:, :, None].to(x.dtype)
    mean = (x * share).sum(1) / share.sum(1)
    most = x.masked_fill(~known[:, :, None], -1e4).amax(1)
    return torch.cat([mean, most], 1)
