import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../percentile.ts'
import { newQuestion, nextQuestion } from '../real-questions.ts'
import type { MeasuredProcess } from '../service-process.ts'
import { type LoadTarget, processorTimePerRequest } from '../steady-load.ts'
import type { Deployment, Used } from './deployment.ts'

const IN_FLIGHT = 8
/** What may be written later is written after a second. */
const SETTLING_MS = 1_300

type Body = { path: string; body?: string }

/** A kind of work, and how often it is done before and in each round. */
export interface Unit {
  name: string
  api: 'edge' | 'local'
  warmUp: number
  requests: number
  next(): Body
}

/** A run of three; the models answer as the parts of their names say. */
export function newRun(vendor: 'vendor' | 'open', ending = ''): Body {
  return { path: '/consensus', body: newQuestion(vendor, ending) }
}

function newTask(): Body {
  const { query, models } = JSON.parse(newQuestion()) as { query: string; models: string[] }
  const seats = models.map((model) => ({ provider: 'openrouter', name: model, model }))
  return { path: '/consensus/sync', body: JSON.stringify({ query, models: seats }) }
}

const SAME = JSON.stringify({
  query: 'How long is it from one flood to the next?',
  models: ['vendor/a', 'vendor/b', 'vendor/c'],
})
export const HIT: Body = { path: '/consensus', body: SAME }

export const CLOSED: Unit = {
  name: 'closed run of three',
  api: 'edge',
  warmUp: 600,
  requests: 80,
  next: () => newRun('vendor'),
}

/** All kinds of work that are measured. */
const UNITS: Unit[] = [
  CLOSED,
  { name: 'open run of three', api: 'edge', warmUp: 80, requests: 30, next: () => newRun('open') },
  { name: 'cache hit', api: 'edge', warmUp: 1_500, requests: 1_000, next: () => HIT },
  {
    name: 'axiom search',
    api: 'edge',
    warmUp: 600,
    requests: 500,
    next: () => ({ path: `/axioms/search?q=${encodeURIComponent(nextQuestion())}` }),
  },
  { name: 'task of three', api: 'local', warmUp: 200, requests: 80, next: newTask },
]

/** What one piece of each kind of work uses: the medians of rounds in which the kinds take turns. */
export async function measureUnits(
  deployment: Deployment,
  { roundCount, units = UNITS }: { roundCount: number; units?: Unit[] },
): Promise<Map<string, Used>> {
  const all = units === UNITS ? [...units, await pollOf(deployment)] : units
  const rounds = new Map(all.map(({ name }) => [name, [] as Used[]]))
  for (const unit of all) await work(deployment, unit, unit.warmUp)
  await pause(SETTLING_MS)
  for (let round = 0; round < roundCount; round++)
    for (const unit of all) rounds.get(unit.name)!.push(await usedFor(deployment, unit))
  return new Map([...rounds].map(([name, used]) => [name, medianOf(used)]))
}

/** Asking for a task that has ended. */
async function pollOf({ services }: Deployment): Promise<Unit> {
  const { path, body } = newTask()
  const url = `http://127.0.0.1:${services[0]!.line.local_port}${path}`
  const headers = { 'content-type': 'application/json' }
  const { id } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { id: string }
  const next = () => ({ path: `/consensus/${id}` })
  return { name: 'poll of a task', api: 'local', warmUp: 1_000, requests: 1_000, next }
}

async function usedFor(deployment: Deployment, unit: Unit): Promise<Used> {
  const before = await deployment.used()
  await work(deployment, unit, unit.requests)
  await pause(SETTLING_MS)
  const after = await deployment.used()
  const each = Object.entries(after).map(([name, sum]: [string, number | null]) => [
    name,
    sum === null ? null : (sum - (before[name as keyof Used] ?? 0)) / unit.requests,
  ])
  return Object.fromEntries(each) as Used
}

/** The same share of the work to every replica. */
async function work({ services }: Deployment, { api, next }: Unit, requests: number): Promise<void> {
  const share = { requests: Math.ceil(requests / services.length), inFlight: IN_FLIGHT / services.length }
  const target = (service: MeasuredProcess): LoadTarget => ({
    server: { ...service, line: { port: service.line[`${api}_port`]! } },
    next,
  })
  await Promise.all(services.map((service) => processorTimePerRequest(target(service), share)))
}

function medianOf(rounds: Used[]): Used {
  const names = Object.keys(rounds[0]!) as Array<keyof Used>
  const medians = names.map((name) => {
    const values = rounds.map((round) => round[name])
    return [name, values.includes(null) ? null : percentile(values as number[], 0.5)]
  })
  return Object.fromEntries(medians) as Used
}
