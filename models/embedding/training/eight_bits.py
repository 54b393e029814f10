"""Matrices in eight bits with one scale per row, as the models are stored."""

import hashlib
from pathlib import Path

import numpy as np
import torch


def eight_bits(table: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    scale = table.abs().amax(1, keepdim=True).clamp_min(1e-9) / 127
    return (table / scale).round().clamp(-127, 127).to(torch.int8), scale[:, 0]


@torch.no_grad()
def round_to_stored(matrices: list[torch.Tensor]) -> None:
    """Gives matrices the values that they will have when they are read from the file."""
    for matrix in matrices:
        whole, scale = eight_bits(matrix)
        matrix.copy_(whole.float() * scale[:, None])


@torch.no_grad()
def write_weights(file: Path, vectors: list[torch.Tensor], matrices: list[torch.Tensor]) -> str:
    """Writes vectors as 32-bit floats, the scales of all matrices, then the matrices; returns the SHA-256."""
    rows = [eight_bits(matrix) for matrix in matrices]
    parts = [value.float().cpu().numpy() for value in [*vectors, *(scale for _, scale in rows)]]
    parts += [whole.cpu().numpy() for whole, _ in rows]
    content = b"".join(np.ascontiguousarray(part).tobytes() for part in parts)
    file.write_bytes(content)
    return hashlib.sha256(content).hexdigest()
