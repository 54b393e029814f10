import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { examineFolder } from '../kills/examine-folder.ts'
import { PANEL, questionOf } from '../kills/task-feed.ts'
import { tracePaidTwice } from '../kills/trace-calls.ts'
import { NotMeasured } from '../not-measured.ts'
import { startProvider } from '../provider/calls.ts'
import type { AttackReport } from '../report.ts'
import { atEnd } from '../support/clean-up.ts'
import { dataFolder } from '../support/folders.ts'
import { countBy, send, showCounts } from '../support/requests.ts'
import { type Service, spawnService, startService, WIDE_LIMITS } from '../support/service.ts'
import { showStop } from '../support/show-stop.ts'
import { fatesOf, finalFatesOf, nameOfFate, type TaskFate } from '../support/tasks.ts'
import type { FickleDisk } from './fickle-disk.ts'
import { openFrozenFolder } from './frozen-folder.ts'
import { openSmallDisk } from './small-disk.ts'

/** Space for some tasks, so that a disk fills while they run. */
const BYTES_LEFT = 1_500_000
const TASKS_BEFORE = 10
const TASKS = 80
const PATIENCE_MS = 30_000

/** Fills the disk while tasks are running, frees the space again, and starts on a full disk. */
export async function attackWithFullDisk(): Promise<AttackReport> {
  const disk = openSmallDisk()
  if (disk === null) throw new NotMeasured('It needs Linux and permission to use mount or prlimit.')
  return block(disk, { name: 'disk-full', state: 'full' })
}

/** Makes the folder read-only while tasks are running, and writable again, and starts on a read-only one. */
export async function attackWithReadOnlyFolder(): Promise<AttackReport> {
  const disk = openFrozenFolder()
  if (disk === null) throw new NotMeasured('It needs Linux and permission to use chattr.')
  const report = await block(disk, { name: 'read-only', state: 'read-only' })
  const mounted = { what: 'start on a read-only file system', value: await startOnReadOnlyMount() }
  return { ...report, figures: [...report.figures, mounted] }
}

interface Words {
  name: string
  /** What the disk is while it cannot be written. */
  state: string
}

async function block(disk: FickleDisk, { name, state }: Words): Promise<AttackReport> {
  const provider = await startProvider()
  const environment = { ...provider.environment, ...WIDE_LIMITS, DATA_DIR: disk.folder }
  let service = await startService(environment)

  const before = await createTasks(service, 0, TASKS_BEFORE)
  disk.block(service.pid, BYTES_LEFT)
  const { ids: more, statuses, bodies } = await createTasks(service, TASKS_BEFORE, TASKS)
  const ids = [...before.ids, ...more]
  await pause(5_000)
  const health = await healthOf(service)
  const edgeQuestion = { query: questionOf(TASKS + 1), models: PANEL.map(({ model }) => model) }
  const edge = await send(`${service.edge}/consensus-iterative`, { body: edgeQuestion })
  const whileBlocked = await fatesOf(service.local, ids)

  disk.unblock(service.pid)
  const patience = service.alive() ? PATIENCE_MS : 0
  const afterwards = await finalFatesOf(service.local, ids, patience)
  await untilHealthy(service)
  const healthAfterwards = await healthOf(service)
  const again = await post(service, TASKS)
  const survived = service.alive()

  const ending = await service.end('SIGTERM')
  service = await startService(environment)
  const restarted = await finalFatesOf(service.local, ids, PATIENCE_MS)
  const paidTwice = tracePaidTwice(await provider.calls(), []).length
  // Stopped in the middle of tasks that it can no longer store anything about.
  const last = await createTasks(service, TASKS + 2, TASKS + 2 + TASKS_BEFORE)
  disk.block(service.pid, 0)
  const endingBlocked = await service.end('SIGTERM')
  disk.unblock(null)
  service = await startService(environment)
  const resumed = await finalFatesOf(service.local, last.ids, PATIENCE_MS)
  await service.end('SIGTERM')

  // A little space is left, as on a real disk, but less than the service needs to open its database.
  disk.block(null, 8_192)
  const start = await spawnService(environment, { before: disk.before }).start
  const onBlocked =
    start.service === null ? showStop(start) : `started; health ${await healthOf(start.service)}`
  await start.service?.end('SIGTERM')
  disk.unblock(null)
  const problems = examineFolder(disk.folder)
  const paidAgain = tracePaidTwice(await provider.calls(), []).length - paidTwice
  await provider.end()
  disk.close()

  const figures = [
    { what: 'made so by', value: disk.way },
    { what: `POST while ${state}`, value: showCounts(statuses) },
    { what: 'process alive', value: survived ? 'yes' : 'no' },
    { what: `health while ${state}: edge; local`, value: health },
    { what: `POST /consensus-iterative while ${state}`, value: String(edge.status ?? edge.fault) },
    { what: `tasks while ${state}`, value: showFates(whileBlocked) },
    { what: `tasks ${PATIENCE_MS / 1_000} s after that`, value: showFates(afterwards) },
    { what: 'health then: edge; local', value: healthAfterwards },
    { what: 'POST then', value: String(again.status ?? again.fault) },
    { what: 'exit code of a stop then', value: String(ending.code ?? ending.signal) },
    { what: 'tasks after a restart', value: showFates(restarted) },
    { what: 'answers paid twice', value: String(paidTwice) },
    { what: `exit code of a stop while ${state}`, value: String(endingBlocked.code ?? endingBlocked.signal) },
    { what: 'tasks of that stop after a restart', value: showFates(resumed) },
    { what: 'answers that it could not store and are paid again', value: String(paidAgain) },
    { what: `start while ${state}`, value: onBlocked },
    { what: 'problems of the database', value: problems.join('; ') || 'none' },
  ]
  return { attack: name, figures, details: { refusals: bodies } }
}

/** How a start looks on a folder that is mounted read-only. */
async function startOnReadOnlyMount(): Promise<string> {
  const folder = dataFolder()
  const isMounted =
    spawnSync('mount', ['--bind', folder, folder]).status === 0 &&
    spawnSync('mount', ['-o', 'remount,bind,ro', folder]).status === 0
  const unmount = atEnd(() => void spawnSync('umount', ['--lazy', folder]))
  const start = await spawnService({ DATA_DIR: folder, ROUTER: 'offline' }).start
  await start.service?.end('SIGTERM')
  unmount()
  if (!isMounted) return 'not measured: needs permission to use mount'
  return start.service === null ? showStop(start) : 'starts'
}

/** Waits for the next look at the disk; gives up in time. */
async function untilHealthy(service: Service): Promise<void> {
  for (let second = 0; second < 20; second++) {
    if ((await healthOf(service)) === 'healthy; healthy') return
    await pause(1_000)
  }
}

function post({ local }: Service, number: number) {
  const body = { query: questionOf(number), models: PANEL, max_iterations: 4 }
  return send(`${local}/consensus`, { body, timeoutMs: 20_000 })
}

async function createTasks(service: Service, first: number, end: number) {
  const ids: string[] = []
  const bodies: string[] = []
  const statuses: Record<string, number> = {}
  for (let number = first; number < end; number++) {
    const { status, body, headers, fault } = await post(service, number)
    if (status === 202) ids.push(JSON.parse(body).id)
    else if (bodies.length < 3) bodies.push(body)
    const wait = headers['retry-after'] === undefined ? '' : ' with Retry-After'
    const name = `${status ?? fault}${wait}`
    statuses[name] = (statuses[name] ?? 0) + 1
    await pause(60)
  }
  return { ids, statuses, bodies }
}

async function healthOf({ edge, local }: Service): Promise<string> {
  const answers = await Promise.all([edge, local].map((url) => send(`${url}/health`, { timeoutMs: 10_000 })))
  return answers
    .map(({ status, body, fault }) => (status === 200 ? JSON.parse(body).status : `${status ?? fault}`))
    .join('; ')
}

function showFates(fates: Map<string, TaskFate>): string {
  return showCounts(countBy(fates.values(), nameOfFate))
}
