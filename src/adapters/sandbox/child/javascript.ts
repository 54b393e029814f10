import variant from '@jitl/quickjs-wasmfile-release-sync'
import bytes from '@jitl/quickjs-wasmfile-release-sync/wasm'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSHandle } from 'quickjs-emscripten-core'
import { transform } from 'sucrase'
import type { TrialOutcome } from '../../../engine/index.ts'
import { prelude } from './prelude.ts'
import { callValue, type Instance, type Job, OUTPUT_LIMIT, processorMs, serve } from './serve.ts'

const wasmModule = new WebAssembly.Module(bytes)
const MEMORY_PAGES = 1024
const STACK_BYTES = 256_000
// The clock that programs see, and what is random for them with it, is the same in every run.
let readings = 0
Date.now = () => readings++

await serve(load)

async function load({ program, trials, turn, trialMs }: Job): Promise<Instance> {
  const clock = 1_700_000_000_000 + turn * 86_400_123
  let deadline = processorMs() + trialMs
  const isLate = () => processorMs() > deadline
  /** Whatever is thrown in there ends as an outcome. */
  function guard(work: () => TrialOutcome): TrialOutcome {
    try {
      return work()
    } catch (error) {
      if (isLate()) return { kind: 'stopped', why: 'time' }
      const { name, message } = Object(Object(error).cause ?? error)
      const isBroken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError
      if (isBroken || message === 'out of memory') return { kind: 'stopped', why: 'memory' }
      return { kind: 'raised', error: typeof name === 'string' ? name : 'Error' }
    }
  }
  const first = await open('', clock, isLate)
  const isCalled = trials.some(({ kind }) => kind === 'call')
  const plain = first.isScript(program) ? program : withoutTypes(program)
  // A program that awaits outside of functions is the body of one.
  const text = isCalled || first.isScript(plain) ? plain : `(async () => {${plain}\n})()`
  const loaded = guard(() => {
    if (isCalled) first.evaluate(`${text}\n;0`)
    else if (!first.isScript(text)) throw { name: 'SyntaxError' }
    return { kind: 'value', value: '' }
  })
  return {
    problem: loaded.kind === 'value' ? null : loaded.kind === 'raised' ? loaded.error : loaded.why,
    async attempt(trial) {
      deadline = processorMs() + trialMs
      // A program that reads its input runs as a whole, in an instance of its own.
      const machine = trial.kind === 'stdin' ? await open(trial.input, clock, isLate) : first
      return guard(() => {
        if (trial.kind === 'query') throw { name: 'TypeError' }
        machine.ask('take')
        const isCall = trial.kind === 'call'
        const value = machine.evaluate(isCall ? `(${trial.expression}\n)` : text, !isCall)
        const shown = isCall && machine.ask('show', value)
        const printed = machine.ask('take')
        if (printed === null) return { kind: 'stopped', why: 'output' }
        return isCall ? callValue(String(shown), String(printed)) : { kind: 'value', value: String(printed) }
      })
    },
  }
}

/** A module, or a program in TypeScript, as a script; what cannot be read stays as it is. */
function withoutTypes(program: string): string {
  try {
    return transform(program, { transforms: ['typescript', 'imports'] }).code
  } catch {
    return program
  }
}

/** QuickJS in a fresh instance, whose memory is the limit: its own limit does not count all that it holds. */
async function open(input: string, clock: number, isLate: () => boolean) {
  readings = clock
  const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: MEMORY_PAGES })
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule, wasmMemory }))
  const runtime = quickjs.newRuntime({ interruptHandler: isLate, maxStackSizeBytes: STACK_BYTES })
  const context = runtime.newContext()
  const unwrap = context.unwrapResult.bind(context)
  const host = unwrap(context.evalCode(`(${prelude})(${JSON.stringify(input)}, ${OUTPUT_LIMIT})`))
  const [show, turn, take] = ['show', 'turn', 'take'].map((name) => context.getProp(host, name))
  const functions = { show, turn, take } as Record<'show' | 'turn' | 'take', QuickJSHandle>
  /** Calls what the program cannot replace. */
  const ask = (name: 'show' | 'turn' | 'take', ...values: QuickJSHandle[]): unknown =>
    context.dump(unwrap(context.callFunction(functions[name], host, ...values)))
  return {
    ask,
    isScript: (text: string) => !context.evalCode(text, 'program', { compileOnly: true }).error,
    /** The value of a text; of a promise, once all that was put off is done. A whole program need not wait for one. */
    evaluate(text: string, isWhole = false): QuickJSHandle {
      const value = unwrap(context.evalCode(text, 'program'))
      do runtime.executePendingJobs()
      while (ask('turn') === true)
      const state = context.getPromiseState(value)
      if (state.type === 'pending' && isWhole) return value
      if (state.type === 'pending') throw { name: 'PendingPromise' }
      return state.type === 'fulfilled' ? state.value : unwrap(state)
    },
  }
}
