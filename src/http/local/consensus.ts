import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { StrettoError } from '../../contract/error-codes.ts'
import { LIMITS } from '../../contract/limits.ts'
import { ConsensusRequest, ConsensusResponse, Task } from '../../contract/local-consensus.ts'
import { type TaskRecord, viewOf } from '../../tasks/task-machine.ts'
import { errorResponses, jsonContent, jsonRequest } from '../documentation/api-routes.ts'
import { routerKeyHeader, securedBy } from '../documentation/openapi-headers.ts'
import { requireKey, routerKeyOf } from '../middleware/authenticate.ts'
import { jsonBody, warningsAboutBody } from '../middleware/json-body.ts'
import { lineOf, ownerOf, type RequestEnvironment } from '../shared/request-context.ts'
import type { LocalServices } from './local-services.ts'

const IDEMPOTENCY_KEY_RULE = `idempotency-key has 1 to ${LIMITS.idempotencyKeyCharacters} characters`

const taskHeaders = z.object({
  'idempotency-key': z
    .string()
    .trim()
    .min(1, IDEMPOTENCY_KEY_RULE)
    .max(LIMITS.idempotencyKeyCharacters, IDEMPOTENCY_KEY_RULE)
    .optional()
    .meta({ description: 'Sending the same key again returns the same task' }),
})

/** The id in a task's path. */
export const TaskId = z.object({
  id: z.string().meta({ description: 'The UUID returned by POST /consensus' }),
})

/** POST /consensus, POST /consensus/sync, GET and DELETE /consensus/{id}. */
export function mountTasks(
  app: OpenAPIHono<RequestEnvironment>,
  { tasks, keyring, log, now }: LocalServices,
): void {
  const common = { tags: ['Consensus'], security: securedBy(keyring) }
  const creating = {
    ...common,
    middleware: [requireKey(keyring), ...jsonBody],
    parameters: [routerKeyHeader],
    request: { headers: taskHeaders, body: jsonRequest(ConsensusRequest) },
  }

  const create = async (
    context: Context<RequestEnvironment>,
    request: ConsensusRequest,
    idempotencyKey: string | undefined,
  ) =>
    tasks.create({
      request,
      warnings: await warningsAboutBody(context, ConsensusRequest),
      scope: ownerOf(context.get('caller')),
      caller: lineOf(context.get('caller')),
      idempotencyKey: idempotencyKey ?? null,
      routerKey: routerKeyOf(context),
    })

  app.openapi(
    createRoute({
      ...creating,
      method: 'post',
      path: '/consensus',
      operationId: 'createTask',
      summary: 'Create a task',
      description:
        'Stores the request and answers at once. Poll the task every second or two, or follow its events.',
      responses: {
        202: jsonContent(Task, 'The task is stored and waiting'),
        ...errorResponses(401, 413, 415, 429, 503),
      },
    }),
    async (context) => {
      const task = await create(
        context,
        context.req.valid('json'),
        context.req.valid('header')['idempotency-key'],
      )
      context.header('Location', `/consensus/${task.id}`)
      return context.json(viewOf(task), 202)
    },
  )

  // Before the routes of a task: with another method the path would be taken for the task called sync.
  app.use('/consensus/sync', async (context, next) => {
    const { path, method } = context.req
    if (method === 'POST') return next()
    context.header('Allow', 'POST')
    throw new StrettoError('method_not_allowed', `${path} does not take ${method}; it takes POST.`)
  })

  app.openapi(
    createRoute({
      ...creating,
      method: 'post',
      path: '/consensus/sync',
      operationId: 'createConsensus',
      summary: 'Ask and wait for the answer',
      description:
        'Typically 10 to 60 seconds. Who leaves cancels the task, unless an Idempotency-Key lets it come back.',
      responses: {
        200: jsonContent(ConsensusResponse, 'The answer with every iteration'),
        ...errorResponses(401, 413, 415, 429, 502, 503, 504),
      },
    }),
    async (context) => {
      const idempotencyKey = context.req.valid('header')['idempotency-key']
      const { signal } = context.req.raw
      const task = await create(context, context.req.valid('json'), idempotencyKey)
      // Nobody could fetch the result of a caller who has gone, unless a key lets it come back.
      const leave = () => {
        if (idempotencyKey !== undefined) return
        tasks
          .cancel(task.id, task.scope)
          .catch((error) =>
            log.error({ err: error, task_id: task.id }, 'a caller’s leaving could not be stored'),
          )
      }
      if (signal.aborted) leave()
      signal.addEventListener('abort', leave, { once: true })
      try {
        return context.json(resultOf(await tasks.finished(task), now()), 200)
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
  )

  app.openapi(
    createRoute({
      ...common,
      method: 'get',
      path: '/consensus/{id}',
      operationId: 'getTask',
      summary: 'A task and, when completed, its result',
      description: 'Finished tasks are kept for 7 days.',
      middleware: [requireKey(keyring)],
      request: { params: TaskId },
      responses: { 200: jsonContent(Task, 'The task'), ...errorResponses(401, 404, 429) },
    }),
    async (context) => {
      const { id } = context.req.valid('param')
      const task = await tasks.get(id, ownerOf(context.get('caller')))
      if (task === null) throw unknownTask(id)
      return context.json(viewOf(task), 200)
    },
  )

  app.openapi(
    createRoute({
      ...common,
      method: 'delete',
      path: '/consensus/{id}',
      operationId: 'cancelTask',
      summary: 'Cancel a task; a finished one stays as it is',
      description: 'Calls under way are aborted, and the task fails with the code cancelled.',
      middleware: [requireKey(keyring)],
      request: { params: TaskId },
      responses: { 200: jsonContent(Task, 'The task after that'), ...errorResponses(401, 404, 429, 503) },
    }),
    async (context) => {
      const { id } = context.req.valid('param')
      const task = await tasks.cancel(id, ownerOf(context.get('caller')))
      if (task === null) throw unknownTask(id)
      return context.json(viewOf(task), 200)
    },
  )
}

/** The error for an id that names no task of this caller. */
export function unknownTask(id: string): StrettoError {
  return new StrettoError('not_found', `There is no task ${id}. Finished tasks are kept for 7 days.`)
}

function resultOf(
  { result, error, id, updatedAt, idempotencyKey }: TaskRecord,
  now: number,
): ConsensusResponse {
  if (result !== null) return result
  if (error !== null) {
    const wait = error.retry_after_seconds ?? (error.code === 'unavailable' ? 10 : undefined)
    const passed = Math.floor(Math.max(0, now - updatedAt) / 1000)
    const retryAfterSeconds = wait === undefined ? undefined : Math.max(1, wait - passed)
    // The same key gives the same task for as long as it is kept.
    const advice = idempotencyKey === null ? '' : ' To ask again, use a new Idempotency-Key.'
    throw new StrettoError(error.code, `${error.message}${advice}`, { retryAfterSeconds })
  }
  const message = `The service is shutting down; task ${id} goes on at its next start. Poll /consensus/${id}.`
  throw new StrettoError('unavailable', message, { retryAfterSeconds: 5 })
}
