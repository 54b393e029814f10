import { OUTPUT_LIMIT } from './serve.ts'

/** Thrown through WebAssembly, whose instance is not used again. */
export class Stop extends Error {
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
export function createWasi(module: WebAssembly.Module, input: Buffer, turn = 0) {
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
