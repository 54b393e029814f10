import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { RequestedSeat } from '../../consensus/present/in-request-order.ts'
import { presentEntry } from '../../consensus/present/present.ts'
import type { TaskEvent } from '../../tasks/task-events.ts'
import { errorResponses } from '../documentation/api-routes.ts'
import { securedBy } from '../documentation/openapi-headers.ts'
import { requireKey } from '../middleware/authenticate.ts'
import { ownerOf, type RequestEnvironment } from '../shared/request-context.ts'
import { TaskId, unknownTask } from './consensus.ts'
import type { LocalServices } from './local-services.ts'

/** How often a comment is sent between events, so that proxies keep the connection open. */
const KEEP_ALIVE_MS = 15_000

/** GET /consensus/{id}/events: past events first, then live ones until the task is finished. */
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
        'Sends the events so far, then live ones until the task is finished, whichever process runs it. Events are numbered; with Last-Event-ID the stream resumes after that event.',
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
      const task = await tasks.get(id, scope)
      if (task === null) throw unknownTask(id)
      const seen = lastSeen(context.req.header('last-event-id'))

      const response = streamSSE(context, async (stream) => {
        const left = new AbortController()
        stream.onAbort(() => left.abort())
        const signal = AbortSignal.any([left.signal, closing])
        let keepAlive = startKeepAlive(stream)
        try {
          for await (const { number, event } of events.watch(id, { after: seen, signal })) {
            clearInterval(keepAlive)
            await stream.writeSSE({
              event: event.type,
              id: String(number),
              data: JSON.stringify(dataOf(event, task.request.models)),
            })
            keepAlive = startKeepAlive(stream)
          }
        } catch (error) {
          // Caught here, because the library would send the error message to the caller.
          log.error({ err: error, task_id: id }, 'the event stream of a task ended early')
        } finally {
          clearInterval(keepAlive)
        }
      })
      response.headers.set('Cache-Control', 'no-store')
      return response
    },
  )
}

/** Sends a comment whenever there has been nothing to send for a while. */
function startKeepAlive(stream: SSEStreamingApi): ReturnType<typeof setInterval> {
  return setInterval(() => void stream.write(': waiting\n\n'), KEEP_ALIVE_MS)
}

/** What watchers are told of an event, beside its name. */
function dataOf(event: TaskEvent, seats: RequestedSeat[]): unknown {
  if (event.type === 'iteration-end') return presentEntry(event.entry, seats)
  if (event.type === 'task-change') return event.task
  const { type: _, ...data } = event
  return data
}

/** The number of the last event a watcher has seen; 0 if it says nothing or no number. */
function lastSeen(header: string | undefined): number {
  const number = Number(header)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}
