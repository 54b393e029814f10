"""The training text: many small sources, each of pairs, groups, labelled or scored pairs."""

import json
import lzma
from dataclasses import dataclass, field
from pathlib import Path

#: Sources kept out of training: the first is an evaluation set.
LEFT_OUT = {"paws_val"}
#: How many pairs of each of these are kept back to choose between models by retrieval.
KEPT_BACK = 1500
RETRIEVAL_SOURCES = ["simplewiki_title", "wordnet_def", "docs_mdn", "docs_github", "qa_medquad", "enwiki_head", "acl"]


@dataclass
class Source:
    """Rows of sentence numbers; `kind` says what a row means."""

    name: str
    kind: str
    rows: list[list] = field(default_factory=list)


class Corpus:
    """Every sentence once, and the sources that refer to them by number."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.sources: dict[str, Source] = {}
        self.held_back: dict[str, list[list[int]]] = {}

    def number(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    @property
    def sentences(self) -> list[str]:
        return list(self.numbers)


def read_corpus(files: list[Path], axioms: list[Path]) -> Corpus:
    """Reads the shards, where a header `{"src", "kind", "n"}` opens each source, and the service's own axioms."""
    corpus = Corpus()
    for file in files:
        source = None
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                if isinstance(row, dict):
                    source = Source(row["src"], row["kind"])
                    if source.name not in LEFT_OUT:
                        corpus.sources[source.name] = source
                elif source.name not in LEFT_OUT:
                    texts = row if source.kind == "group" else row[:2]
                    rest = [] if source.kind == "group" else row[2:]
                    source.rows.append([corpus.number(text) for text in texts] + rest)
    corpus.sources["axioms"] = Source("axioms", "pair")
    for file in axioms:
        for line in file.read_text(encoding="utf-8").splitlines():
            axiom = json.loads(line)
            corpus.sources["axioms"].rows.append([corpus.number(axiom["axiom"]), corpus.number(axiom["description"])])
    for name in RETRIEVAL_SOURCES:
        rows = corpus.sources[name].rows
        corpus.held_back[name] = rows[-KEPT_BACK:]
        corpus.sources[name].rows = rows[:-KEPT_BACK]
    return corpus
