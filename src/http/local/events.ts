import { createRoute, z } from '@hono/zod-openapi'
import { errorResponses } from '../documentation/api-routes.ts'
import { createPlaces } from '../middleware/admission.ts'
import { protectedBy } from '../middleware/authenticate.ts'
import { dataOf, KEPT_EVENTS, sendEvents } from '../shared/event-stream.ts'
import { type Api, lastSeen, queueKeyOf } from '../shared/request-context.ts'
import { requireTask, TaskId } from './consensus.ts'
import type { LocalServices } from './local-services.ts'

/** GET /consensus/{id}/events: past events first, then live ones until the task is finished. */
export function mountEvents(
  app: Api,
  { tasks, events, keyring, closing, log, admission }: LocalServices,
): void {
  const places = createPlaces(admission.limit)
  const streamTaskEvents = createRoute({
    method: 'get',
    path: '/consensus/{id}/events',
    operationId: 'streamTaskEvents',
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
      ...errorResponses(401, 404, 429, 503),
    },
  })
  app.openapi(streamTaskEvents, async (context) => {
    const { id } = context.req.valid('param')
    const { request } = await requireTask(tasks, context.get('caller'), id)
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
