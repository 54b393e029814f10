"""The teacher: a pretrained encoder that reads text and claim as one, fine-tuned on the labelled pairs. It is not shipped."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from student import OUTCOMES

WIDTH, HEADS = 384, 12


class Teacher(nn.Module):
    def __init__(self, weights: dict[str, torch.Tensor], dropout: float = 0.1):
        super().__init__()
        self.weights = nn.ParameterDict({name.replace(".", "_"): nn.Parameter(value.clone()) for name, value in weights.items()})
        self.layers = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer."))
        self.dropout = dropout
        self.head = nn.Sequential(nn.Linear(2 * WIDTH, WIDTH), nn.Tanh(), nn.Dropout(dropout), nn.Linear(WIDTH, OUTCOMES))

    def hidden(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        weight = lambda name: self.weights[name.replace(".", "_")]
        batch, length = ids.shape
        linear = lambda x, name: F.linear(x, weight(f"{name}.weight"), weight(f"{name}.bias"))
        norm = lambda x, name: F.layer_norm(x, (WIDTH,), weight(f"{name}.weight"), weight(f"{name}.bias"), 1e-12)
        drop = lambda x: F.dropout(x, self.dropout, self.training)
        heads = lambda x: x.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)
        x = F.embedding(ids, weight("embeddings.word_embeddings.weight"))
        x = x + weight("embeddings.position_embeddings.weight")[:length]
        x = x + F.embedding(types, weight("embeddings.token_type_embeddings.weight"))
        x = drop(norm(x, "embeddings.LayerNorm"))
        seen = mask[:, None, None, :]
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}"
            query, key, value = (heads(linear(x, f"{name}.attention.self.{part}")) for part in ("query", "key", "value"))
            taken = F.scaled_dot_product_attention(query, key, value, attn_mask=seen)
            taken = taken.transpose(1, 2).reshape(batch, length, WIDTH)
            x = norm(x + drop(linear(taken, f"{name}.attention.output.dense")), f"{name}.attention.output.LayerNorm")
            wide = F.gelu(linear(x, f"{name}.intermediate.dense"))
            x = norm(x + drop(linear(wide, f"{name}.output.dense")), f"{name}.output.LayerNorm")
        return x

    def forward(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        x = self.hidden(ids, types, mask)
        share = mask[:, :, None].to(x.dtype)
        return self.head(torch.cat([x[:, 0], (x * share).sum(1) / share.sum(1)], 1)).float()

    def embed(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """The vector of one text, as the model was made to give it."""
        x = self.hidden(ids, torch.zeros_like(ids), mask)
        share = mask[:, :, None].to(x.dtype)
        return F.normalize(((x * share).sum(1) / share.sum(1)).float(), dim=1)
