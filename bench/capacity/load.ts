import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../percentile.ts'
import { processorTime } from '../processor-time.ts'
import { residentMegabytes } from '../resident-memory.ts'
import type { MeasuredProcess } from '../service-process.ts'
import { type Deployment, sentTo } from './deployment.ts'
import { MODEL_MS, type Speed } from './model-speed.ts'
import { CLOSED, HIT, measureUnits, newRun } from './units.ts'

const IN_FLIGHT = 500
/** From a load of this size the memory of a larger one is predicted. */
const SMALL = 150
/** Measured for so long, and on a busy machine longer, until so many runs have ended. */
const MEASURED_MS = 10_000
const LONGEST_MS = 25_000
const LEAST_RUNS = 500
const SEATS = 3
const PROBE_EVERY_MS = 100
const CORES = 2

export interface LoadFigures {
  /** Processor milliseconds of the service for a run. */
  processor: number
  /** Of all processes together, models and callers included. */
  wholeProcessor: number
  perSecond: number
  /** Resident megabytes of a process at the highest. */
  memory: number
}

export interface Loaded {
  modelSeconds: number
  predicted: LoadFigures
  measured: LoadFigures
  mostCalls: number
  /** In milliseconds: what a run takes, a cache hit of another caller, and the event loop is busy at a time. */
  run: { p50: number; p99: number }
  hit: { p50: number; p99: number; count: number }
  turn: { p99: number; longest: number }
  /** The share of the two cores that the processes got, and the runs a second that would need it by what was predicted. */
  share: number
  perSecondByShare: number
}

/** Keeps 500 runs in flight, with models of one speed after the other, and compares what they use with what a few have used. */
export async function* load(deployment: Deployment): AsyncGenerator<Loaded> {
  const few = await useOfFew(deployment)
  for (const speed of ['slow', 'slower'] as const) yield await keepInFlight(deployment, speed, few)
}

async function keepInFlight(deployment: Deployment, speed: Speed, few: UseOfFew): Promise<Loaded> {
  const predicted = predict(deployment, MODEL_MS[speed], few)
  const stop = new AbortController()
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const runs: number[] = []
  const callers = Array.from({ length: IN_FLIGHT }, (_, caller) =>
    keepAsking(deployment, { caller, agent, runs, speed, stop: stop.signal }),
  )
  try {
    await settled(runs)
    const memory = watchMemory(deployment)
    await deployment.turns()
    const before = await wholeUse(deployment)
    const started = runs.length
    const startedAt = performance.now()
    const hits = await probeHits(deployment, () => {
      const ms = performance.now() - startedAt
      return ms > LONGEST_MS || (ms > MEASURED_MS && runs.length - started >= LEAST_RUNS)
    })
    const seconds = (performance.now() - startedAt) / 1_000
    const done = runs.slice(started)
    const after = await wholeUse(deployment)
    const turns = await deployment.turns()
    const whole = after.whole - before.whole
    const cores = whole / (seconds * 1_000)
    return {
      modelSeconds: MODEL_MS[speed] / 1_000,
      predicted,
      measured: {
        processor: (after.service - before.service) / done.length,
        wholeProcessor: whole / done.length,
        perSecond: done.length / seconds,
        memory: memory.stop(),
      },
      mostCalls: (await sentTo(deployment.provider)).mostWaiting,
      run: { p50: percentile(done, 0.5), p99: percentile(done, 0.99) },
      hit: { p50: percentile(hits, 0.5), p99: percentile(hits, 0.99), count: hits.length },
      turn: { p99: percentile(turns, 0.99), longest: percentile(turns, 1) },
      share: cores / CORES,
      perSecondByShare: (cores * 1_000) / predicted.wholeProcessor,
    }
  } finally {
    stop.abort()
    await Promise.allSettled(callers)
    agent.destroy()
  }
}

/** Megabytes of a process without runs, and for each run in flight. */
export interface MemoryOfRuns {
  idle: number
  memoryEach: number
}

interface UseOfFew extends MemoryOfRuns {
  /** Processor milliseconds for a run: of the service, and of all processes. */
  processor: number
  wholeProcessor: number
  /** How often a run waits for models: once, or twice where an axiom is near and the answer is checked against it. */
  waits: number
}

/** What a run uses when few are under way. */
async function useOfFew(deployment: Deployment): Promise<UseOfFew> {
  const requests = CLOSED.requests * 2
  const units = [{ ...CLOSED, requests }]
  const before = await wholeUse(deployment)
  const used = (await measureUnits(deployment, { roundCount: 3, units })).get(CLOSED.name)!
  const after = await wholeUse(deployment)
  return {
    processor: used.service!,
    waits: 1 + (used.calls - SEATS) / 2,
    wholeProcessor: (after.whole - before.whole) / (CLOSED.warmUp + 3 * requests),
    ...(await memoryOfRuns(deployment)),
  }
}

/** What a warm service takes for some runs that wait for their models. */
export async function memoryOfRuns(deployment: Deployment): Promise<MemoryOfRuns> {
  const idle = memoryOf(deployment)
  const memory = watchMemory(deployment)
  for (let round = 0; round < 3; round++) {
    // Connections that were idle for seconds are closed by the service.
    const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
    await Promise.all(
      Array.from({ length: SMALL }, (_, caller) =>
        ask(deployment, { caller, agent, ...newRun('vendor', '-slow') }),
      ),
    )
    agent.destroy()
  }
  return { idle, memoryEach: ((memory.stop() - idle) * deployment.services.length) / SMALL }
}

/** Waits until as many runs have ended as are in flight: before, more begin than end. On a busy machine not for ever. */
async function settled(runs: number[]): Promise<void> {
  const until = performance.now() + LONGEST_MS
  while (runs.length < IN_FLIGHT && performance.now() < until) await pause(50)
}

/** What 500 will use, if each uses what one of a few does. */
function predict({ services }: Deployment, modelMs: number, few: UseOfFew): LoadFigures {
  return {
    processor: few.processor,
    wholeProcessor: few.wholeProcessor,
    perSecond: Math.min(
      (IN_FLIGHT * 1_000) / (modelMs * few.waits),
      (services.length * 1_000) / few.processor,
      (CORES * 1_000) / few.wholeProcessor,
    ),
    memory: few.idle + (few.memoryEach * IN_FLIGHT) / services.length,
  }
}

/** The processor time of the services alone, and with database, models and callers. */
async function wholeUse(deployment: Deployment) {
  const { service, database } = await deployment.used()
  const provider = processorTime(deployment.provider.child.pid!) ?? Number.NaN
  const { user, system } = process.cpuUsage()
  return { service: service!, whole: service! + (database ?? 0) + provider + (user + system) / 1_000 }
}

interface Caller {
  caller: number
  agent: Agent
}

async function keepAsking(
  deployment: Deployment,
  { runs, stop, speed, ...caller }: Caller & { runs: number[]; stop: AbortSignal; speed: Speed },
): Promise<void> {
  await pause((MODEL_MS[speed] * caller.caller) / IN_FLIGHT)
  while (!stop.aborted) runs.push(await ask(deployment, { ...caller, ...newRun('vendor', `-${speed}`) }))
}

/** The milliseconds until the last byte of an answer; callers go to the replicas in turns. */
function ask(
  { services }: Deployment,
  {
    caller,
    agent,
    path,
    body,
    localAddress,
  }: Caller & { path: string; body?: string; localAddress?: string },
): Promise<number> {
  const { line }: MeasuredProcess = services[caller % services.length]!
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const options = { host: '127.0.0.1', port: line.edge_port, path, method: 'POST', agent, headers }
    request({ ...options, localAddress }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A run was answered with ${response.statusCode}.`))
      response.on('error', reject)
      response.on('end', () => resolve(performance.now() - startedAt)).resume()
    })
      .on('error', reject)
      .end(body)
  })
}

/** Cache hits of another caller, one after the other. */
async function probeHits(deployment: Deployment, isEnough: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  for (let probe = 0; !isEnough(); probe++) {
    times.push(await ask(deployment, { caller: probe, agent, localAddress: '127.0.0.2', ...HIT }))
    await pause(PROBE_EVERY_MS)
  }
  agent.destroy()
  // The first of each replica may have been a run.
  return times.slice(deployment.services.length)
}

function memoryOf({ services }: Deployment): number {
  return Math.max(...services.map(({ child }) => residentMegabytes(child.pid!)))
}

function watchMemory(deployment: Deployment) {
  let most = memoryOf(deployment)
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(deployment))
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}
