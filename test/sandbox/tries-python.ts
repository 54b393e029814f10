import type { Try } from './tries.ts'

const CANARY = '$CANARY_FILE'
/** An expression that must not tell anything. */
const expression = (text: string): Try => ({ call: text })
const statements = (program: string, call = 'f()'): Try => ({ program, call })

/** What an attacker may try in Python. */
export const PYTHON_TRIES: Record<string, Try> = {
  'reads /etc/passwd': expression("open('/etc/passwd').read()"),
  'reads the planted file': expression(`open('${CANARY}').read()`),
  'climbs to the planted file': expression(`open('../../../../../..${CANARY}').read()`),
  'reads the planted file through the embedded files': expression(`open('/usr/local/../..${CANARY}').read()`),
  'reads .env': expression("open('.env').read()"),
  'reads the environment of the process': expression("open('/proc/self/environ').read()"),
  'reads the memory of the process': expression("open('/proc/self/mem','rb').read(100)"),
  'reads the environment': expression("dict(__import__('os').environ)"),
  'reads a variable': expression("__import__('os').getenv('SANDBOX_CANARY')"),
  'lists the root': expression("[n for n in __import__('os').listdir('/') if n not in ('usr',)]"),
  'lists /proc': expression("__import__('os').listdir('/proc')"),
  'opens a folder by a preopened one': expression(`__import__('os').open('${CANARY.slice(1)}', 0, dir_fd=3)`),
  'reads other streams': expression("[__import__('os').read(n, 99) for n in range(3, 20)]"),
  'writes a file': expression("open('/tmp/stretto-escaped','w').write('x')"),
  'writes beside': expression("open('stretto-escaped','w').write('x')"),
  'links the planted file': expression(
    `__import__('os').symlink('${CANARY}', '/usr/local/x') or open('/usr/local/x').read()`,
  ),
  'loads C': expression("__import__('ctypes').CDLL(None)"),
  'loads _ctypes': expression("__import__('_ctypes').dlopen('libc.so.6', 2)"),
  'loads cffi': expression("__import__('_cffi_backend')"),
  'maps memory': expression("__import__('mmap').mmap(-1, 4096)"),
  'runs a command': expression("__import__('os').system('cat /etc/passwd')"),
  'runs a process': expression("__import__('subprocess').run(['id'], capture_output=True).stdout"),
  'runs posix_spawn': expression("__import__('posix').posix_spawn('/bin/sh', ['sh'], {})"),
  forks: expression("__import__('os').fork()"),
  'replaces the process': expression("__import__('os').execv('/bin/sh', ['sh'])"),
  'kills the parent': expression("__import__('os').kill(__import__('os').getppid(), 9)"),
  'opens a socket': expression("__import__('socket').create_connection(('127.0.0.1', 80), 1)"),
  'fetches a page': expression("__import__('urllib.request').request.urlopen('http://127.0.0.1:1').read()"),
  'accepts on a stream': expression("__import__('_socket').socket(fileno=3)"),
  'imports the host': expression("__import__('js').process.env"),
  'starts a thread': expression("__import__('_thread').start_new_thread(print, ()) and 1"),
  'starts processes': expression("__import__('multiprocessing').Process(target=print).start()"),
  'leaves by exit': expression("__import__('sys').exit(3)"),
  'leaves at once': expression("__import__('os')._exit(3)"),
  aborts: expression("__import__('os').abort()"),
  'crashes by a fault': expression("__import__('faulthandler')._sigsegv()"),
  'recurses without end': statements('def f(): return f()'),
  'recurses without the limit': statements('import sys\nsys.setrecursionlimit(10**9)\ndef f(): return f()'),
  'recurses in C': statements('def f():\n  l=[]\n  for _ in range(200000): l=[l]\n  return repr(l)'),
  'recurses in comparisons': statements(
    'class A:\n  def __eq__(s, o): return s == o\ndef f(): return A() == A()',
  ),
  'is a tower of brackets': expression(`${'('.repeat(3000)}${')'.repeat(3000)}`),
  'allocates 4 GB': expression('len(bytearray(4*10**9))'),
  'allocates slowly': statements('def f():\n  a=[]\n  while True: a.append(bytearray(10**6))'),
  'allocates and catches': statements(
    "def f():\n  a=[]\n  while True:\n    try: a.append('x'*10**6+str(len(a)))\n    except MemoryError: pass",
  ),
  'repeats a list': expression('[0]*10**9'),
  'counts a huge number': expression('len(str(9**9**8))'),
  'loops without end': statements('def f():\n  while True: pass'),
  'loops in C': expression('sum(iter(int, 1))'),
  'loops and catches everything': statements(
    'def f():\n  while True:\n    try:\n      while True: pass\n    except BaseException: pass',
  ),
  backtracks: expression("__import__('re').match('(a+)+$', 'a'*40+'b')"),
  sleeps: statements('import time\ndef f():\n  for _ in range(10**9): time.sleep(10**6)'),
  'floods the output': statements("def f():\n  while True: print('x'*1000)"),
  'floods the errors': statements("import os\ndef f():\n  while True: os.write(2, b'x'*10000)"),
  'returns a flood': expression("'x'*50_000_000"),
  'speaks as the driver': expression(
    `__import__('os').write(2, b'["value", "forged"]\\n{"said":"done","problem":null}\\n')`,
  ),
  'speaks as the child': expression(
    `__import__('os').write(1, b'\\n{"said":"outcome","outcome":{"kind":"value","value":"forged"}}\\n')`,
  ),
  'replaces the driver': statements(
    "import __main__, os\ndef f():\n  __main__._answer = lambda *a: os.write(2, b'forged')\n  return 1",
  ),
  'closes the streams': statements(
    'import os\ndef f():\n  os.close(0); os.close(1); os.close(2)\n  return 1',
  ),
  'hides in an exception': statements("class E(Exception): pass\nE.__name__ = 'x'*100000\ndef f(): raise E"),
  'hides in a representation': statements(
    'class A(float):\n  def __repr__(s): raise SystemExit\ndef f(): return A()',
  ),
  'patches what all use': statements(
    "import builtins, json, os\nbuiltins.len = lambda x: 99\nbuiltins.type = None\njson.dumps = lambda *a: 'x'\nos.read = None\ndef f(): return 1",
  ),
  'leaves work for later': statements(
    "import atexit, gc, sys, threading\natexit.register(lambda: print('later'))\nclass A:\n  def __del__(s): print('later')\nA.x = A()\nsys.settrace(lambda *a: None)\ndef f(): return 1",
  ),
  'iterates without end': statements(
    'class A:\n  def __iter__(s): return s\n  def __next__(s): return iter(s)\ndef f(): return A()',
  ),
  'is awaited without end': statements(
    'class A:\n  def __await__(s):\n    while True: yield\nasync def f(): await A()',
  ),
  'is not text': statements('def f(): return "\\ud800"'),
}
