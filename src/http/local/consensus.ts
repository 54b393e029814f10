import { createRoute, z } from '@hono/zod-openapi'
import type { RunCosts } from '../../consensus/budget/run-costs.ts'
import { iterationsOf, plannedRun } from '../../consensus/planned-run.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import { LIMITS } from '../../contract/limits.ts'
import {
  ConsensusRequest,
  ConsensusResponse,
  Task,
  TaskList,
  TaskListQuery,
} from '../../contract/local-consensus.ts'
import { VERDICT_DESCRIPTION, VerdictRequest, VerdictResponse } from '../../contract/verdict.ts'
import { type TaskRecord, viewOf } from '../../tasks/task-machine.ts'
import type { TaskEvents } from '../../tasks/task-ports.ts'
import type { TaskService } from '../../tasks/task-service.ts'
import {
  at,
  DRY_RUN_HEADERS,
  dryRunContent,
  errorResponses,
  jsonContent,
  jsonRequest,
  jsonResponses,
  ownKeyHeaders,
} from '../documentation/api-routes.ts'
import { createPlaces } from '../middleware/admission.ts'
import { callerKeysOf, protectedBy } from '../middleware/authenticate.ts'
import { jsonBody, knownFields, refuseSingleModel } from '../middleware/json-body.ts'
import type { ApiServices } from '../shared/api-services.ts'
import { dataOf, KEPT_EVENTS, sendEvents } from '../shared/event-stream.ts'
import { type Api, type ApiContext, lastSeen, ownerOf, queueKeyOf } from '../shared/request-context.ts'

export interface LocalServices extends ApiServices {
  tasks: TaskService
  costs: RunCosts
  events: TaskEvents
  /** The providers that a request may name. */
  providers: () => string[]
}

const IDEMPOTENCY_KEY_RULE = `idempotency-key must have 1 to ${LIMITS.idempotencyKeyCharacters} characters`

const taskHeaders = z.object({
  'idempotency-key': z
    .string()
    .trim()
    .min(1, IDEMPOTENCY_KEY_RULE)
    .max(LIMITS.idempotencyKeyCharacters, IDEMPOTENCY_KEY_RULE)
    .optional()
    .describe('Repeating a request with the same key returns the same task'),
})

const EXAMPLE =
  '"models": [{"provider": "openrouter", "name": "Mini", "model": "~openai/gpt-mini-latest"}, …]'

const TaskId = z.object({ id: z.string().describe('The UUID returned by POST /consensus') })

/** GET and POST /consensus, POST /consensus/sync, and what belongs to one task: GET and DELETE /consensus/{id}, its events and verdict. */
export function mountTasks(app: Api, services: LocalServices): void {
  const { tasks, costs, keyring, log, wallClock, providers } = services
  const tags = ['Consensus']
  const ofTask = { tags, ...protectedBy(keyring), request: { params: TaskId } }
  const creating = {
    tags,
    ...protectedBy(keyring, ...jsonBody, refuseSingleModel(EXAMPLE), knownFields(ConsensusRequest)),
    parameters: ownKeyHeaders,
    request: { headers: taskHeaders, body: jsonRequest(ConsensusRequest) },
  }

  const plan = (context: ApiContext, request: ConsensusRequest) =>
    plannedRun(request, { models: request.models, callerKeys: callerKeysOf(context) })

  const create = async (
    context: ApiContext,
    request: ConsensusRequest,
    idempotencyKey: string | undefined,
  ) => {
    const caller = context.get('caller')
    const callerKeys = callerKeysOf(context)
    const { query, models, ...options } = request
    return tasks.create({
      // A request that leaves out the iterations is the same as one that names those that it gets.
      request: { query, models, max_iterations: iterationsOf(request), ...options },
      warnings: context.get('ignored'),
      check: () => costs.check(plan(context, request)),
      scope: ownerOf(caller),
      caller: queueKeyOf(caller),
      idempotencyKey: idempotencyKey ?? null,
      callerKeys,
    })
  }

  const dryRun = async (context: ApiContext, request: ConsensusRequest) => {
    const most = await costs.dryRun(plan(context, request))
    return { ...most, warnings: [...most.warnings, ...context.get('ignored')] }
  }

  const createTask = createRoute({
    ...creating,
    ...at('post', '/consensus', 'createTask'),
    summary: 'Create a task',
    description:
      'Stores the request and responds immediately. Poll the task every 1 to 2 seconds, or stream its events.',
    responses: {
      200: {
        description: 'With dry_run: what the task would cost at most; nothing is stored',
        content: dryRunContent,
      },
      202: jsonContent(Task, 'The task is stored and pending'),
      ...errorResponses(401, 413, 415),
    },
  })
  app.openapi(createTask, async (context) => {
    const request = context.req.valid('json')
    requireKnownProviders(request, providers())
    if (request.dry_run) return context.json(await dryRun(context, request), 200, DRY_RUN_HEADERS)
    const task = await create(context, request, context.req.valid('header')['idempotency-key'])
    context.header('Location', `/consensus/${task.id}`)
    return context.json(viewOf(task), 202)
  })

  const listTasks = createRoute({
    tags,
    ...protectedBy(keyring),
    ...at('get', '/consensus', 'listTasks'),
    summary: 'List tasks',
    description: 'The tasks of the caller without their results. Finished tasks are kept for 7 days.',
    request: { query: TaskListQuery },
    responses: jsonResponses(TaskList, 'The tasks', [401]),
  })
  app.openapi(listTasks, async (context) => {
    const listed = await tasks.list(ownerOf(context.get('caller')), context.req.valid('query'))
    return context.json({ tasks: listed, count: listed.length }, 200)
  })

  // Before the task routes: otherwise another method on this path would match a task with the id "sync".
  app.use('/consensus/sync', async (context, next) => {
    const { path, method } = context.req
    if (method === 'POST') return next()
    context.header('Allow', 'POST')
    throw new StrettoError('method_not_allowed', `${path} does not support ${method}; use POST.`)
  })

  const createConsensus = createRoute({
    ...creating,
    ...at('post', '/consensus/sync', 'createConsensus'),
    summary: 'Create a task and wait for its result',
    description:
      'Typically takes 10 to 60 seconds. Disconnecting cancels the task, unless an Idempotency-Key was sent.',
    responses: {
      200: {
        description:
          'The answer, with the details of every iteration; with dry_run, what it would cost at most',
        content: { 'application/json': { schema: ConsensusResponse }, ...dryRunContent },
      },
      ...errorResponses(401, 413, 415, 502, 504),
    },
  })
  app.openapi(createConsensus, async (context) => {
    const idempotencyKey = context.req.valid('header')['idempotency-key']
    const request = context.req.valid('json')
    requireKnownProviders(request, providers())
    if (request.dry_run) return context.json(await dryRun(context, request), 200, DRY_RUN_HEADERS)
    const { signal } = context.req.raw
    const task = await create(context, request, idempotencyKey)
    // After a disconnect nobody can fetch the result, unless an idempotency key lets the caller return to it.
    const leave = () => {
      if (idempotencyKey !== undefined) return
      const note = (err: unknown) =>
        log.error({ err, task_id: task.id }, 'could not cancel the task of a caller who disconnected')
      tasks.cancel(task.id, task.scope).catch(note)
    }
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    try {
      return context.json(resultOf(await tasks.finished(task), wallClock()), 200)
    } finally {
      signal.removeEventListener('abort', leave)
    }
  })

  const getTask = createRoute({
    ...ofTask,
    ...at('get', '/consensus/{id}', 'getTask'),
    summary: 'Get a task and, once completed, its result',
    description: 'Finished tasks are kept for 7 days.',
    responses: jsonResponses(Task, 'The task', [401, 404]),
  })
  app.openapi(getTask, async (context) => {
    const task = await requireTask(tasks, context, context.req.valid('param').id)
    return context.json(viewOf(task), 200)
  })

  const cancelTask = createRoute({
    ...ofTask,
    ...at('delete', '/consensus/{id}', 'cancelTask'),
    summary: 'Cancel a task; a finished task is unchanged',
    description: 'Model calls in flight are aborted, and the task fails with the code cancelled.',
    responses: jsonResponses(Task, 'The task after cancellation', [401, 404]),
  })
  app.openapi(cancelTask, async (context) => {
    const { id } = context.req.valid('param')
    const task = await tasks.cancel(id, ownerOf(context.get('caller')))
    if (task === null) throw unknownTask(id)
    return context.json(viewOf(task), 200)
  })
  mountEvents(app, services)
  mountVerdicts(app, services)
}

/** GET /consensus/{id}/events: past events first, then live ones until the task is finished. */
function mountEvents(app: Api, { tasks, events, keyring, closing, log, admission }: LocalServices): void {
  const places = createPlaces(admission.limit)
  const streamTaskEvents = createRoute({
    ...at('get', '/consensus/{id}/events', 'streamTaskEvents'),
    tags: ['Consensus'],
    summary: 'Stream the progress of a task as server-sent events',
    description:
      'Sends the events so far, then live ones until the task is finished, whichever process runs it. Events are numbered; with Last-Event-ID the stream resumes after that event.',
    ...protectedBy(keyring),
    request: { params: TaskId },
    responses: {
      200: {
        description: `Events ${KEPT_EVENTS}, and task-change. The last event is the task-change that reports the finished task`,
        content: { 'text/event-stream': { schema: z.string() } },
      },
      ...errorResponses(401, 404),
    },
  })
  app.openapi(streamTaskEvents, async (context) => {
    const { id } = context.req.valid('param')
    const { request } = await requireTask(tasks, context, id)
    const seen = lastSeen(context)

    async function* sent(left: AbortSignal) {
      const signal = AbortSignal.any([left, closing()])
      try {
        for await (const { number, event } of events.watch(id, { after: seen, signal }))
          yield {
            event: event.type,
            id: String(number),
            data: JSON.stringify(dataOf(event, request.models)),
          }
      } catch (error) {
        log.error({ err: error, task_id: id }, 'the event stream of a task ended early')
      }
    }
    // Not counted as load, because the work is that of the task, watched or not; but watchers take room.
    const leave = places.take(
      queueKeyOf(context.get('caller')),
      (taken) => `already has ${taken} watchers of tasks`,
    )
    const { response, ended } = sendEvents(context, sent)
    ended.then(leave)
    return response
  })
}

/** POST /consensus/{id}/verdict: what a caller knows about the result of a task. */
function mountVerdicts(app: Api, { tasks, keyring, verdicts }: LocalServices): void {
  const giveVerdict = createRoute({
    tags: ['Consensus'],
    ...protectedBy(keyring, ...jsonBody, knownFields(VerdictRequest)),
    ...at('post', '/consensus/{id}/verdict', 'giveVerdict'),
    summary: 'Say whether the result of a task is right',
    description: VERDICT_DESCRIPTION,
    request: { params: TaskId, body: jsonRequest(VerdictRequest) },
    responses: jsonResponses(VerdictResponse, 'What follows from the verdict', [401, 404, 409, 413, 415]),
  })
  app.openapi(giveVerdict, async (context) => {
    const { id } = context.req.valid('param')
    const task = await requireTask(tasks, context, id)
    if (task.result === null) {
      const why =
        task.status === 'failed'
          ? 'failed and has no answer to judge'
          : `is ${task.status} and has no answer yet. Give the verdict once it is completed`
      throw new StrettoError('conflict', `Task ${id} ${why}.`)
    }
    const run = { ...task.result, entries: task.result.iterations }
    const owner = ownerOf(context.get('caller'))
    return context.json(await verdicts.give(owner, context.req.valid('json'), run), 200)
  })
}

function requireKnownProviders({ models }: ConsensusRequest, known: string[]): void {
  const problem = `provider must be one of ${known.join(', ')}; the operator can add others in ENDPOINTS`
  const details = models.flatMap(({ provider }, place) =>
    known.includes(provider) ? [] : [{ path: `models.${place}.provider`, problem }],
  )
  if (details.length > 0)
    throw new StrettoError('bad_request', `${details[0]!.path}: ${problem}.`, { details })
}

/** The task of a caller with this id. */
async function requireTask(tasks: TaskService, context: ApiContext, id: string) {
  const task = await tasks.get(id, ownerOf(context.get('caller')))
  if (task === null) throw unknownTask(id)
  return task
}

function unknownTask(id: string): StrettoError {
  return new StrettoError('not_found', `There is no task ${id}. Finished tasks are kept for 7 days.`)
}

function resultOf({ result, error, id, updatedAt, idempotencyKey }: TaskRecord, now: number) {
  if (result !== null) return result
  if (error !== null) {
    const wait = error.retry_after_seconds ?? (error.code === 'unavailable' ? 10 : undefined)
    const passed = Math.floor(Math.max(0, now - updatedAt) / 1000)
    const retryAfterSeconds = wait === undefined ? undefined : Math.max(1, wait - passed)
    // The same key returns the same task for as long as the task is kept.
    const advice = idempotencyKey === null ? '' : ' To retry, use a new Idempotency-Key.'
    throw new StrettoError(error.code, `${error.message}${advice}`, { retryAfterSeconds })
  }
  const message = `The service is shutting down; task ${id} will resume after a restart. Poll /consensus/${id}.`
  throw new StrettoError('unavailable', message, { retryAfterSeconds: 5 })
}
