// The callers of the soak, in a separate process so that they do not slow down the measurement. Prints one line of JSON
// for every window of time.
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { PANEL } from '../kills/task-feed.ts'
import { SEATS } from '../provider/script.ts'
import { type Answer, send } from '../support/requests.ts'
import type { CallersWindow } from './window.ts'

const [edge = '', local = '', runs = '200', forMs = '1000', windowMs = '10000'] = process.argv.slice(2)
const TIMEOUT_MS = 120_000
const endsAt = Date.now() + Number(forMs)
const MODELS = [SEATS.steady, SEATS.contrary, SEATS.unsure]

let number = 0
const newQuestion = () => `How many entries are in the register of case-${number++}?`
const CACHED = { query: 'How many entries are in the register that everybody asks about?', models: MODELS }

/** Short requests next to the runs, by how many a second. */
const BESIDE: Array<{ perSecond: number; ask: () => Promise<Answer> }> = [
  { perSecond: 10, ask: () => send(`${edge}/health`) },
  { perSecond: 5, ask: () => send(`${edge}/consensus-iterative`, { body: CACHED, timeoutMs: TIMEOUT_MS }) },
  { perSecond: 5, ask: () => send(`${edge}/cache/check`, { body: { query: newQuestion() } }) },
  { perSecond: 5, ask: () => send(`${edge}/axioms/search?q=How+fast+is+light%3F`) },
  { perSecond: 2, ask: () => send(`${edge}/embeddings`, { body: { text: 'How far is it to the moon?' } }) },
]
const TASKS_PER_SECOND = 2

let runTimes: number[] = []
let shortTimes: number[] = []
let statuses: Record<string, number> = {}

function count({ status, fault, headers }: Answer): void {
  const wait = headers['retry-after'] === undefined ? '' : ' with Retry-After'
  const name = status === null ? String(fault) : `${status}${wait}`
  statuses[name] = (statuses[name] ?? 0) + 1
}

/** Asks a new question as soon as the last is answered. */
async function askOnAndOn(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  while (Date.now() < endsAt) {
    const body = { query: newQuestion(), models: MODELS }
    const answer = await send(`${edge}/consensus-iterative`, { body, agent, timeoutMs: TIMEOUT_MS })
    count(answer)
    if (answer.status === 200) runTimes.push(answer.ms)
    else await pause(1_000 * Number(answer.headers['retry-after'] ?? 1))
  }
  agent.destroy()
}

/** Repeats a job at a rate, however long it takes. */
async function repeat(perSecond: number, job: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  for (let done = 0; Date.now() < endsAt; done++) {
    void job()
    await pause(Math.max(0, startedAt + ((done + 1) * 1_000) / perSecond - performance.now()))
  }
}

/** Creates a task and asks for it until it is done. */
async function runTask(): Promise<void> {
  const created = await send(`${local}/consensus`, { body: { query: newQuestion(), models: PANEL } })
  count(created)
  if (created.status !== 202) return
  const { id } = JSON.parse(created.body)
  while (Date.now() < endsAt) {
    await pause(1_000)
    const asked = await send(`${local}/consensus/${id}`)
    shortTimes.push(asked.ms)
    if (asked.status !== 200) count(asked)
    if (/"status":"(?:completed|failed)"/.test(asked.body)) return
  }
}

async function report(): Promise<void> {
  while (Date.now() < endsAt) {
    await pause(Number(windowMs))
    const window: CallersWindow = {
      runs: runTimes.length,
      runP50: percentile(runTimes, 0.5),
      runP99: percentile(runTimes, 0.99),
      shortP50: percentile(shortTimes, 0.5),
      shortP99: percentile(shortTimes, 0.99),
      statuses,
    }
    console.log(JSON.stringify(window))
    runTimes = []
    shortTimes = []
    statuses = {}
  }
}

console.log('begun')
await Promise.all([
  report(),
  ...Array.from({ length: Number(runs) }, askOnAndOn),
  repeat(TASKS_PER_SECOND, runTask),
  ...BESIDE.map(({ perSecond, ask }) =>
    repeat(perSecond, async () => {
      const answer = await ask()
      count(answer)
      shortTimes.push(answer.ms)
    }),
  ),
])
