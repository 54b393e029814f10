"""The support model: reads a claim against sentences that were each read once, alone."""

from dataclasses import asdict, dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

#: Supported, silent, contradicted: what comes out.
OUTCOMES = 3


@dataclass
class Shape:
    #: Rows of the table of pieces and their columns.
    rows: int
    piece: int = 128
    width: int = 192
    heads: int = 6
    #: Layers in which a sentence or a claim is read alone, and layers in which the claim looks at the sentences.
    alone: int = 4
    across: int = 3
    #: Columns between the two matrices after attention.
    inner: int = 384
    #: How far apart two pieces of one sentence are still told apart.
    reach: int = 8
    #: Units of the last step.
    judge: int = 96

    def as_dict(self) -> dict:
        return asdict(self)


class SupportModel(nn.Module):
    """
    Sentences and the claim are read alone by the same layers, so that a sentence is read once for all claims. Then the
    pieces of the claim, and only they, look at themselves and at the pieces of the sentences.
    """

    def __init__(self, shape: Shape, start: torch.Tensor, dropout: float = 0.1):
        super().__init__()
        self.shape = shape
        self.dropout = dropout
        self.padding = shape.rows
        width, inner, heads = shape.width, shape.inner, shape.heads
        self.table = nn.Parameter(torch.cat([start, torch.zeros(1, shape.piece)]))
        matrix = lambda inputs, outputs: nn.Parameter(torch.randn(inputs, outputs) / inputs**0.5)
        half = lambda inputs, outputs: nn.Parameter(torch.randn(inputs, outputs) / inputs**0.5 * 0.5)
        both = range(shape.alone + shape.across)
        self.widen = matrix(shape.piece, width)
        self.attend = nn.ParameterList([matrix(width, 3 * width) for _ in both])
        self.gather = nn.ParameterList([half(width, width) for _ in both])
        self.grow = nn.ParameterList([matrix(width, inner) for _ in both])
        self.grow_bias = nn.ParameterList([nn.Parameter(torch.zeros(inner)) for _ in both])
        self.shrink = nn.ParameterList([half(inner, width) for _ in both])
        #: What is added to a score, per layer and head: by distance within a text; in layers across also for a piece of
        #: a sentence, and for the same piece there.
        self.place = nn.Parameter(torch.zeros(len(both), heads, 2 * shape.reach + 1))
        self.other = nn.Parameter(torch.zeros(shape.across, heads, 2))
        #: Keys and values of the sentences, per layer across.
        self.look = nn.ParameterList([matrix(width, 2 * width) for _ in range(shape.across)])
        #: Whether a piece of the claim is in the sentences too.
        self.shared = nn.Parameter(torch.randn(2, width) * 0.1)
        self.judge = matrix(4 * width, shape.judge)
        self.judge_bias = nn.Parameter(torch.zeros(shape.judge))
        self.verdict = matrix(shape.judge, OUTCOMES)
        self.verdict_bias = nn.Parameter(torch.zeros(OUTCOMES))

    def forward(self, text: torch.Tensor, sentence: torch.Tensor, claim: torch.Tensor) -> torch.Tensor:
        """`sentence` has for each piece of `text` the number of its sentence."""
        seen, asked = text != self.padding, claim != self.padding
        said = self.read_alone(text, seen, sentence)
        x = self.read_alone(claim, asked, torch.zeros_like(claim))
        mean_said, mean_asked = mean_of(normed(said), seen), mean_of(normed(x), asked)
        equal = (claim[:, :, None] == text[:, None, :]) & asked[:, :, None] & seen[:, None, :]
        x = x + self.shared[equal.any(2).long()]
        x = self.drop(x)
        said = normed(said)
        inside = self.near(claim.shape[1], x.device)
        hidden = torch.cat([~asked, ~seen], 1)[:, None, None, :]
        for layer in range(self.shape.across):
            place = self.shape.alone + layer
            query, key, value = self.heads(normed(x) @ self.attend[place], 3)
            other_key, other_value = self.heads(said @ self.look[layer], 2)
            own = (inside @ self.place[place].T).permute(2, 0, 1)[None].expand(len(x), -1, -1, -1)
            strange = self.other[layer, :, 0][None, :, None, None] + self.other[layer, :, 1][None, :, None, None] * equal[:, None]
            bias = torch.cat([own, strange], 3).masked_fill(hidden, -1e4)
            x = self.step(x, place, query, torch.cat([key, other_key], 2), torch.cat([value, other_value], 2), bias)
        x = normed(x)
        most = x.masked_fill(~asked[:, :, None], -1e4).amax(1)
        parts = [mean_of(x, asked), most, mean_said * mean_asked, (mean_said - mean_asked).abs()]
        judged = self.drop(F.relu(torch.cat(parts, 1) @ self.judge + self.judge_bias))
        return (judged @ self.verdict + self.verdict_bias).float()

    def read_alone(self, ids: torch.Tensor, known: torch.Tensor, sentence: torch.Tensor) -> torch.Tensor:
        x = self.drop(F.embedding(ids, self.table) @ self.widen)
        near = self.near(ids.shape[1], x.device)
        apart = (sentence[:, :, None] != sentence[:, None, :]) | ~known[:, None, :]
        hidden = torch.zeros_like(apart, dtype=x.dtype).masked_fill(apart, -1e4)[:, None]
        for layer in range(self.shape.alone):
            query, key, value = self.heads(normed(x) @ self.attend[layer], 3)
            bias = (near @ self.place[layer].T).permute(2, 0, 1)[None].to(x.dtype) + hidden
            x = self.step(x, layer, query, key, value, bias)
        return x

    def step(self, x, place: int, query, key, value, bias) -> torch.Tensor:
        scores = query @ key.transpose(2, 3) / query.shape[-1] ** 0.5 + bias
        taken = scores.float().softmax(-1).to(value.dtype) @ value
        x = x + self.drop(taken.transpose(1, 2).flatten(2) @ self.gather[place])
        grown = F.relu(normed(x) @ self.grow[place] + self.grow_bias[place])
        return x + self.drop(grown @ self.shrink[place])

    def heads(self, mixed: torch.Tensor, parts: int):
        batch, length, _ = mixed.shape
        return mixed.view(batch, length, parts, self.shape.heads, -1).permute(2, 0, 3, 1, 4)

    def near(self, length: int, device) -> torch.Tensor:
        """One row per pair of places: which distance it is. As a product, because lookups would take turns."""
        spot = torch.arange(length, device=device)
        reach = self.shape.reach
        return F.one_hot((spot[None, :] - spot[:, None]).clamp(-reach, reach) + reach, 2 * reach + 1).float()

    def drop(self, x: torch.Tensor) -> torch.Tensor:
        return F.dropout(x, self.dropout, self.training)


def normed(x: torch.Tensor) -> torch.Tensor:
    """Scaled so that the mean square is one."""
    return x * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + 1e-6).to(x.dtype)


def mean_of(x: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
    share = known[:, :, None].to(x.dtype)
    return (x * share).sum(1) / share.sum(1).clamp_min(1)
