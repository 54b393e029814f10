"""Packs the weights of all-MiniLM-L6-v2 into eight bits with a scale a row: python3 pack_teacher.py FROM.safetensors TO.npz"""

import json
import sys

import numpy as np


def read_safetensors(file: str) -> dict[str, np.ndarray]:
    with open(file, "rb") as stream:
        header = json.loads(stream.read(int.from_bytes(stream.read(8), "little")))
        body = stream.read()
    kinds = {"F16": np.float16, "F32": np.float32}
    return {
        name: np.frombuffer(body[slice(*entry["data_offsets"])], kinds[entry["dtype"]]).reshape(entry["shape"]).astype(np.float32)
        for name, entry in header.items()
        if name != "__metadata__" and entry["dtype"] in kinds
    }


packed: dict[str, np.ndarray] = {}
for name, value in read_safetensors(sys.argv[1]).items():
    if value.ndim == 2:
        scale = np.maximum(np.abs(value).max(1, keepdims=True), 1e-9) / 127
        packed[name] = np.round(value / scale).astype(np.int8)
        packed[f"{name}.scale"] = scale
    else:
        packed[name] = value
np.savez_compressed(sys.argv[2], **packed)
