import { setTimeout as pause } from 'node:timers/promises'
import { PANEL, questionOf } from '../kills/task-feed.ts'
import { tracePaidTwice } from '../kills/trace-calls.ts'
import { NotMeasured } from '../not-measured.ts'
import { startProvider } from '../provider/calls.ts'
import type { AttackReport } from '../report.ts'
import { dataFolder } from '../support/folders.ts'
import { countBy, send, showCounts } from '../support/requests.ts'
import { type Service, spawnService, startService, WIDE_LIMITS } from '../support/service.ts'
import { showStop } from '../support/show-stop.ts'
import { fatesOf, finalFatesOf, nameOfFate, type TaskFate } from '../support/tasks.ts'
import { openSmallDisk } from './small-disk.ts'

const BYTES_LEFT = 1_500_000
const TASKS = 80
const PATIENCE_MS = 30_000

/** Fills the disk while tasks are running, frees the space again, and starts on a full disk. */
export async function attackWithFullDisk(): Promise<AttackReport> {
  const disk = openSmallDisk()
  if (disk === null) throw new NotMeasured('It needs Linux and permission to use mount or prlimit.')
  const provider = await startProvider()
  await dataFolder(disk.folder)
  const environment = { ...provider.environment, ...WIDE_LIMITS, DATA_DIR: disk.folder }
  let service = await startService(environment)

  disk.fill(service.pid, BYTES_LEFT)
  const { ids, statuses, bodies } = await createTasks(service)
  await pause(5_000)
  const health = await healthOf(service)
  const edgeQuestion = { query: questionOf(TASKS + 1), models: PANEL.map(({ model }) => model) }
  const edge = await send(`${service.edge}/consensus-iterative`, { body: edgeQuestion })
  const whileFull = await fatesOf(service.local, ids)

  disk.empty(service.pid)
  const patience = service.alive() ? PATIENCE_MS : 0
  const afterwards = await finalFatesOf(service.local, ids, patience)
  const healthAfterwards = await healthOf(service)
  const again = await post(service, TASKS)
  const survived = service.alive()

  const ending = await service.end('SIGTERM')
  service = await startService(environment)
  const restarted = await finalFatesOf(service.local, ids, PATIENCE_MS)
  await service.end('SIGTERM')

  // A little space is left, as on a real disk, but less than the service needs to open its database.
  disk.fill(null, 8_192)
  const start = await spawnService(environment, { before: disk.before }).start
  const onFullDisk =
    start.service === null ? showStop(start) : `started; health ${await healthOf(start.service)}`
  await start.service?.end('SIGTERM')
  disk.empty(null)
  const calls = await provider.calls()
  await provider.end()
  disk.close()

  const figures = [
    { what: 'space limited by', value: disk.way },
    { what: 'POST while the disk fills', value: showCounts(statuses) },
    { what: 'process alive', value: survived ? 'yes' : 'no' },
    { what: 'health while full: edge; local', value: health },
    { what: 'POST /consensus-iterative while full', value: String(edge.status ?? edge.fault) },
    { what: 'tasks while full', value: showFates(whileFull) },
    { what: `tasks ${PATIENCE_MS / 1_000} s after space returned`, value: showFates(afterwards) },
    { what: 'health then: edge; local', value: healthAfterwards },
    { what: 'POST then', value: String(again.status ?? again.fault) },
    { what: 'exit code of a stop then', value: String(ending.code ?? ending.signal) },
    { what: 'tasks after a restart', value: showFates(restarted) },
    { what: 'answers paid twice', value: String(tracePaidTwice(calls, []).length) },
    { what: 'start on a full disk', value: onFullDisk },
  ]
  return { attack: 'disk-full', figures, details: { refusals: bodies } }
}

function post({ local }: Service, number: number) {
  const body = { query: questionOf(number), models: PANEL, max_iterations: 4 }
  return send(`${local}/consensus`, { body, timeoutMs: 20_000 })
}

async function createTasks(service: Service) {
  const ids: string[] = []
  const bodies: string[] = []
  const statuses: Record<string, number> = {}
  for (let number = 0; number < TASKS; number++) {
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
