import type { Context } from 'hono'
import type { PastQuestions } from '../cache/past-questions.ts'
import { LIMITS } from '../contract/limits.ts'
import type { TaskSummary } from '../contract/local-consensus.ts'
import type { RunSummary } from '../contract/runs.ts'
import type { ProgramPort } from '../engine/index.ts'
import type { Api } from '../http/shared/request-context.ts'
import { networkOf } from '../main/addresses.ts'
import { openApis } from '../main/parts/apis.ts'
import { openRuns, openTasks } from '../main/parts/runs.ts'
import { openParts } from '../main/parts/service.ts'
import type { Storage } from '../main/parts/storage.ts'
import { type TaskRecord, viewOf } from '../tasks/task-machine.ts'
import { withoutLock } from '../vectors/embed-stored.ts'
import type { Isolate } from './isolate.ts'
import { createRemoteRateLimiter } from './remote-stores.ts'

interface OwnParts {
  newId?: () => string
  tasks: Storage['tasks']
  /** Told of runs that go on without their callers. */
  onRun?: (ended: Promise<void>) => void
}

const NOT_RUN: ProgramPort = {
  whyNot: () => 'programs are not run on this platform',
  run: () => Promise.reject(new Error('Programs are not run here.')),
}

/** The service in an isolate or in an object: all but tasks is kept in other objects. */
export async function openService(isolate: Isolate, { newId, tasks, onRun }: OwnParts) {
  const { env, remote, assets, embedding, axioms, counts } = isolate
  const runtime = isolate.runtimeFor(newId)
  const storage: Storage = {
    ...remote,
    tasks,
    openPastQuestions: async (): Promise<PastQuestions> => remote.questions,
    oneAtATime: withoutLock,
    // All who ask the same meet in one object.
    runClaims: null,
    createRateLimiter: (api) => createRemoteRateLimiter(env, api),
    problem: () => null,
    logProblems() {},
    async close() {},
  }
  const { reliability, listing } = remote
  const own = { assets, storage, embedding, axioms, sandbox: NOT_RUN, hasFiles: false, reliability }
  const opened = await openParts(runtime, own)
  const runs = openRuns(runtime, opened)
  const apis = openApis(runtime, {
    ...opened,
    ...runs,
    operatorToken: null,
    addressOf: (context: Context) => addressIn(context.req.raw.headers),
    // The platform sends what is for other hosts elsewhere.
    isOurHost: () => true,
    isPassedOn,
    exposeMetrics: counts.expose,
    runListing: {
      note(owner, run, ended) {
        onRun?.(ended)
        void listing.put('run', owner, { id: run.id, at: run.started_at, entry: run }).catch(() => {})
      },
      async list(owner) {
        const listed = (await listing.list('run', owner, MOST_RUNS)).map(({ entry }) => entry as RunSummary)
        return listed.filter((run) => (run.ended_at ?? run.started_at) > Date.now() - LISTED_MS)
      },
    },
  })
  apis.welcomeRequests()
  const openLocal = () => {
    const service = openTasks(runtime, tasks, runs.runner)
    return { tasks: service, local: apis.local(service) }
  }
  let edge: Api | undefined
  let local: ReturnType<typeof openLocal> | undefined
  return {
    edge: () => (edge ??= apis.edge()),
    openLocal: () => (local ??= openLocal()),
  }
}

const MOST_RUNS = 50
/** Runs are listed as long as a process would keep them. */
const LISTED_MS = 60 * 60 * 1000

/** The network of a client, as the platform saw it; nobody else can set this header there. */
export function addressIn(headers: Headers): string {
  return networkOf(headers.get('cf-connecting-ip') ?? '') ?? 'unknown'
}

/** Whether a request came through a proxy of its caller's; what the platform adds to every request does not say so. */
function isPassedOn({ req }: Context): boolean {
  const through = req.header('x-forwarded-for') ?? ''
  return through.includes(',') || ['via', 'forwarded'].some((name) => req.header(name) !== undefined)
}

/** Tasks that are listed where their caller finds them, whichever object runs them. */
export function listedTasks(tasks: Storage['tasks'], { remote, log }: Isolate): Storage['tasks'] {
  async function noteIf(isStored: boolean, task: TaskRecord): Promise<boolean> {
    const listed = { id: task.id, at: task.updatedAt, entry: summaryOf(task) }
    const onFault = (error: unknown) =>
      log.warn({ err: error, task_id: task.id }, 'a task could not be listed')
    if (isStored) await remote.listing.put('task', task.scope, listed).catch(onFault)
    return isStored
  }
  return {
    ...tasks,
    store: {
      ...tasks.store,
      async insert(task, claim) {
        const inserted = await tasks.store.insert(task, claim)
        await noteIf(true, inserted.task)
        return inserted
      },
      end: async (task) => noteIf(await tasks.store.end(task), task),
    },
    progress: {
      ...tasks.progress,
      update: async (lease, task, checkpoint) =>
        noteIf(await tasks.progress.update(lease, task, checkpoint), task),
    },
  }
}

function summaryOf(task: TaskRecord): TaskSummary {
  const query = task.request.query.slice(0, LIMITS.listedQueryCharacters)
  return { ...viewOf({ ...task, result: null }), query }
}

/** Tasks of an isolate, which has none: only the list of those of other objects. */
export function tasksElsewhere({ remote }: Isolate): Storage['tasks'] {
  const nowhere = () => Promise.reject(new Error('Tasks are in objects of their own.'))
  return {
    store: {
      insert: nowhere,
      get: async () => null,
      async list(scope, { status, limit }) {
        const listed = await remote.listing.list('task', scope, MOST_TASKS)
        const summaries = listed.map(({ entry }) => entry as TaskSummary)
        return summaries.filter((task) => (status ?? task.status) === task.status).slice(0, limit)
      },
      findByIdempotencyKey: async () => null,
      end: nowhere,
      countByStatus: async () => ({ pending: 0, running: 0, completed: 0, failed: 0 }),
      sweep: async () => {},
    },
    progress: { update: nowhere, checkpointOf: nowhere, keepReply: nowhere, repliesOf: nowhere },
    leases: { claim: async () => [], heartbeat: async (leases) => leases, release: async () => {} },
    events: { publish: nowhere, async *watch() {} },
  }
}

const MOST_TASKS = 1_000
