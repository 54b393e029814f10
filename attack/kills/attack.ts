import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { billOf, isPaid, type ProviderCall, startProvider } from '../provider/calls.ts'
import type { AttackReport, Figure } from '../report.ts'
import { freshDatabase } from '../support/database.ts'
import { dataFolder } from '../support/folders.ts'
import { createRandom } from '../support/random.ts'
import { countBy, showCounts } from '../support/requests.ts'
import { type AttackProcess, type Start, spawnService, WIDE_LIMITS } from '../support/service.ts'
import { finalFatesOf, nameOfFate, type TaskFate } from '../support/tasks.ts'
import { examineFolder } from './examine-folder.ts'
import { examineTasks } from './examine-tasks.ts'
import { feedTasks, type TaskFeed } from './task-feed.ts'
import { countSurplus, type PaidTwice, tracePaidTwice, type Why } from './trace-calls.ts'

const TASKS_A_SECOND = 10
const PATIENCE_MS = 240_000

/** Where the killed processes keep their data, and how many of them run side by side. */
interface Deployment {
  name: string
  replicas: number
  environment: Record<string, string>
  /** Starts one of them. */
  spawn?: (environment: Record<string, string>) => { process: AttackProcess; start: Promise<Start> }
  /** Every so many tasks one is paid with a key of its caller, which is never stored. */
  ownKeyEvery?: number
  /** Looks at the data after a kill, while no process has them open. */
  afterKill?: () => void
  /** Figures of its own. */
  figures?: () => Figure[]
  /** What is wrong with the data at the end, given all calls; empty if nothing is. */
  problems(calls: ProviderCall[]): Promise<string[]>
}

export interface Options {
  rounds: number
  seed: number
}

/** Kills the service at random moments under a steady load of tasks, and compares its reports with what was billed. */
export async function attackByKills(options: Options): Promise<AttackReport> {
  const folder = dataFolder()
  return killReplicas(options, {
    name: 'kills',
    replicas: 1,
    // A lease shorter than most rounds, so that tasks are resumed between the kills.
    environment: { DATA_DIR: folder, TASK_LEASE_MS: '500' },
    problems: async () => examineFolder(folder),
  })
}

/** The same with two replicas on PostgreSQL, one of which is killed at a time. */
export async function attackByKillsOfReplicas(options: Options): Promise<AttackReport> {
  const database = await freshDatabase()
  const environment = { DATABASE_URL: database.url, TASK_LEASE_MS: '10000' }
  const report = await killReplicas(options, {
    name: 'kills-of-replicas',
    replicas: 2,
    environment,
    problems: database.problems,
  })
  await database.drop()
  return report
}

export async function killReplicas({ rounds, seed }: Options, deployment: Deployment): Promise<AttackReport> {
  const random = createRandom(seed)
  const provider = await startProvider()
  const environment = { ...provider.environment, ...WIDE_LIMITS, ...deployment.environment }
  const feed = feedTasks(TASKS_A_SECOND, deployment.ownKeyEvery)
  const start = () => startReplica(() => (deployment.spawn ?? spawnService)(environment))
  const running = Array.from({ length: deployment.replicas }, start)
  const aim = () => feed.aim(running.flatMap(({ local }) => local() ?? []))
  const kills: number[] = []
  for (let round = 0; round < rounds; round++) {
    const place = random.below(running.length)
    const victim = running[place]!
    // One in four is killed during start-up, which takes most of a second.
    const early = random.below(4) === 0
    const delayMs = early ? random.between(100, 1_500) : random.between(0, 2_500)
    if (!early) await victim.listening
    aim()
    await pause(delayMs)
    if (!victim.process.alive())
      throw new Error(`The service ended by itself:\n${victim.process.output().slice(-2_000)}`)
    kills.push(Date.now())
    victim.isGoing = true
    aim()
    await victim.process.end('SIGKILL')
    deployment.afterKill?.()
    running[place] = start()
  }
  await Promise.all(running.map(({ listening }) => listening))
  aim()
  await feed.stop()
  const local = running[0]!.local()!
  const fates = await finalFatesOf(local, feed.accepted.keys(), PATIENCE_MS)
  const found = await examineTasks(local, feed)
  await Promise.all(running.map(({ process }) => process.end('SIGTERM')))
  const calls = await provider.calls()
  await provider.end()
  const problems = [...found, ...(await deployment.problems(calls))]
  const own = deployment.figures?.() ?? []
  return report(deployment.name, { kills, feed, fates, calls, problems, own })
}

/** A process of the service that may be killed at any moment. */
function startReplica(spawn: () => ReturnType<NonNullable<Deployment['spawn']>>) {
  const { process, start } = spawn()
  let local: string | null = null
  const listening = start.then(({ service }) => {
    local = service?.local ?? null
  })
  const replica = {
    process,
    listening,
    /** Set just before it is killed. */
    isGoing: false,
    /** Its address while it can be used. */
    local: () => (replica.isGoing ? null : local),
  }
  return replica
}

interface Found {
  kills: number[]
  feed: TaskFeed
  fates: Map<string, TaskFate>
  calls: ProviderCall[]
  problems: string[]
  own: Figure[]
}

function report(attack: string, { kills, feed, fates, calls, problems, own }: Found): AttackReport {
  const outcomes = countBy(fates.values(), nameOfFate)
  const count = (status: string) => [...fates.values()].filter((fate) => fate.status === status).length
  const finished = count('completed') + count('failed')
  const paidTwice = tracePaidTwice(calls, kills)
  const surplus = [...fates].map(([id, { result }]) => {
    const paid = calls.filter((call) => call.question === feed.accepted.get(id) && isPaid(call))
    return result === undefined ? 0 : countSurplus(paid, result.iterations_used)
  })
  const bill = billOf(calls)
  const used = usageOf(fates)
  const figures = [
    { what: 'kills', value: String(kills.length) },
    { what: 'tasks accepted', value: `${fates.size} (${feed.repeated()} creations cut off and sent again)` },
    { what: 'tasks lost', value: String(count('lost')) },
    { what: 'tasks never finished', value: String(fates.size - count('lost') - finished) },
    { what: 'tasks by outcome', value: showCounts(outcomes) },
    { what: 'creations refused', value: showCounts(feed.refused) },
    { what: 'answers paid for', value: String(bill.calls) },
    { what: 'paid twice', value: String(paidTwice.length) },
    ...(['sent before the kill', 'truncated or filtered, sent before the kill'] as const).map((why) => ({
      what: `paid twice: ${why}`,
      value: showGaps(paidTwice, why),
    })),
    ...(['sent after the kill', 'asked again without a kill'] as const).map((why) => ({
      what: `paid twice: ${why}`,
      value: String(paidTwice.filter((each) => each.why === why).length),
    })),
    {
      what: 'paid again with another prompt than before',
      value: String(surplus.reduce((sum, each) => sum + each, 0)),
    },
    { what: 'calls: usage / billed', value: `${used.calls} / ${bill.calls}` },
    {
      what: 'tokens: usage / billed',
      value: `${used.tokens} / ${bill.promptTokens + bill.completionTokens}`,
    },
    ...own,
    { what: 'problems of tasks and data', value: problems.join('; ') || 'none' },
    { what: 'cost: usage / billed', value: `$${used.costUsd.toFixed(3)} / $${bill.costUsd.toFixed(3)}` },
  ]
  return { attack, figures, details: { kills, outcomes, paidTwice, bill, used } }
}

/** How many, and how long before the kill their answers were sent. */
function showGaps(all: PaidTwice[], why: Why): string {
  const gaps = all.flatMap((each) => (each.why === why ? [each.beforeKillMs ?? 0] : []))
  if (gaps.length === 0) return '0'
  return `${gaps.length}, sent ${percentile(gaps, 0.5)} ms (p50) and at most ${percentile(gaps, 1)} ms before it`
}

function usageOf(fates: Map<string, TaskFate>): { calls: number; tokens: number; costUsd: number } {
  const sum = { calls: 0, tokens: 0, costUsd: 0 }
  for (const { result } of fates.values()) {
    if (result === undefined) continue
    sum.calls += result.usage.calls
    sum.tokens += result.usage.prompt_tokens + result.usage.completion_tokens
    sum.costUsd += result.usage.cost_usd
  }
  return sum
}
