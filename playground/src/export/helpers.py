import contextlib
import decimal
import pathlib
import re
import sqlite3
import subprocess
import sys


def _output(text):
    """What the draft prints, without white space at the ends of lines."""
    command = [sys.executable, pathlib.Path(__file__).with_name("draft.py")]
    ran = subprocess.run(command, input=text, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return re.sub("[ \t]+$", "", ran.stdout, flags=re.MULTILINE).rstrip()


def _rows(tables):
    """The rows of the last query of the draft on these tables."""
    draft = pathlib.Path(__file__).with_name("draft.sql").read_text(encoding="utf-8")
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.executescript(tables)
    rows, statement = [], ""
    for part in re.split("(?<=;)", draft + "\n;"):
        statement += part
        if sqlite3.complete_statement(statement):
            cursor = database.execute(statement)
            rows, statement = [list(row) for row in cursor] if cursor.description else rows, ""
    return rows


def _rounded(value):
    """A value as it was compared: floats in it have twelve digits, those with many decimals nine."""
    def short(found):
        digits = decimal.Context(prec=9, rounding=decimal.ROUND_HALF_UP)
        return f"{digits.create_decimal_from_float(float(found[0])).normalize() + 0:f}"

    if isinstance(value, str):
        return re.sub(r"(?<!\d)\d{1,30}\.\d{7,30}(?:e[-+]?\d{1,3})?", short, value)
    if isinstance(value, float):
        text = _rounded("%.12g" % value)
        return int(text) if text.lstrip("-").isdigit() else float(text)
    if isinstance(value, tuple):
        return tuple(map(_rounded, value))
    if isinstance(value, list):
        return list(map(_rounded, value))
    if isinstance(value, (set, frozenset)):
        return set(map(_rounded, value)) or {}
    if isinstance(value, dict):
        return {_rounded(key): _rounded(item) for key, item in value.items()}
    return value


@contextlib.contextmanager
def _raises(name=""):
    """Expects that something is raised."""
    try:
        yield
    except BaseException as error:
        assert name in ("", type(error).__name__)
    else:
        raise AssertionError("nothing is raised")
