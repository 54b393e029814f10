import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { streamSSE } from 'hono/streaming'
import type { Task } from '../../contract/local-consensus.ts'
import type { TaskEvent } from '../../tasks/task-events.ts'
import { isEarlier, isFinished, viewOf } from '../../tasks/task-machine.ts'
import { errorResponses } from '../documentation/api-routes.ts'
import { securedBy } from '../documentation/openapi-headers.ts'
import { requireKey } from '../middleware/authenticate.ts'
import { ownerOf, type RequestEnvironment } from '../shared/request-context.ts'
import { TaskId, unknownTask } from './consensus.ts'
import type { LocalServices } from './local-services.ts'

/** How often a comment is sent between events, so that proxies keep the connection open. */
const KEEP_ALIVE_MS = 15_000

/** GET /consensus/{id}/events: past iterations first, then live events until the task is finished. */
export function mountEvents(
  app: OpenAPIHono<RequestEnvironment>,
  { tasks, events, keyring, closing, log }: LocalServices,
): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: '/consensus/{id}/events',
      operationId: 'streamTaskEvents',
      tags: ['Consensus'],
      summary: 'Stream the progress of a task as server-sent events',
      description:
        'Sends the iterations so far, then live events until the task is finished. With Last-Event-ID the stream resumes after that iteration.',
      security: securedBy(keyring),
      middleware: [requireKey(keyring)],
      request: { params: TaskId },
      responses: {
        200: {
          description:
            'Events iteration-start, answer-received, iteration-end and task-change. The last event is the task-change that reports the finished task',
          content: { 'text/event-stream': { schema: z.string() } },
        },
        ...errorResponses(401, 404, 429),
      },
    }),
    async (context) => {
      const { id } = context.req.valid('param')
      const scope = ownerOf(context.get('caller'))
      if ((await tasks.get(id, scope)) === null) throw unknownTask(id)
      const seen = Number(context.req.header('last-event-id') ?? 0) || 0

      const response = streamSSE(context, async (stream) => {
        const waiting: TaskEvent[] = []
        let wake = () => {}
        // Subscribe before reading the past, so that no event is missed in between.
        const unwatch = events.watch(id, (event) => {
          waiting.push(event)
          wake()
        })
        stream.onAbort(() => wake())
        const stop = () => wake()
        closing.addEventListener('abort', stop)
        let lastIteration = seen
        let lastChange: Task | null = null
        const send = async (event: TaskEvent) => {
          if (event.type === 'iteration-end') {
            if (event.entry.iteration <= lastIteration) return
            lastIteration = event.entry.iteration
            await stream.writeSSE({
              event: event.type,
              id: String(lastIteration),
              data: JSON.stringify(event.entry),
            })
          } else {
            // An event queued while the past was read may be older than what was read.
            if (event.type === 'task-change') {
              if (lastChange !== null && isEarlier(event.task, lastChange)) return
              lastChange = event.task
            }
            const { type, ...data } = event
            await stream.writeSSE({ event: type, data: JSON.stringify('task' in data ? data.task : data) })
          }
        }
        try {
          const past = await tasks.checkpointOf(id).catch((error) => {
            log.error(
              { err: error, task_id: id },
              'could not read the past iterations of a task for its event stream',
            )
            return null
          })
          for (const entry of past?.entries ?? []) await send({ type: 'iteration-end', entry })
          const now = await tasks.get(id, scope)
          if (now !== null) await send({ type: 'task-change', task: viewOf(now) })
          let finished = now === null || isFinished(now)
          while (!finished && !stream.aborted && !closing.aborted) {
            const event = waiting.shift()
            if (event === undefined) {
              await new Promise<void>((resolve) => {
                const timer = setTimeout(resolve, KEEP_ALIVE_MS)
                wake = () => {
                  clearTimeout(timer)
                  resolve()
                }
              })
              if (waiting.length === 0 && !stream.aborted && !closing.aborted)
                await stream.write(': waiting\n\n')
              continue
            }
            await send(event)
            finished = event.type === 'task-change' && isFinished(event.task)
          }
        } catch (error) {
          // Caught here, because the library would send the error message to the caller.
          log.error({ err: error, task_id: id }, 'the event stream of a task ended early')
        } finally {
          unwatch()
          closing.removeEventListener('abort', stop)
        }
      })
      response.headers.set('Cache-Control', 'no-store')
      return response
    },
  )
}
