"""all-MiniLM-L6-v2, run from its weights: the teacher whose sense of similarity the table learns."""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

WIDTH, HEADS, LAYERS = 384, 12, 6
LONGEST = 64
TOKENS_PER_BATCH = 400_000
#: Larger batches gave wrong vectors in half precision.
TEXTS_PER_BATCH = 16_384


class Teacher:
    def __init__(self, folder: Path, device: str):
        from safetensors.torch import load_file
        from tokenizers import Tokenizer

        weights = load_file(str(folder / "model.fp16.safetensors"))
        self.weights = {name: value.to(device) for name, value in weights.items() if "position_ids" not in name}
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(LONGEST)
        self.device = device

    @torch.no_grad()
    def embed(self, texts: list[str]) -> torch.Tensor:
        """Unit vectors in half precision, on the CPU, in the order of the texts."""
        encoded = self.tokenizer.encode_batch_fast(texts)
        lengths = np.array([len(item.ids) for item in encoded])
        vectors = torch.empty(len(texts), WIDTH, dtype=torch.float16)
        # Texts of one length go together, so that nothing is padded.
        for length in np.unique(lengths):
            places = np.flatnonzero(lengths == length)
            size = min(TEXTS_PER_BATCH, TOKENS_PER_BATCH // int(length))
            for start in range(0, len(places), size):
                batch = places[start : start + size]
                ids = torch.tensor([encoded[place].ids for place in batch], device=self.device)
                vectors[torch.from_numpy(batch)] = self.forward(ids).half().cpu()
        return vectors

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        weights = self.weights
        batch, length = ids.shape

        def linear(x: torch.Tensor, name: str) -> torch.Tensor:
            return F.linear(x, weights[f"{name}.weight"], weights[f"{name}.bias"])

        def norm(x: torch.Tensor, name: str) -> torch.Tensor:
            return F.layer_norm(x, (WIDTH,), weights[f"{name}.weight"], weights[f"{name}.bias"], 1e-12)

        def heads(x: torch.Tensor) -> torch.Tensor:
            return x.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        x = weights["embeddings.word_embeddings.weight"][ids]
        x = x + weights["embeddings.position_embeddings.weight"][:length]
        x = norm(x + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}"
            query, key, value = (
                heads(linear(x, f"{name}.attention.self.{part}")) for part in ("query", "key", "value")
            )
            attended = F.scaled_dot_product_attention(query, key, value)
            attended = attended.transpose(1, 2).reshape(batch, length, WIDTH)
            x = norm(x + linear(attended, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm")
            widened = F.gelu(linear(x, f"{name}.intermediate.dense"))
            x = norm(x + linear(widened, f"{name}.output.dense"), f"{name}.output.LayerNorm")
        return F.normalize(x.float().mean(1), dim=1)
