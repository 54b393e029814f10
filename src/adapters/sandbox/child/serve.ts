import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Trial, TrialOutcome } from '../../../engine/index.ts'

/** One program and what is to be tried on it, with the processor time of one trial and of them all. */
export interface Job {
  program: string
  trials: Trial[]
  /** Chance and the clock are others in another turn. */
  turn: number
  trialMs: number
  budgetMs: number
}

/** A fresh instance that holds one program, and why it could not be loaded. */
export interface Instance {
  problem: string | null
  attempt(trial: Trial): TrialOutcome | Promise<TrialOutcome>
}

/** The longest output of one trial. */
export const OUTPUT_LIMIT = 64_000
const VALUE_LIMIT = 2_000

/** Processor time of this process so far. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Serves jobs, one line of JSON each, until standard input ends; says when one is loaded, each outcome, and what became of it. */
export async function serve(load: (job: Job) => Instance | Promise<Instance>): Promise<never> {
  say({ said: 'started' })
  for await (const line of createInterface({ input: process.stdin })) {
    const job: Job = JSON.parse(line)
    const end = processorMs() + job.budgetMs
    let instance = await load(job)
    say({ said: 'loaded' })
    for (const trial of job.trials) {
      if (instance.problem !== null || processorMs() > end) break
      const outcome = await instance.attempt(trial)
      say({ said: 'outcome', outcome: shortened(outcome) })
      // Whatever was stopped may be broken inside.
      if (outcome.kind === 'stopped') instance = await load(job)
    }
    say({ said: 'done', problem: instance.problem })
  }
  process.exit()
}

/** What a call gives; of one that gives nothing, what it prints. */
export function callValue(value: string, printed: string): TrialOutcome {
  const isNothing = value === 'null' || value === 'undefined'
  const text = printed.trimEnd()
  return { kind: 'value', value: isNothing && text !== '' ? `prints ${JSON.stringify(text)}` : value }
}

function shortened(outcome: TrialOutcome): TrialOutcome {
  if (outcome.kind === 'raised')
    return { kind: 'raised', error: /^[\w.]{1,80}$/.exec(outcome.error)?.[0] ?? 'Error' }
  if (outcome.kind === 'stopped' || outcome.value.length <= VALUE_LIMIT) return outcome
  const digest = createHash('sha256').update(outcome.value).digest('hex').slice(0, 16)
  const { length } = outcome.value
  return { kind: 'value', value: `${outcome.value.slice(0, VALUE_LIMIT)}… ${length} characters, ${digest}` }
}

function say(said: object): void {
  writeSync(1, `${JSON.stringify(said)}\n`)
}
