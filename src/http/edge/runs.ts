import { createRoute, z } from '@hono/zod-openapi'
import { KeptRun, RunList } from '../../contract/runs.ts'
import { at, errorResponses, jsonContent, jsonResponses } from '../documentation/api-routes.ts'
import { createPlaces } from '../middleware/admission.ts'
import { protectedBy } from '../middleware/authenticate.ts'
import { sendEvents, wantsEvents } from '../shared/event-stream.ts'
import { type Api, lastSeen, queueKeyOf } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'
import type { KeptRuns } from './kept-runs.ts'

const RunId = z.object({ id: z.string().describe('The id of the run, from the header X-Run-Id') })

/** GET /runs, GET and DELETE /runs/{id}, POST /runs/{id}/answer: runs that were asked for with keep_running. */
export function mountRuns(app: Api, { keyring, admission, isPassedOn }: EdgeServices, runs: KeptRuns): void {
  const places = createPlaces(admission.limit)
  const common = { tags: ['Consensus'], ...protectedBy(keyring) }
  const ofRun = { ...common, request: { params: RunId } }

  const listRuns = createRoute({
    ...common,
    ...at('get', '/runs', 'listRuns'),
    summary: 'List runs',
    description:
      'The runs of the caller that were asked for with keep_running, those that go on and those that ended within the last hour. Without a key, the caller is an address, and nothing is listed through a proxy.',
    responses: jsonResponses(RunList, 'The runs', [401]),
  })
  app.openapi(listRuns, async (context) => {
    const caller = context.get('caller')
    // Behind a proxy many may have one address.
    const listed = caller.name === null && isPassedOn(context) ? [] : await runs.list(caller)
    return context.json({ runs: listed, count: listed.length }, 200)
  })

  const getRun = createRoute({
    ...ofRun,
    ...at('get', '/runs/{id}', 'getRun'),
    summary: 'Get a run, or join it',
    description:
      'Returns what was said so far and, once it is there, the result. With Accept: text/event-stream, run-start tells of the run, then come the events so far and the live ones until it ends. Events are numbered; with Last-Event-ID the stream resumes after that event. A run is known to the process that runs it: with several replicas, route a caller to the same one.',
    responses: {
      200: {
        description: 'The run',
        content: {
          ...jsonContent(KeptRun, '').content,
          'text/event-stream': { schema: z.string() },
        },
      },
      ...errorResponses(401, 404),
    },
  })
  app.openapi(getRun, (context) => {
    const { id } = context.req.valid('param')
    const caller = context.get('caller')
    const run = runs.get(caller, id)
    if (!wantsEvents(context)) return context.json(run, 200)
    const after = lastSeen(context)
    // Not counted as load, because the work is that of the run, watched or not; but watchers take room.
    const leave = places.take(queueKeyOf(caller), (taken) => `already has ${taken} watchers of runs`)
    const { response, ended } = sendEvents(context, (signal) => runs.watch(caller, id, { after, signal }))
    ended.then(leave)
    return response as never
  })

  const stopRun = createRoute({
    ...ofRun,
    ...at('delete', '/runs/{id}', 'stopRun'),
    summary: 'Stop a run; one that has ended is unchanged',
    description: 'Model calls in flight are aborted, and the run ends as stopped.',
    responses: jsonResponses(KeptRun, 'The run, which has ended', [401, 404]),
  })
  app.openapi(stopRun, async (context) => {
    const { id } = context.req.valid('param')
    await runs.stop(context.get('caller'), id)
    return context.json(runs.get(context.get('caller'), id), 200)
  })

  const answerRun = createRoute({
    ...ofRun,
    ...at('post', '/runs/{id}/answer', 'answerRun'),
    summary: 'Conclude a run with what there is; one that has ended is unchanged',
    description:
      'Ends the run as if its time were up: models that have not replied are not waited for, and the result rests on what was said. Its ending is deadline, and no agreement is claimed that was not reached. A run that several callers share concludes when all of them ask for it.',
    responses: jsonResponses(KeptRun, 'The run, which concludes now', [401, 404, 409]),
  })
  app.openapi(answerRun, (context) => {
    const { id } = context.req.valid('param')
    runs.answerNow(context.get('caller'), id)
    return context.json(runs.get(context.get('caller'), id), 200)
  })
}
