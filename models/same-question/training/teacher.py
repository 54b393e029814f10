"""MiniLM as a cross-encoder: both questions in one text, and one number out. It teaches and is not shipped."""

from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH, HEADS, LAYERS = 384, 12, 6
LONGEST = 48


def read_weights(file: Path) -> dict[str, torch.Tensor]:
    """Weights kept in eight bits with a scale a row."""
    packed = np.load(file)
    names = sorted({name.removesuffix(".scale") for name in packed.files})
    return {
        name: torch.from_numpy(packed[name].astype(np.float32) * (packed[f"{name}.scale"] if f"{name}.scale" in packed.files else 1))
        for name in names
    }


class MiniLM(nn.Module):
    def __init__(self, weights: dict[str, torch.Tensor], dropout: float = 0.1):
        super().__init__()
        self.weights = nn.ParameterDict({name.replace(".", "_"): nn.Parameter(value.clone()) for name, value in weights.items()})
        self.dropout = dropout
        self.head = nn.Sequential(nn.Linear(2 * WIDTH, WIDTH), nn.Tanh(), nn.Dropout(dropout), nn.Linear(WIDTH, 1))

    def hidden(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        weight = lambda name: self.weights[name.replace(".", "_")]
        batch, length = ids.shape

        def linear(x: torch.Tensor, name: str) -> torch.Tensor:
            return F.linear(x, weight(f"{name}.weight"), weight(f"{name}.bias"))

        def norm(x: torch.Tensor, name: str) -> torch.Tensor:
            return F.layer_norm(x, (WIDTH,), weight(f"{name}.weight"), weight(f"{name}.bias"), 1e-12)

        def drop(x: torch.Tensor) -> torch.Tensor:
            return F.dropout(x, self.dropout, self.training)

        def heads(x: torch.Tensor) -> torch.Tensor:
            return x.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        x = F.embedding(ids, weight("embeddings.word_embeddings.weight"))
        x = x + weight("embeddings.position_embeddings.weight")[:length]
        x = x + F.embedding(types, weight("embeddings.token_type_embeddings.weight"))
        x = drop(norm(x, "embeddings.LayerNorm"))
        seen = mask[:, None, None, :]
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}"
            query, key, value = (heads(linear(x, f"{name}.attention.self.{part}")) for part in ("query", "key", "value"))
            attended = F.scaled_dot_product_attention(query, key, value, attn_mask=seen)
            attended = attended.transpose(1, 2).reshape(batch, length, WIDTH)
            x = norm(x + drop(linear(attended, f"{name}.attention.output.dense")), f"{name}.attention.output.LayerNorm")
            widened = F.gelu(linear(x, f"{name}.intermediate.dense"))
            x = norm(x + drop(linear(widened, f"{name}.output.dense")), f"{name}.output.LayerNorm")
        return x

    def forward(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        x = self.hidden(ids, types, mask)
        share = mask[:, :, None].to(x.dtype)
        mean = (x * share).sum(1) / share.sum(1)
        return self.head(torch.cat([x[:, 0], mean], 1))[:, 0]

    def embed(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """The vector of one text, as the model was made to give it."""
        x = self.hidden(ids, torch.zeros_like(ids), mask)
        share = mask[:, :, None].to(x.dtype)
        return F.normalize(((x * share).sum(1) / share.sum(1)).float(), dim=1)
