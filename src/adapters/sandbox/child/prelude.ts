/** What runs inside QuickJS before any program, as text: its value is what the host calls. It uses nothing from outside of itself. */
export function prelude(input: string, outputLimit: number) {
  const printed: string[] = []
  let size = 0
  const show = (value: unknown, depth = 0): string => {
    const inner = (part: unknown) => show(part, depth + 1)
    const pair = (key: unknown, part: unknown) => `${inner(key)}:${inner(part)}`
    if (depth > 20) return '...'
    if (typeof value === 'number')
      return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(12)))
    if (typeof value === 'string') return JSON.stringify(value)
    if (typeof value === 'bigint') return `${value}n`
    if (typeof value === 'function' || typeof value === 'symbol') return typeof value
    if (typeof value !== 'object' || value === null) return String(value)
    if (Array.isArray(value)) return `[${Array.from(value, inner).join()}]`
    if (value instanceof Date || value instanceof RegExp || value instanceof Error) return String(value)
    const { next, [Symbol.iterator]: iterates } = value as { next?: unknown; [Symbol.iterator]?: unknown }
    if (typeof next === 'function' && typeof iterates === 'function') {
      const items: string[] = []
      for (const item of value as Iterable<unknown>) if (items.push(inner(item)) === 100) break
      return `iterator[${items.join()}]`
    }
    const name = value.constructor === Object ? '' : (value.constructor?.name ?? '')
    if (value instanceof Set) return `Set{${[...value].map(inner).sort().join()}}`
    if (ArrayBuffer.isView(value)) return `${name}[${Array.from(value as Uint8Array, inner).join()}]`
    const entries = value instanceof Map ? [...value] : Object.entries(value)
    const pairs = entries.map(([key, part]) => pair(key, part)).sort()
    return `${name}{${pairs.join()}}`
  }
  const write = (text: string) => {
    size += text.length
    if (size > outputLimit) throw new RangeError('output')
    printed.push(text)
  }
  const asText = (value: unknown) => (typeof value === 'string' ? value : show(value))
  const log = (...values: unknown[]) => write(`${values.map(asText).join(' ')}\n`)
  const silent = () => {}

  const timers: Array<{ at: number; run(): void }> = []
  let now = 0
  const setTimeout = (work: (...values: unknown[]) => void, pause = 0, ...values: unknown[]) => {
    const timer = { at: now + pause, run: () => work(...values) }
    timers.push(timer)
    return timer
  }
  const clearTimeout = (timer: { run(): void }) => {
    if (timer) timer.run = silent
  }
  /** Standard input for those who listen, once the program has been read. */
  const source = (event: string, parts: string[]) => {
    const [setEncoding, resume, close] = [silent, silent, silent]
    // Also for those who await each part.
    const stream = { setEncoding, resume, close, on, [Symbol.iterator]: () => parts[Symbol.iterator]() }
    function on(name: string, work: (...parts: unknown[]) => void) {
      if (name === event) for (const part of parts) setTimeout(work, 0, part)
      else setTimeout(work, 1)
      return stream
    }
    return stream
  }
  const refuse = () => {
    throw new Error('not found')
  }
  const modules: Record<string, object> = {
    fs: { readFileSync: (file: unknown) => (file === 0 || file === '/dev/stdin' ? input : refuse()) },
    readline: {
      createInterface: () => source('line', input === '' ? [] : input.replace(/\n$/, '').split('\n')),
    },
  }
  const exports = {}
  Object.assign(globalThis, { setTimeout, clearTimeout, exports, module: { exports } })
  Object.assign(globalThis, {
    console: { log, info: log, error: silent, warn: silent },
    process: { argv: [], env: {}, stdin: source('data', [input]), stdout: { write } },
    require: (name: string) => modules[name.replace('node:', '')] ?? refuse(),
  })
  return {
    show,
    /** Runs the timer that is due first; false if there is none. */
    turn() {
      const next = timers.sort((one, other) => one.at - other.at).shift()
      if (next) now = next.at
      next?.run()
      return next !== undefined
    },
    /** What was printed since the last time; null if that was too much. */
    take() {
      const all = size > outputLimit ? null : printed.join('')
      printed.length = size = 0
      return all
    },
  }
}
