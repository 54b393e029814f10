"""Texts in batches of about equal length."""

import torch


def batches(lengths: torch.Tensor, size: int, chance: torch.Generator | None):
    """The places of texts, batch by batch; in random order where there is a generator."""
    if chance is None:
        yield from lengths.argsort().split(size)
        return
    order = torch.randperm(len(lengths), generator=chance).to(lengths.device)
    for block in order.split(size * 32):
        ready = block[lengths[block].argsort()].split(size)
        for place in torch.randperm(len(ready), generator=chance).tolist():
            yield ready[place]
