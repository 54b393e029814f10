"""The rows that the table begins with: those of the embedding model, on fewer axes. python3 start.py COLUMNS TO.npz"""

import json
import sys
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parents[2] / "embedding"
WHITENING = 0.25

columns, target = int(sys.argv[1]), sys.argv[2]
shape = json.loads((FOLDER / "model.json").read_text())
rows = shape["buckets"] + shape["pieces"]
content = (FOLDER / "weights.bin").read_bytes()
meaning, order = shape["meaning"], shape["order"]
scale = np.frombuffer(content, np.float32, rows)
packed = np.frombuffer(content, np.int8, rows * meaning, len(content) - rows * (meaning + order)).reshape(rows, meaning)
vectors = packed.astype(np.float64) * scale[:, None]
centred = vectors - vectors.mean(0)
values, axes = np.linalg.eigh(centred.T @ centred / rows)
values, axes = values[::-1][:columns], axes[:, ::-1][:, :columns]
turned = (centred @ axes) / np.maximum(values, values[0] * 1e-3) ** WHITENING
turned /= np.linalg.norm(turned, axis=1, keepdims=True) + 1e-9
# In eight bits: they are only where training begins.
np.savez_compressed(target, start=np.clip(np.round(turned * columns**0.5 * 0.5 * 32), -127, 127).astype(np.int8))
