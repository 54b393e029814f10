"""Texts as numbers: cut into pieces, once, for the student and for the teacher."""

import os
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch

from data import Pair
from teacher import LONGEST
from wordpiece import WordPieces

device = "cuda" if torch.cuda.is_available() else "cpu"


class TeacherCut:
    """Cuts texts as the teacher was taught to read them."""

    def __init__(self, file: Path):
        from tokenizers import Tokenizer

        self.tokenizer = Tokenizer.from_file(str(file))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def __call__(self, texts: list[str]) -> tuple[torch.Tensor, torch.Tensor]:
        encoded = self.tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        return table_of([item.ids for item in encoded], 0)


class Texts:
    """Every text once, cut for the teacher and for the student."""

    def __init__(self, texts: list[str], vocabulary: Path, cut_for_teacher: TeacherCut):
        self.number = {text: place for place, text in enumerate(dict.fromkeys(texts))}
        unique = list(self.number)
        self.teacher = cut_for_teacher(unique)
        pieces = vocabulary.read_text(encoding="utf-8").split("\n")
        chunks = [(pieces, unique[start : start + 20_000]) for start in range(0, len(unique), 20_000)]
        with Pool(min(16, os.cpu_count() or 2)) as pool:
            cut = [rows for chunk in pool.map(cut_chunk, chunks) for rows in chunk]
        self.pieces = pieces
        self.rows = WordPieces(pieces).rows
        self.student = table_of(cut, self.rows)


def cut_chunk(job: tuple[list[str], list[str]]) -> list[list[int]]:
    pieces, texts = job
    encode = WordPieces(pieces).encode
    return [encode(text)[:LONGEST] for text in texts]


def table_of(rows: list[list[int]], padding: int) -> tuple[torch.Tensor, torch.Tensor]:
    table = np.full((len(rows), LONGEST), padding, np.int64)
    lengths = np.zeros(len(rows), np.int64)
    for place, row in enumerate(rows):
        kept = row[:LONGEST]
        table[place, : len(kept)] = kept
        lengths[place] = max(1, len(kept))
    return torch.from_numpy(table).to(device), torch.from_numpy(lengths).to(device)


def numbers(texts: Texts, pairs: list[Pair]) -> tuple[torch.Tensor, torch.Tensor]:
    left = torch.tensor([texts.number[pair.left] for pair in pairs], device=device)
    right = torch.tensor([texts.number[pair.right] for pair in pairs], device=device)
    return left, right
