# Runs recorded drafts of benchmarks for `npm run eval -- code`, in a child of its own: python3 -I runner.py < jobs.
# Each line of the input is {"id", "code", "trials"}, each line of the output {"id", "run"}; every job runs in a fork.
import sys, json, os, io, signal, resource, hashlib, math
SECONDS = 0.25
TIMEOUTS = 2

class Spent(BaseException): pass
def ring(*_): raise Spent()

def number(value):
    if value != value: return "NaN"
    if value in (math.inf, -math.inf): return "Infinity" if value > 0 else "-Infinity"
    return "%.12g" % value

def canonical(value, depth=0):
    if depth > 12: return "…"
    kind = type(value)
    more = lambda items: [canonical(item, depth + 1) for item in items]
    if value is None: return "null"
    if kind is bool: return "true" if value else "false"
    if isinstance(value, str): return json.dumps(str(value), ensure_ascii=False)
    if isinstance(value, int): return str(int(value))
    if isinstance(value, float): return number(float(value))
    if isinstance(value, (list,)): return "[" + ",".join(more(value)) + "]"
    if isinstance(value, tuple): return "(" + ",".join(more(value)) + ")"
    if isinstance(value, (set, frozenset)): return "{" + ",".join(sorted(more(value))) + "}"
    if isinstance(value, dict): return "{" + ",".join(sorted(canonical(key, depth + 1) + ":" + canonical(held, depth + 1) for key, held in value.items())) + "}"
    if hasattr(value, "__next__") or kind.__name__ in ("range", "dict_keys", "dict_values", "dict_items", "deque", "map"):
        items = []
        for item in value:
            items.append(canonical(item, depth + 1))
            if len(items) >= 500: break
        return kind.__name__ + "[" + ",".join(items) + "]"
    if hasattr(value, "__dict__") and not callable(value): return kind.__name__ + canonical(vars(value), depth + 1)
    return kind.__name__

def cut(text):
    return text if len(text) <= 10000 else text[:10000] + "…%d %s" % (len(text), hashlib.sha256(text.encode("utf8", "replace")).hexdigest())

class Output(io.StringIO):
    def write(self, text):
        if self.tell() > 1000000: raise Spent()
        return super().write(text)

def attempt(make):
    saved = sys.stdin, sys.stdout, sys.stderr
    sys.stdout = Output(); sys.stderr = Output()
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, 0.05)
    try:
        value = make()
        return {"kind": "value", "value": cut(value)}
    except Spent: return {"kind": "stopped", "why": "time"}
    except MemoryError: return {"kind": "stopped", "why": "memory"}
    except BaseException as error: return {"kind": "raised", "error": type(error).__name__}
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        sys.stdin, sys.stdout, sys.stderr = saved

def printed(code, text):
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf8")
    out = sys.stdout
    class Both(Output):
        @property
        def buffer(self): return self
        def write(self, part): return super().write(part if isinstance(part, str) else bytes(part).decode())
    sys.stdout = out = Both()
    try: exec(code, {"__name__": "__main__"})
    except SystemExit as end:
        if end.code: raise
    return out.getvalue()

def run(job):
    try: code = compile(job["code"], "draft", "exec")
    except BaseException as error: return {"outcomes": [], "again": [], "problem": type(error).__name__}
    space = {"__name__": "draft"}
    if any(trial["kind"] == "call" for trial in job["trials"]):
        loaded = attempt(lambda: exec(code, space) or "")
        if loaded["kind"] != "value": return {"outcomes": [], "again": [], "problem": loaded.get("error", "stopped")}
    outcomes = []; again = []; stopped = 0
    for place, trial in enumerate(job["trials"] * 2):
        earlier = outcomes[place % len(job["trials"])] if place >= len(job["trials"]) else None
        if earlier and earlier["kind"] == "stopped" or (not earlier and stopped >= TIMEOUTS): outcome = {"kind": "stopped", "why": "time"}
        elif trial["kind"] == "stdin": outcome = attempt(lambda: printed(code, trial["input"]))
        else: outcome = attempt(lambda: canonical(eval(trial["expression"], dict(space))))
        if not earlier: stopped += outcome["kind"] == "stopped"
        (again if earlier else outcomes).append(outcome)
    return {"outcomes": outcomes, "again": again, "problem": None}

import typing, collections, itertools, functools, heapq, string, random, bisect, operator, re, datetime, copy
real = sys.stdout
for line in sys.stdin:
    job = json.loads(line)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)); resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        sys.setrecursionlimit(3000); sys.set_int_max_str_digits(20000)
        signal.signal(signal.SIGVTALRM, ring); signal.alarm(20)
        silent = os.open("/dev/null", os.O_RDWR)
        for stream in (0, 1, 2): os.dup2(silent, stream)
        said = json.dumps(run(job)).encode("utf8", "replace")
        while said: said = said[os.write(writing, said):]
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe: said = pipe.read()
    os.waitpid(child, 0)
    try: outcome = json.loads(said)
    except ValueError: lost = [{"kind": "stopped", "why": "memory"} for _ in job["trials"]]; outcome = {"outcomes": lost, "again": lost, "problem": None}
    real.write(json.dumps({"id": job["id"], "run": outcome}) + "\n"); real.flush()
