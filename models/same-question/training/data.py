"""What the pair model learns from: labelled pairs of questions, look-alikes that differ, rewordings that do not."""

import gzip
import hashlib
import json
import random
import re
from dataclasses import dataclass
from pathlib import Path

FOLDS = 3
WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
#: Words that hold a sentence together; they are neither swapped nor replaced.
SMALL = set(
    "a an the is are was were be been being am do does did has have had can could will would should may might must shall "
    "i you he she it we they me my your his her its our their this that these those there here what who whom whose which "
    "when where why how and or but if then than so as of in on at by for from to with about into over after before under "
    "between during without within not no nor only just also too very much many more most some any all each every both "
    "one s t d ll re ve m don doesn didn isn aren".split()
)
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
MONTHS = "january february march april june july august september october november december".split()
#: Words of which one may stand for another only by changing the question.
CLASSES = [DAYS, MONTHS, "morning afternoon evening night".split(), "first second third fourth fifth".split()]
OPPOSITES = [
    pair.split("/")
    for pair in (
        "enable/disable increase/decrease before/after buy/sell import/export open/close start/stop add/remove install/uninstall "
        "hot/cold largest/smallest highest/lowest longest/shortest best/worst maximum/minimum most/least more/less upper/lower "
        "left/right north/south east/west gain/lose win/lose love/hate male/female men/women boys/girls husband/wife mother/father "
        "son/daughter encrypt/decrypt encode/decode compress/decompress lock/unlock block/unblock follow/unfollow login/logout "
        "upload/download send/receive push/pull arrive/depart arrival/departure earliest/latest cheapest/dearest legal/illegal "
        "possible/impossible safe/dangerous rich/poor early/late above/below inside/outside with/without internal/external "
        "public/private input/output positive/negative advantage/disadvantage advantages/disadvantages pros/cons cause/effect "
        "causes/effects causes/symptoms symptoms/treatment celsius/fahrenheit miles/kilometers pounds/kilograms android/iphone "
        "windows/linux front/back old/new young/old single/married employee/employer teacher/student lend/borrow teach/learn"
    ).split()
]
OPENINGS = ["please tell me ", "can you tell me ", "could you please tell me ", "hi, ", "hello! ", "i want to know ", "quick question: "]
REWORDINGS = [
    (re.compile(pattern, re.I), replacements)
    for pattern, replacements in [
        (r"^how do i ", ["how can i ", "how to ", "how do you ", "what is the way to ", "ways to "]),
        (r"^how can i ", ["how do i ", "how to ", "how could i ", "how can one "]),
        (r"^how to ", ["how do i ", "how can i ", "what is the best way to "]),
        (r"^what is the ", ["what's the ", "tell me the ", "give me the ", "the "]),
        (r"^what are the ", ["which are the ", "tell me the ", "list the ", "what're the "]),
        (r"^what is ", ["what's ", "define ", "what exactly is "]),
        (r"^why do ", ["why is it that ", "what is the reason "]),
        (r"^what is the best ", ["which is the best ", "which one is the best ", "the best "]),
        (r"^is it possible to ", ["can i ", "can one ", "is there a way to "]),
        (r"^who is ", ["who's ", "tell me who is "]),
    ]
]
ABBREVIATIONS = [
    pair.split("/")
    for pair in "united states/usa;united states/us;united kingdom/uk;javascript/js;artificial intelligence/ai;television/tv;new york/ny;world war 2/wwii;united nations/un;doctor/dr;versus/vs;mathematics/maths;information technology/it;machine learning/ml;two/2;three/3;four/4;five/5;ten/10;colour/color;kilometres/km;kilometers/km;kilograms/kg;percent/%".split(";")
]


@dataclass
class Pair:
    left: str
    right: str
    #: 1 same, 0 different, None where only the teacher can say.
    label: int | None
    source: str
    fold: int = -1


def read_labelled(folder: Path, name: str) -> list[Pair]:
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [Pair(row["text_a"], row["text_b"], int(row["label"]), name) for row in rows]


def read_everyday(file: Path) -> list[Pair]:
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [Pair(row["asked"], row["stored"], int(row["same"]), "everyday") for row in rows]


def give_folds(pairs: list[Pair]) -> dict[str, int]:
    """Gives connected questions one fold, so that no question is in two; returns the fold of each."""
    parent: dict[str, str] = {}

    def root(text: str) -> str:
        while parent.setdefault(text, text) != text:
            parent[text] = parent[parent[text]]
            text = parent[text]
        return text

    for pair in pairs:
        parent[root(pair.left)] = root(pair.right)
    folds = {text: int(hashlib.sha256(root(text).encode()).hexdigest(), 16) % FOLDS for text in list(parent)}
    for pair in pairs:
        pair.fold = folds[pair.left]
    return folds


def words_of(text: str) -> list[str]:
    return WORD.findall(text)


def joined(words: list[str]) -> str:
    return re.sub(r" ([?!.,;:%])", r"\1", " ".join(words))


def is_content(word: str) -> bool:
    return len(word) > 2 and word[0].isalnum() and word.lower() not in SMALL


def look_alikes(text: str, kin: dict[str, list[str]], chance: random.Random) -> list[str]:
    """Questions that look like this one and ask something else; `kin` has words of a word's kind."""
    words = words_of(text)
    content = [place for place, word in enumerate(words) if is_content(word)]
    found: list[str] = []
    joint = {"and", "or", "vs", "versus", ",", "/", "&"}
    if len(content) >= 3:
        one, other = sorted(chance.sample(content, 2))
        between = {word.lower() for word in words[one + 1 : other]}
        if words[one].lower() != words[other].lower() and not between & joint and other - one > 1:
            swapped = words[:]
            swapped[one], swapped[other] = swapped[other], swapped[one]
            found.append(joined(swapped))
    named = [place for place in content if place > 0 and (words[place][0].isupper() or words[place][0].isdigit())]
    replaceable = [place for place in named if words[place].lower() in kin]
    if replaceable:
        place = chance.choice(replaceable)
        changed = words[:]
        changed[place] = chance.choice(kin[words[place].lower()])
        found.append(joined(changed))
    for place, word in enumerate(words):
        low = word.lower()
        kin = next((group for group in CLASSES if low in group), None) or next((pair for pair in OPPOSITES if low in pair), None)
        if kin is not None:
            changed = words[:]
            changed[place] = chance.choice([item for item in kin if item != low])
            found.append(joined(changed))
        elif word.isascii() and word.isdigit():
            changed = words[:]
            changed[place] = str(int(word) + chance.choice([1, 2, 5, 10, 100])) if len(word) < 12 else word[:-1]
            found.append(joined(changed))
    low = [word.lower() for word in words]
    if "from" in low and "to" in low[low.index("from") + 2 :]:
        start, middle = low.index("from") + 1, low.index("to", low.index("from") + 2)
        end = next((place for place in range(middle + 2, len(words)) if not words[place][0].isalnum() or low[place] in SMALL), len(words))
        found.append(joined(words[:start] + words[middle + 1 : end] + ["to"] + words[start:middle] + words[end:]))
    kinds = ["who", "when", "where", "why", "how"]
    if low and low[0] in kinds and chance.random() < 0.5:
        found.append(joined([chance.choice([kind for kind in kinds if kind != low[0]])] + words[1:]))
    return [other for other in found if other.lower() != text.lower()]


def rewordings(text: str, chance: random.Random) -> list[str]:
    """The same question in other words, by rules that leave its meaning alone."""
    found: list[str] = []
    for pattern, replacements in REWORDINGS:
        if pattern.search(text):
            found.append(pattern.sub(chance.choice(replacements), text, count=1))
    for long, short in ABBREVIATIONS:
        low = text.lower()
        if re.search(rf"\b{re.escape(long)}\b", low):
            found.append(re.sub(rf"\b{re.escape(long)}\b", short, low, count=1))
        elif short.isalnum() and re.search(rf"\b{re.escape(short)}\b", text if short in ("us", "it") else low) and short not in ("us", "it", "un"):
            found.append(re.sub(rf"\b{re.escape(short)}\b", long, low, count=1))
    if chance.random() < 0.3:
        found.append(chance.choice(OPENINGS) + text)
    if chance.random() < 0.2:
        found.append(text.rstrip("?!. ") + chance.choice([", please?", " please", " thanks", "??", ""]))
    words = words_of(text)
    long_words = [place for place, word in enumerate(words) if len(word) >= 7 and word.islower()]
    if long_words and chance.random() < 0.4:
        place = chance.choice(long_words)
        letter = chance.randrange(2, len(words[place]) - 2)
        word = words[place]
        typo = word[:letter] + word[letter + 1] + word[letter] + word[letter + 2 :] if chance.random() < 0.5 else word[:letter] + word[letter + 1 :]
        found.append(joined(words[:place] + [typo] + words[place + 1 :]))
    between = re.search(r"\bbetween (\w+(?: \w+)?) and (\w+(?: \w+)?)([?.]|$)", text)
    if between:
        found.append(text[: between.start(1)] + between[2] + " and " + between[1] + text[between.end(2) :])
    if re.match(r"how (do|can|to)|what (is|are) the", text, re.I) and chance.random() < 0.3:
        kept = [word for word in words if word[0].isalnum() and (word.lower() not in SMALL or word.lower() in ("from", "to", "not", "without", "before", "after", "no"))]
        if len(kept) >= 3:
            found.append(" ".join(kept))
    return [other for other in found if other.lower() != text.lower()]


def made_pairs(texts: list[str], kin: dict[str, list[str]], folds: dict[str, int], seed: int) -> list[Pair]:
    """Look-alikes and rewordings of some questions."""
    chance = random.Random(seed)
    pairs: list[Pair] = []
    for text in texts:
        if len(text) > 300:
            continue
        fold = folds.get(text, -1)
        for other in look_alikes(text, kin, chance)[:3]:
            pairs.append(Pair(text, other, 0, "look-alike", fold))
        for other in rewordings(text, chance)[:2]:
            pairs.append(Pair(text, other, 1, "rewording", fold))
            # A reworded look-alike differs too: not every small change of wording is harmless.
            if chance.random() < 0.5:
                for alike in look_alikes(other, kin, chance)[:1]:
                    pairs.append(Pair(text, alike, 0, "look-alike", fold))
    return pairs


def content_words(texts: list[str]) -> list[str]:
    """The content words of some texts, each once, as first written."""
    found: dict[str, str] = {}
    for text in texts:
        for word in words_of(text):
            if is_content(word):
                found.setdefault(word.lower(), word)
    return list(found.values())
