import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { startProvider } from '../provider/calls.ts'
import type { AttackReport } from '../report.ts'
import { dataFolder } from '../support/folders.ts'
import { ownFigures } from '../support/own-figures.ts'
import { showCounts } from '../support/requests.ts'
import {
  type AttackProcess,
  ROOT,
  type Service,
  startProcess,
  startService,
  WIDE_LIMITS,
} from '../support/service.ts'
import { soakPicture } from './picture.ts'
import type { CallersWindow, SoakWindow } from './window.ts'

const RUNS = 200
const WINDOW_MS = 10_000
/** Models that take 1.2 to 12 s, as those that think do. */
const SLOWER = 60
/** More than REQUEST_LIMIT lets in at once. */
const TOO_MANY_RUNS = 2_000
const SATURATED_MS = 60_000
const PICTURE = `${ROOT}docs/images/soak.svg`

/** Runs 200 questions at a time for some minutes next to other requests, and then far more than the service takes. */
export async function attackBySoaking({
  minutes,
  picture,
}: {
  minutes: number
  picture: boolean
}): Promise<AttackReport> {
  const provider = await startProvider({ slower: SLOWER })
  const service = await startService({
    ...provider.environment,
    ...WIDE_LIMITS,
    DATA_DIR: dataFolder(),
  })
  const windows = await watch(service, RUNS, minutes * 60_000)
  const [saturated] = await watch(service, TOO_MANY_RUNS, SATURATED_MS, SATURATED_MS)
  await pause(WINDOW_MS)
  const afterwards = await ownFigures(service)
  const { code } = await service.end('SIGTERM')
  await provider.end()
  if (picture) {
    mkdirSync(`${ROOT}docs/images`, { recursive: true })
    writeFileSync(PICTURE, soakPicture(windows, WINDOW_MS))
  }
  const runs = windows.reduce((sum, window) => sum + window.runs, 0)
  const over = (read: (window: SoakWindow) => number) => windows.map(read)
  const span = (values: number[]) =>
    `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`
  const third = Math.floor(windows.length / 3)
  const median = (part: SoakWindow[], read: (window: SoakWindow) => number) =>
    Math.round(percentile(part.map(read), 0.5))
  const memory = ({ memoryMb }: SoakWindow) => memoryMb
  const figures = [
    { what: 'runs', value: `${runs} in ${minutes} min, ${RUNS} at a time` },
    { what: 'answers by status', value: showCounts(sumOf(windows)) },
    {
      what: 'a run, p50 · p99 over windows of 10 s',
      value: `${span(over((w) => w.runP50))} ms · ${span(over((w) => w.runP99))} ms`,
    },
    {
      what: 'short requests, p50 · p99 over windows',
      value: `${span(over((w) => w.shortP50))} ms · ${span(over((w) => w.shortP99))} ms`,
    },
    {
      what: 'event loop late by at most, over windows',
      value: `p50 ${median(windows, (w) => w.lateMs)} ms, max ${Math.round(Math.max(...over((w) => w.lateMs)))} ms`,
    },
    {
      what: 'windows with a block over 50 ms',
      value: `${windows.filter(({ lateMs }) => lateMs > 50).length} of ${windows.length}`,
    },
    {
      what: 'memory in the second and the last third',
      value: `${median(windows.slice(third, 2 * third), memory)} → ${median(windows.slice(2 * third), memory)} MB, at most ${Math.max(...over(memory))} MB`,
    },
    { what: `${TOO_MANY_RUNS} at a time: answers`, value: showCounts(saturated?.statuses ?? {}) },
    {
      what: `${TOO_MANY_RUNS} at a time: short requests, p50 · p99`,
      value: `${Math.round(saturated?.shortP50 ?? 0)} ms · ${Math.round(saturated?.shortP99 ?? 0)} ms`,
    },
    {
      what: `${TOO_MANY_RUNS} at a time: memory; afterwards`,
      value: `${saturated?.memoryMb} MB; ${afterwards.memoryMb} MB`,
    },
    { what: 'exit code', value: String(code) },
  ]
  return { attack: 'soak', figures, details: { windows, saturated, afterwards } }
}

/** Lets callers loose for some time; returns what they and the service saw. */
async function watch(
  service: Service,
  runs: number,
  forMs: number,
  windowMs = WINDOW_MS,
): Promise<SoakWindow[]> {
  const callers = startProcess(
    [
      process.execPath,
      '--import',
      'tsx',
      `${ROOT}attack/soak/callers.ts`,
      service.edge,
      service.local,
      ...[runs, forMs, windowMs].map(String),
    ],
    { cwd: ROOT },
  )
  const windows: SoakWindow[] = []
  for await (const line of linesOf(callers)) {
    const { memoryMb, lateMaxMs } = await ownFigures(service)
    if (line === 'begun') continue
    const seen: CallersWindow = JSON.parse(line)
    windows.push({ ...seen, memoryMb, lateMs: lateMaxMs })
  }
  return windows
}

/** The lines a process prints, as they come, until it ends. */
async function* linesOf({ output, alive }: AttackProcess): AsyncGenerator<string> {
  for (let read = 0; ; ) {
    const isLast = !alive()
    const lines = output().split('\n').slice(0, -1)
    yield* lines.slice(read)
    read = lines.length
    if (isLast) return
    await pause(50)
  }
}

function sumOf(windows: SoakWindow[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const { statuses } of windows)
    for (const [name, count] of Object.entries(statuses)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
