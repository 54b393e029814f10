"""What the support model learns from: labelled pairs of text and claim, and further pairs for the teacher to label."""

import gzip
import json
import lzma
import random
import re
from dataclasses import dataclass
from pathlib import Path

SUPPORTED, SILENT, CONTRADICTED = 0, 1, 2
LABELS = {"entail": SUPPORTED, "neutral": SILENT, "contradict": CONTRADICTED}
#: The label of a pair that is only known not to be supported, and of one that only the teacher can label.
NOT_SUPPORTED, UNKNOWN = 3, 4

SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"“(])|\n+")
NUMBER = re.compile(r"\b\d[\d,.]*\d\b|\b\d\b")
NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
CLAUSE = re.compile(r", (?:which|who|and|but|while|where|with|including|because|although)\b[^,.;]*")
NEGATABLE = re.compile(r"\b(is|are|was|were|can|could|will|would|has|have|had|does|did|must|should)\b(?! not)")
OPPOSITES = [
    pair.split("/")
    for pair in (
        "increase/decrease increases/decreases increased/decreased rise/fall rises/falls higher/lower more/less faster/slower before/after "
        "first/last largest/smallest larger/smaller longest/shortest longer/shorter above/below north/south east/west northern/southern "
        "eastern/western early/late earlier/later win/lose won/lost gain/lose strong/weak stronger/weaker hot/cold warmer/colder high/low "
        "old/new older/younger male/female father/mother son/daughter brother/sister king/queen inside/outside open/closed public/private "
        "positive/negative major/minor maximum/minimum upper/lower left/right always/never all/none most/few begin/end began/ended start/stop "
        "allow/prevent allows/prevents enable/disable include/exclude includes/excludes accept/reject accepted/rejected success/failure "
        "expand/contract expands/contracts absorb/release absorbs/releases attract/repel input/output buyer/seller cause/prevent causes/prevents"
    ).split()
]
OPPOSITE = {word: other for pair in OPPOSITES for word, other in (pair, pair[::-1])}


@dataclass
class Pair:
    text: str
    claim: str
    label: int
    source: str


def read_labelled(file: Path) -> list[Pair]:
    """A file of premises and hypotheses with their labels; `two_way` where not supported is all that is known."""
    found = []
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            label = LABELS[row["label"]]
            if row.get("two_way") and label != SUPPORTED:
                label = NOT_SUPPORTED
            found.append(Pair(row["premise"], row["hypothesis"], label, row.get("source") or row["set"]))
    return found


def read_statements(file: Path) -> list[Pair]:
    """Our own statements: a passage with claims that it supports, contradicts and is silent on."""
    found = []
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            for name, label in (("s", SUPPORTED), ("n", SILENT), ("c", CONTRADICTED)):
                found += [Pair(row["p"], claim, label, f"statements of writer {row['w']}") for claim in row[name]]
    return found


def read_corpus(folder: Path) -> tuple[list[list[str]], list[str]]:
    """Groups of sentences that say nearly the same, and single statements to look for neighbours among."""
    groups: list[list[str]] = []
    statements: list[str] = []
    for file in sorted(folder.glob("*.jsonl.xz")):
        source = ""
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                if isinstance(row, dict):
                    source = row["src"]
                elif source in ("wmt", "flickr30k", "flickr8k"):
                    groups.append(row)
                elif source == "simple_vs_en":
                    groups.append(row)
                elif source in ("enwiki_adj", "simplewiki_adj"):
                    statements += row
                elif source in ("enwiki_head", "simplewiki_title", "qa_medquad", "acl", "paperlists", "arxiv", "docs_k8s", "docs_github"):
                    statements.append(row[1])
    return groups, [text for text in dict.fromkeys(statements) if 40 <= len(text) <= 300]


def sentences_of(text: str) -> list[str]:
    return [part for part in SENTENCE_END.split(text) if part.strip()]


def altered(text: str, strangers: list[str], chance: random.Random) -> tuple[str, int] | None:
    """A claim that differs from a statement in one place, and how: a number, a name, an opposite, a negation, or a clause less."""
    ways = []
    numbers = list(NUMBER.finditer(text))
    names = list(NAME.finditer(text))
    words = [match for match in re.finditer(r"[A-Za-z]+", text) if match[0].lower() in OPPOSITE]
    clauses = list(CLAUSE.finditer(text))
    verbs = list(NEGATABLE.finditer(text))
    if numbers:
        ways += ["number", "number"]
    if names and strangers:
        ways += ["name", "name"]
    if words:
        ways += ["opposite", "opposite"]
    if clauses:
        ways += ["shorter", "shorter"]
    if verbs:
        ways.append("negated")
    if len(names) >= 2:
        ways.append("swapped")
    if not ways:
        return None
    way = chance.choice(ways)
    if way == "number":
        match = chance.choice(numbers)
        return text[: match.start()] + other_number(match[0], chance) + text[match.end() :], NOT_SUPPORTED
    if way == "name":
        match = chance.choice(names)
        return text[: match.start()] + chance.choice(strangers) + text[match.end() :], NOT_SUPPORTED
    if way == "opposite":
        match = chance.choice(words)
        other = OPPOSITE[match[0].lower()]
        return text[: match.start()] + (other.capitalize() if match[0][0].isupper() else other) + text[match.end() :], NOT_SUPPORTED
    if way == "shorter":
        match = chance.choice(clauses)
        return text[: match.start()] + text[match.end() :], SUPPORTED
    if way == "negated":
        match = chance.choice(verbs)
        return text[: match.end()] + " not" + text[match.end() :], CONTRADICTED
    one, other = sorted(chance.sample(names, 2), key=lambda match: match.start())
    return text[: one.start()] + other[0] + text[one.end() : other.start()] + one[0] + text[other.end() :], UNKNOWN


LEAD_INS = "In short, |In fact, |Note that |As is known, |Generally, |In other words, |It is true that |Of course, ".split("|")
SPELLINGS = [
    (" do not ", " don't "), (" does not ", " doesn't "), (" is not ", " isn't "), (" are not ", " aren't "), (" cannot ", " can't "),
    (" was not ", " wasn't "), (" percent", "%"), (" for example", " for instance"), (" also ", " "), (" about ", " around "),
    (" because ", " since "), (" many ", " a lot of "), (" large ", " big "), (" however", " though"), (" approximately ", " about "),
    (" such as ", " like "), (" is able to ", " can "), (" in order to ", " to "), (" shows ", " demonstrates "), (" begin ", " start "),
]


def copied(text: str, chance: random.Random) -> str:
    """A claim that says what a sentence says, in the same words or nearly: a lead-in, another spelling, a clause less."""
    way = chance.random()
    if way < 0.3:
        return text
    if way < 0.5 and text[:1].isupper():
        lead = chance.choice(LEAD_INS)
        return lead + (text if text[1:2].isupper() else text[0].lower() + text[1:])
    for one, other in SPELLINGS:
        if one in text and chance.random() < 0.7:
            text = text.replace(one, other, 1)
    clauses = list(CLAUSE.finditer(text))
    if clauses and way > 0.65:
        match = chance.choice(clauses)
        text = text[: match.start()] + text[match.end() :]
    return text.rstrip(".") if way > 0.9 else text


def copies_and_changes(passages: list[str], statements: list[str], seed: int, count: int) -> list[Pair]:
    """
    Near copies of sentences, some that say the same and some with one thing changed, in about equal parts: without the
    first a model takes every near copy for a contradiction, without the second for support.
    """
    chance = random.Random(seed)
    strangers = names_in(statements[:60_000])
    found: list[Pair] = []
    for text in passages + chance.sample(statements, min(len(statements), count)):
        sentence = chance.choice(sentences_of(text) or [text])
        found.append(Pair(text, copied(sentence, chance), SUPPORTED, "copied"))
        changed = altered(sentence, strangers, chance)
        if changed is not None and changed[1] != UNKNOWN:
            found.append(Pair(text, changed[0], changed[1], "changed"))
    return found


def other_number(number: str, chance: random.Random) -> str:
    digits = number.replace(",", "")
    if digits.isdigit() and len(digits) < 12:
        value = int(digits)
        changed = value + chance.choice([-10, -5, -3, -2, -1, 1, 2, 3, 5, 7, 10, 20]) if chance.random() < 0.7 else value * chance.choice([2, 3, 10])
        return f"{max(0, changed):,}" if "," in number else str(max(0, changed))
    place = chance.choice([index for index, char in enumerate(number) if char.isdigit()])
    return number[:place] + str((int(number[place]) + chance.randint(1, 9)) % 10) + number[place + 1 :]


def names_in(texts: list[str]) -> list[str]:
    found: dict[str, None] = {}
    for text in texts:
        for match in NAME.finditer(text):
            found.setdefault(match[0])
    return list(found)
