import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { questionOf } from '../kills/task-feed.ts'
import { type Provider, type ProviderCall, startProvider } from '../provider/calls.ts'
import { SEATS } from '../provider/script.ts'
import type { AttackReport } from '../report.ts'
import { dataFolder } from '../support/folders.ts'
import { countBy, send, showCounts } from '../support/requests.ts'
import { type Service, startService, WIDE_LIMITS } from '../support/service.ts'
import { type Manner, type Reading, readStream } from './read-stream.ts'

const WAVES = 5
const EACH = 8
/** Fewer than the streams of all waves together, so that a stream that is counted for ever fills it. */
const REQUEST_LIMIT = 120
const PATIENCE_MS = 30_000

/** One model is silent for a minute, so that only leaving ends the calls in time. */
const WAITING = [SEATS.steady, SEATS.silent]
const AGREEING = [SEATS.steady, 'panel/second']
/** A megabyte of drafts, so that a slow reader makes the service wait. */
const LONG = Array.from({ length: 6 }, (_, place) => `${SEATS.long}-${place}`)

interface Options {
  models: string[]
  kind?: string
  max_iterations?: number
}

interface Door {
  path: string
  headers: Record<string, string>
  body(query: string, options: Options): object
}

const DOORS: Record<string, Door> = {
  'event stream': {
    path: '/consensus-iterative',
    headers: { accept: 'text/event-stream' },
    body: (query, options) => ({ query, skip_cache: true, ...options }),
  },
  'chat stream': {
    path: '/v1/chat/completions',
    headers: {},
    body: (query, options) => ({
      model: 'stretto/auto',
      messages: [{ role: 'user', content: query }],
      stream: true,
      stretto: { skip_cache: true, ...options },
    }),
  },
  'chat stream with tools': {
    path: '/v1/chat/completions',
    headers: {},
    // The kind of a step is settled.
    body: (query, { kind: _, ...options }) => ({
      model: 'stretto/auto',
      messages: [{ role: 'user', content: query }],
      tools: [{ type: 'function', function: { name: 'count', parameters: { type: 'object' } } }],
      stream: true,
      stretto: options,
    }),
  },
}

interface Stream extends Reading {
  door: string
  /** The number of its question. */
  asked: number
}

const OPTIONS: Record<Manner, Options> = {
  'reads to the end': { models: AGREEING },
  'reads slowly': { models: LONG, kind: 'draft', max_iterations: 1 },
  'leaves in the middle': { models: WAITING },
  'never reads, then leaves': { models: WAITING },
}
const MANNERS = Object.keys(OPTIONS) as Manner[]

/** Opens streams on both doors that are read to the end, read slowly, or left, and looks for what stays open. */
export async function attackWithStreams(): Promise<AttackReport> {
  const provider = await startProvider()
  const service = await startService({
    ...provider.environment,
    ...WIDE_LIMITS,
    REQUEST_LIMIT: String(REQUEST_LIMIT),
    REQUEST_WAIT_MS: '3600000',
    DATA_DIR: dataFolder(),
  })
  const socketsBefore = await socketsOf(service)
  let number = 0
  const open = async (door: string, manner: Manner, asked: number, options = OPTIONS[manner]) => {
    const { path, headers, body } = DOORS[door]!
    const sent = { headers, body: body(questionOf(asked), options) }
    return { door, asked, ...(await readStream(`${service.edge}${path}`, sent, manner)) }
  }
  const readings: Stream[] = []
  const shared: Stream[] = []
  for (let wave = 0; wave < WAVES; wave++) {
    const opened = Object.keys(DOORS).flatMap((door) =>
      MANNERS.flatMap((manner) => Array.from({ length: EACH }, () => open(door, manner, number++))),
    )
    readings.push(...(await Promise.all(opened)))
    const pairs = Object.keys(DOORS).flatMap((door) => {
      const asked = number++
      const manners = ['reads to the end', 'leaves in the middle'] as const
      return manners.map((manner) => open(door, manner, asked, OPTIONS['reads to the end']))
    })
    shared.push(...(await Promise.all(pairs)))
  }
  const calls = await callsOnceQuiet(provider)
  const after = await stateOf(service, number)
  const socketsAfter = await socketsOf(service)
  await service.end('SIGTERM')
  await provider.end()
  const byDoor = Object.keys(DOORS).map((name) => ({
    what: `${name}: outcomes`,
    value: showCounts(
      countBy(
        readings.filter(({ door }) => door === name),
        ({ manner, outcome }) => `${manner}: ${outcome}`,
      ),
    ),
  }))
  const stayed = shared.filter(({ manner }) => manner === 'reads to the end')
  const figures = [
    { what: 'streams; at most at once', value: `${readings.length + shared.length}; ${REQUEST_LIMIT}` },
    ...byDoor,
    {
      what: 'the same question of two, one leaves: the other',
      value: showCounts(countBy(stayed, ({ outcome }) => outcome)),
    },
    { what: 'model calls still open after everybody left', value: String(openCalls(calls)) },
    { what: 'unanswered calls ended after their reader left', value: showDelays(delaysOf(readings, calls)) },
    ...after,
    { what: 'open sockets of the service before and after', value: `${socketsBefore}; ${socketsAfter}` },
  ]
  return { attack: 'streams', figures, details: { readings, shared } }
}

/** How long the unanswered calls of those who left went on without them, in milliseconds. */
function delaysOf(readings: Stream[], calls: ProviderCall[]): number[] {
  const left = new Map(
    readings
      .filter(({ outcome }) => outcome === 'left')
      .map(({ asked, endedAt }) => [`case-${asked}`, endedAt]),
  )
  return calls.flatMap(({ question, sentAt, endedAt }) => {
    const leftAt = left.get(question)
    return leftAt === undefined || sentAt !== null ? [] : [Math.max(0, (endedAt ?? Date.now()) - leftAt)]
  })
}

function showDelays(delays: number[]): string {
  return `p50 ${percentile(delays, 0.5)} ms, max ${percentile(delays, 1)} ms of ${delays.length}`
}

const openCalls = (calls: ProviderCall[]) => calls.filter(({ endedAt }) => endedAt === null).length

/** The calls that the provider has seen, once none is open, or when the patience is over. */
async function callsOnceQuiet(provider: Provider): Promise<ProviderCall[]> {
  const endsAt = Date.now() + PATIENCE_MS
  while (true) {
    const calls = await provider.calls()
    if (openCalls(calls) === 0 || Date.now() > endsAt) return calls
    await pause(100)
  }
}

/** Whether the service still works, and what it holds. */
async function stateOf({ edge, output }: Service, number: number) {
  const { status, ms } = await send(`${edge}/consensus-iterative`, {
    body: { query: questionOf(number), models: AGREEING },
  })
  const health = await send(`${edge}/health`)
  const errors = output()
    .split('\n')
    .filter((line) => /"level":"(?:error|fatal)"/.test(line))
  return [
    { what: 'a question afterwards', value: `${status} after ${ms.toFixed(0)} ms` },
    { what: 'health afterwards', value: String(health.status) },
    { what: 'errors in the log', value: String(errors.length) },
  ]
}

/** The sockets that the service holds, those to the provider that it keeps for later included. */
async function socketsOf({ edge }: Service): Promise<string> {
  const { body } = await send(`${edge}/metrics`)
  return /^nodejs_active_resources\{type="TCPSocketWrap"[^}]*\} (\S+)/m.exec(body)?.[1] ?? '?'
}
