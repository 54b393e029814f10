import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { filesWith } from '../hostile/files-with.ts'
import type { ProviderCall } from '../provider/calls.ts'
import { markOf } from '../provider/script.ts'
import type { AttackReport } from '../report.ts'
import { dataFolder } from '../support/folders.ts'
import { killGroup, lineOf, ROOT, startProcess } from '../support/service.ts'
import { killReplicas, type Options } from './attack.ts'
import { OWN_KEY } from './task-feed.ts'

const OBJECTS = 'edge/do/stretto-Runs'

/** The same as the kills of the service, with workerd and all that belongs to it. */
export async function attackByKillsOfWorker(options: Options): Promise<AttackReport> {
  spawnSync(process.execPath, [`${ROOT}scripts/set-up.mjs`, '--build', '--worker'], { stdio: 'inherit' })
  const folder = dataFolder()
  const stored = new Map<string, number>()
  let lastKill = 0
  return killReplicas(options, {
    name: 'kills-of-worker',
    replicas: 1,
    environment: { DATA_DIR: folder },
    spawn: spawnWorker,
    ownKeyEvery: 20,
    afterKill() {
      const time = Date.now()
      for (const mark of marksIn(join(folder, OBJECTS), lastKill))
        if (!stored.has(mark)) stored.set(mark, time)
      lastKill = time
    },
    figures: () => [{ what: 'replies found in objects after kills', value: String(stored.size) }],
    problems: async (calls) => [
      ...paidThoughStored(calls, stored),
      ...filesWith(folder, [OWN_KEY]).map((file) => `a caller’s key is in ${file}`),
    ],
  })
}

/** Starts `npm run edge` without its build, in a process group of its own, which is killed as a whole. */
export function spawnWorker(environment: Record<string, string>) {
  const program = `import { run } from '${ROOT}scripts/edge/run.ts'; await run()`
  const child = startProcess(
    [
      process.execPath,
      '--import',
      `${ROOT}node_modules/tsx/dist/esm/index.mjs`,
      '--input-type=module',
      '-e',
      program,
    ],
    { environment: { EDGE_PORT: '0', LOCAL_PORT: '0', ...environment }, group: true },
  )
  const spawned = {
    ...child,
    end(signal: NodeJS.Signals) {
      if (signal === 'SIGKILL') killGroup(child.pid)
      else process.kill(child.pid, signal)
      return child.gone
    },
  }
  return { process: spawned, start: startOf(spawned) }
}

async function startOf(child: ReturnType<typeof startProcess>) {
  const line = await lineOf(child, 'local task API')
  if (line === null) return { service: null, ending: await child.gone, output: child.output() }
  const [edge, local] = ['edge API', 'local task API'].map(
    (name) => new RegExp(`${name} +(http://\\S+)`).exec(child.output())![1]!,
  )
  return { service: { ...child, edge: edge!, local: local! }, ending: null }
}

/** The marks of the replies in objects that were written after a time. */
function marksIn(folder: string, after: number): Set<string> {
  const marks = new Set<string>()
  if (!existsSync(folder)) return marks
  const copies = mkdtempSync(join(tmpdir(), 'stretto-attack-'))
  const isNew = (file: string) => existsSync(file) && statSync(file).mtimeMs >= after - 1_000
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.sqlite'))) {
    const file = join(folder, name)
    if (name === 'metadata.sqlite' || ![file, `${file}-wal`].some(isNew)) continue
    const copy = join(copies, name)
    for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, copy + end)
    const database = new Libsql(copy)
    for (const reply of repliesIn(database))
      for (const [mark] of reply.matchAll(/mark-[0-9a-f]{24}/g)) marks.add(mark)
    database.close()
  }
  rmSync(copies, { recursive: true })
  return marks
}

function repliesIn(database: Libsql.Database): string[] {
  try {
    return database.prepare('SELECT reply FROM task_replies').pluck().all() as string[]
  } catch {
    // Killed before its first task was stored.
    return []
  }
}

/** Calls that were made after a kill which their reply had survived. */
function paidThoughStored(calls: ProviderCall[], stored: Map<string, number>): string[] {
  return calls
    .filter(({ digest, arrivedAt }) => arrivedAt > (stored.get(markOf(digest)) ?? Number.POSITIVE_INFINITY))
    .map(({ digest, question }) => `${question}: the reply ${digest} was stored and paid for again`)
    .concat(stored.size === 0 && calls.length > 1_000 ? ['no stored reply was found'] : [])
}
