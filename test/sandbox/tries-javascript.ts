import type { Try } from './tries.ts'

const expression = (call: string): Try => ({ call })
const HIDDEN =
  "return typeof process === 'undefined' ? 0 : process.env.SANDBOX_CANARY ?? Object.keys(process.env).length"

/** What an attacker may try in JavaScript. */
export const JAVASCRIPT_TRIES: Record<string, Try> = {
  'reads the environment': expression('process.env.SANDBOX_CANARY'),
  'lists the environment': expression('JSON.stringify(process.env)'),
  'reads by the constructor of a function': expression(`Function("${HIDDEN}")()`),
  'reads by the constructor of a constructor': expression(`[].constructor.constructor("${HIDDEN}")()`),
  'reads by the constructor of the console': expression(`console.log.constructor("${HIDDEN}")()`),
  'reads by the constructor of require': expression(`require.constructor("${HIDDEN}")()`),
  'reads by a generator': expression(`(function*(){}).constructor("${HIDDEN}")().next().value`),
  'reads by an async function': expression(`(async()=>{}).constructor("${HIDDEN}")()`),
  'reads by eval': expression(`(0, eval)("(() => {${HIDDEN}})()")`),
  'climbs from an error': expression(
    `(() => { try { null.x } catch (e) { return e.constructor.constructor("${HIDDEN}")() } })()`,
  ),
  'climbs from the arguments': { program: 'function f() { return arguments.callee.caller }', call: 'f()' },
  'reads the stack by a hook': {
    program:
      'Error.prepareStackTrace = (e, s) => s.map((c) => c.getThis())\nfunction f() { return new Error().stack }',
    call: 'f()',
  },
  'binds by the process': expression("process.binding('fs')"),
  'reads the main module': expression("process.mainModule.require('fs')"),
  'requires fs': expression("require('fs').readFileSync('$CANARY_FILE', 'utf8')"),
  'reads /etc/passwd': expression("require('node:fs').readFileSync('/etc/passwd', 'utf8')"),
  'reads by a promise': expression("require('fs').promises.readFile('/etc/passwd')"),
  'requires a process': expression("require('child_process').execSync('id')"),
  'requires by the prototype': expression("require('__proto__').constructor('return process')()"),
  'requires the network': expression("require('net').connect(80)"),
  'requires threads': expression("new (require('worker_threads').Worker)('1', { eval: true })"),
  'imports fs': expression("import('fs').then((m) => m.readFileSync('$CANARY_FILE', 'utf8'))"),
  'imports the modules of QuickJS': expression("import('std').then((m) => m.getenv('SANDBOX_CANARY'))"),
  'imports the system of QuickJS': expression("import('os').then((m) => m.exec(['id']))"),
  'imports from an address': expression("import('data:text/javascript,export default 1')"),
  'imports at the top': {
    program: "import fs from 'fs'\nexport const f = () => fs.readFileSync('$CANARY_FILE', 'utf8')",
    call: 'f()',
  },
  'reads as stdin': expression("require('fs').readFileSync('/proc/self/environ', 'utf8')"),
  fetches: expression("fetch('http://127.0.0.1')"),
  'opens a socket': expression("new WebSocket('ws://127.0.0.1')"),
  'requests a page': expression('new XMLHttpRequest()'),
  'starts a worker': expression("new Worker('data:,1')"),
  'compiles WebAssembly': expression('new WebAssembly.Memory({ initial: 1 })'),
  'uses Deno or Bun': expression("(globalThis.Deno ?? globalThis.Bun).env.get('SANDBOX_CANARY')"),
  'uses functions of Emscripten': expression('Object.keys(Module)'),
  'waits on shared memory': expression(
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0, 100000)',
  ),
  exits: expression('process.exit(3)'),
  'loops without end': expression('(() => { for (;;); })()'),
  'loops and catches': expression('(() => { for (;;) try { for (;;); } catch {} finally { continue } })()'),
  'loops in promises': expression('(async () => { for (;;) await 0 })()'),
  'loops in timers': expression('new Promise(() => { const f = () => setTimeout(f); f() })'),
  'never settles': expression('new Promise(() => {})'),
  'loops while it is shown': expression('({ get a() { for (;;); } })'),
  'loops while an error is shown': expression('(() => { throw { get name() { for (;;); } } })()'),
  'loops in a proxy': expression('new Proxy({}, { ownKeys() { for (;;); } })'),
  'loops when loaded': { program: 'for (;;);', call: '1' },
  backtracks: expression("/^(a+)+$/.test('a'.repeat(40) + 'b')"),
  'fills the memory': expression("(() => { const a = []; for (;;) a.push('x'.repeat(1e6) + a.length) })()"),
  'fills the memory and catches': expression(
    "(() => { const a = []; for (;;) try { for (;;) a.push('x'.repeat(1e6) + a.length) } catch {} })()",
  ),
  'fills the memory with bytes': expression('new Uint8Array(3e9).length'),
  'grows a string': expression("'x'.repeat(2 ** 29).length"),
  'grows an array': expression('new Array(1e9).fill(0).length'),
  'grows a number': expression('(2n ** 1000000000n).toString().length'),
  'recurses without end': expression('(function f() { return 1 + f() })()'),
  'recurses in JSON': expression(
    '(() => { let a = []; for (let i = 0; i < 1e6; i++) a = [a]; return JSON.stringify(a).length })()',
  ),
  'recurses in what is shown': expression(
    '(() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a })()',
  ),
  'recurses in itself': expression('(() => { const a = {}; a.a = a; return a })()'),
  'recurses in the parser': expression(`eval('('.repeat(1e6) + ')'.repeat(1e6))`),
  'recurses in an expression': expression("new RegExp('('.repeat(1e5) + ')'.repeat(1e5))"),
  'floods the output': expression("(() => { for (;;) console.log('x'.repeat(1000)) })()"),
  'floods and catches': expression(
    "(() => { for (let i = 0; i < 1e5; i++) try { console.log('x'.repeat(1000)) } catch {} return 1 })()",
  ),
  'returns a flood': expression("'x'.repeat(1e7)"),
  'throws a flood': expression("(() => { throw new Error('x'.repeat(1e7)) })()"),
  'throws a long name': expression("(() => { throw { name: 'x'.repeat(1e6) } })()"),
  'speaks as the child': expression(
    `console.log('\\n{"said":"outcome","outcome":{"kind":"value","value":"forged"}}\\n')`,
  ),
  'breaks out of the parentheses': expression(`1); globalThis.broken = (${'process.env'}`),
  'pollutes prototypes': {
    program:
      "Object.prototype.kind = 'value'; Object.prototype.value = 'forged'; Array.prototype.join = () => 'forged'; String.prototype.toString = () => 'forged'\nfunction f() { return [1] }",
    call: 'f()',
  },
  'replaces what all use': {
    program:
      "JSON.stringify = () => 'x'; globalThis.String = null; Object.keys = null; Promise.prototype.then = null; Array.from = null\nfunction f() { return { a: 1 } }",
    call: 'f()',
  },
  'sets the prototype of an answer': expression(
    `JSON.parse('{"__proto__": {"polluted": 1}, "cause": {"message": "interrupted"}}')`,
  ),
  'throws as the host': expression("(() => { throw { name: 'InternalError', message: 'out of memory' } })()"),
  'iterates over itself': {
    program:
      'const all = { next: () => ({ value: all }), [Symbol.iterator]: () => all }\nfunction f() { return all }',
    call: 'f()',
  },
  'breaks the type parser': {
    program: `function f(x: ${'Array<'.repeat(5000)}1${'>'.repeat(5000)}) { return 1 }`,
    call: 'f()',
  },
}
