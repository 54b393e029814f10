import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { TrialOutcome } from '../../../engine/index.ts'
import driver from './driver.py'
import { callValue, type Instance, type Job, serve } from './serve.ts'
import { createWasi, Stop } from './wasi.ts'

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
      const isCall = trial.kind === 'call'
      const outcome = isCall ? ask({ call: trial.expression }) : ask({ run: true }, trial.input)
      if (outcome.kind !== 'value') return outcome
      const printed = Buffer.from(streams.printed, 'latin1').toString()
      return isCall ? callValue(outcome.value, printed) : { kind: 'value', value: printed }
    },
  }
}
