import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { TrialOutcome } from '../../../engine/index.ts'
import driver from './driver.py'
import { type Instance, type Job, OUTPUT_LIMIT, serve } from './serve.ts'

/** The one build of Python whose places are known. */
const CHECKSUM = 'e5dc5a398b07b54ea8fdb503bf68fb583d533f10ec3f930963e02b9505f7a763'

// Optimising Python would take longer than most programs do.
setFlagsFromString('--liftoff-only')
const module = new WebAssembly.Module(limited(readFileSync(process.argv[2]!)))
const snapshot = takeSnapshot()
await serve(load)

/** Python with at most 128 MiB of memory, without what is for debuggers, and with two more exports: stack pointer and run. */
function limited(bytes: Buffer): Buffer<ArrayBuffer> {
  if (createHash('sha256').update(bytes).digest('hex') !== CHECKSUM)
    throw new Error('This is another Python.')
  const memory = Buffer.from([5, 6, 1, 1, 160, 1, 128, 16])
  const exported = [
    Buffer.from([7, 48, 5]),
    bytes.subarray(14_142, 14_180),
    Buffer.from('\x01s\x03\0\x01r\0\xd8\x1f', 'latin1'),
  ]
  const rest = bytes.subarray(14_180, 13_343_680)
  return Buffer.concat([bytes.subarray(0, 14_123), memory, bytes.subarray(14_129, 14_139), ...exported, rest])
}

/** Starts Python with the driver and what programs often import, and keeps its memory as it is then. */
function takeSnapshot() {
  const { exports, memory, streams } = createWasi(module, Buffer.from(driver))
  try {
    ;(exports._start as () => void)()
  } catch (error) {
    if (!(error instanceof Stop) || error.why !== 'snapshot') throw new Error(streams.reported)
  }
  return {
    content: new Uint8Array(memory.buffer).slice(),
    stackPointer: (exports.s as WebAssembly.Global).value,
  }
}

function load({ program, trials, turn }: Job): Instance {
  const { exports, memory, streams } = createWasi(module, Buffer.alloc(0), turn)
  const { s: stackPointer, r: run } = exports as {
    s: WebAssembly.Global
    r: (text: number, flags: number) => number
  }
  memory.grow((snapshot.content.length - memory.buffer.byteLength) / 65_536)
  new Uint8Array(memory.buffer).set(snapshot.content)

  /** Asks the driver; only what it says between the marks counts, which the program did not know before. */
  function ask(question: object, input = ''): TrialOutcome {
    const asked = Buffer.from(JSON.stringify({ ...question, turn }))
    const mark = randomUUID()
    Object.assign(streams, { input: Buffer.concat([asked, Buffer.from(input)]), printed: '', reported: '' })
    const at = snapshot.stackPointer - 256
    new Uint8Array(memory.buffer).set(Buffer.from(`_answer(${asked.length}, "${mark}")\0`), at)
    stackPointer.value = at - 64
    try {
      run(at, 0)
      return JSON.parse(Buffer.from(streams.reported.split(mark)[1] ?? '', 'latin1').toString())
    } catch (error) {
      return { kind: 'stopped', why: error instanceof Stop && error.why === 'output' ? 'output' : 'memory' }
    }
  }
  const loaded = ask({ load: program, isCalled: trials.some(({ kind }) => kind === 'call') })
  return {
    problem: loaded.kind === 'value' ? null : loaded.kind === 'raised' ? loaded.error : loaded.why,
    attempt(trial) {
      if (trial.kind === 'query') return { kind: 'raised', error: 'TypeError' }
      if (trial.kind === 'call') return ask({ call: trial.expression })
      const outcome = ask({ run: true }, trial.input)
      if (outcome.kind !== 'value') return outcome
      return { kind: 'value', value: Buffer.from(streams.printed, 'latin1').toString() }
    },
  }
}

/** Thrown through WebAssembly, whose instance is not used again. */
class Stop extends Error {
  constructor(readonly why: 'output' | 'memory' | 'snapshot') {
    super(why)
  }
}

const TURN = 86_400_123n
const [DONE, BAD_FILE, NOT_SUPPORTED] = [0, 8, 52]
/** What is reported is a value as text, which may be long. */
const LIMITS = { printed: OUTPUT_LIMIT, reported: 4_000_000 }

/**
 * Everything that a program in WebAssembly gets from outside: three streams, a clock that counts its readings and numbers
 * that only look random. There are no arguments, environment, files, folders and sockets to ask for.
 */
function createWasi(module: WebAssembly.Module, input: Buffer, turn = 0) {
  const streams = { input, printed: '', reported: '' }
  let readings = 1_700_000_000_000n + BigInt(turn) * TURN
  const bytes = (at: number, length: number) => new Uint8Array(memory.buffer, at, length)
  const view = (at: number) => new DataView(memory.buffer, at)
  function* vectors(at: number, count: number) {
    for (let vector = at; vector < at + 8 * count; vector += 8)
      yield bytes(view(vector).getUint32(0, true), view(vector).getUint32(4, true))
  }
  function none(count: number, size: number): number {
    view(count).setUint32(0, 0, true)
    view(size).setUint32(0, 0, true)
    return DONE
  }
  function describe(length: number) {
    return (stream: number, at: number) => {
      if (stream > 2) return BAD_FILE
      bytes(at, length).fill(0)
      return DONE
    }
  }
  const granted: Record<string, (...numbers: never[]) => number> = {
    args_sizes_get: none,
    args_get: () => DONE,
    environ_sizes_get: none,
    environ_get: () => DONE,
    fd_prestat_get: () => BAD_FILE,
    fd_fdstat_get: describe(24),
    fd_filestat_get: describe(64),
    // The driver asks for it when it is ready, and nobody else does.
    clock_res_get() {
      throw new Stop('snapshot')
    },
    clock_time_get(_clock: number, _precision: bigint, at: number) {
      readings += 1n
      view(at).setBigUint64(0, readings * 1_000_000n, true)
      return DONE
    },
    random_get(at: number, length: number) {
      for (let index = 0; index < length; index++) {
        readings += 1n
        view(at + index).setUint8(0, Number((readings * 2_654_435_761n) >> 16n) & 255)
      }
      return DONE
    },
    // Nobody sleeps: the clock goes on as it is read.
    poll_oneoff(_asked: number, events: number, count: number, done: number) {
      bytes(events, 32 * count).fill(0)
      view(done).setUint32(0, count, true)
      return DONE
    },
    fd_read(stream: number, at: number, count: number, done: number) {
      if (stream !== 0) return BAD_FILE
      const before = streams.input.length
      for (const target of vectors(at, count)) {
        target.set(streams.input.subarray(0, target.length))
        streams.input = streams.input.subarray(target.length)
      }
      view(done).setUint32(0, before - streams.input.length, true)
      return DONE
    },
    fd_write(stream: number, at: number, count: number, done: number) {
      if (stream !== 1 && stream !== 2) return BAD_FILE
      const name = stream === 1 ? 'printed' : 'reported'
      let size = 0
      for (const source of vectors(at, count)) {
        size += source.length
        if (streams[name].length + source.length > LIMITS[name]) throw new Stop('output')
        streams[name] += Buffer.from(source).toString('latin1')
      }
      view(done).setUint32(0, size, true)
      return DONE
    },
    proc_exit() {
      throw new Stop('memory')
    },
  }
  const asked = WebAssembly.Module.imports(module).map(({ name }) => name)
  const functions = asked.map((name) => [name, granted[name] ?? (() => NOT_SUPPORTED)])
  const { exports } = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: Object.fromEntries(functions),
  })
  const memory = exports.memory as WebAssembly.Memory
  return { exports, memory, streams }
}
