import { createRoute, z } from '@hono/zod-openapi'
import { EdgeConsensusRequest, EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { refused } from '../../contract/error-codes.ts'
import {
  DRY_RUN_HEADERS,
  dryRunContent,
  errorResponses,
  jsonRequest,
  runHeaders,
  servedHeaders,
} from '../documentation/api-routes.ts'
import { protectedBy } from '../middleware/authenticate.ts'
import { jsonBody, knownFields, NAMED_MODELS, refuseSingleModel } from '../middleware/json-body.ts'
import { dataOf, RUN_EVENTS, sendEvents, wantsEvents } from '../shared/event-stream.ts'
import { type Api, callerSignal, setHeader } from '../shared/request-context.ts'
import { edgeCall, showAge } from './edge-call.ts'
import type { EdgeServices } from './edge-services.ts'
import type { KeptRuns } from './kept-runs.ts'
import { followRun, streamAnswer } from './run-stream.ts'

const RUN_ID_HEADER = {
  'X-Run-Id': {
    schema: { type: 'string' as const },
    description: 'The id of a run with keep_running, for GET /runs/{id}',
  },
}

/** POST /consensus-iterative: the whole φ-spiral. POST /consensus: one iteration. */
export function mountConsensus(app: Api, services: EdgeServices, runs: KeptRuns): void {
  const body = [...jsonBody, refuseSingleModel(NAMED_MODELS), knownFields(EdgeConsensusRequest)]
  const route = (about: { path: string; operationId: string; summary: string; description: string }) =>
    createRoute({
      ...about,
      method: 'post',
      tags: ['Consensus'],
      ...protectedBy(services.keyring, ...body),
      parameters: runHeaders,
      request: { body: jsonRequest(EdgeConsensusRequest) },
      responses: {
        200: {
          description: `The answer, how far the models agree, and the cost; with dry_run, what it would cost at most. With Accept: text/event-stream, events of the run as they happen: ${RUN_EVENTS}; the last event is result, the same response, or error. answer-text brings the replies of the first round piece by piece as they arrive; it is not sent again to those who join a run. A text-written is provisional; text-accepted is sent once, with final_answer. A run that another process of the service has begun sends its result only. With keep_running, run-start comes first, and events are numbered`,
          headers: { ...servedHeaders, ...RUN_ID_HEADER },
          content: {
            'application/json': { schema: EdgeConsensusResponse },
            ...dryRunContent,
            'text/event-stream': { schema: z.string() },
          },
        },
        ...errorResponses(401, 413, 415, 502, 504),
      },
    })

  for (const { singleShot, ...about } of [
    {
      singleShot: false,
      path: '/consensus-iterative',
      operationId: 'createIterativeConsensus',
      summary: 'Ask a panel of models and iterate until they agree',
      description:
        'Every model replies alone; unless the request says it, they decide what kind of question it is. If their answers to a closed question differ, they judge all of them until they agree or max_iterations is reached; for an open question they say which claims of their texts are true, and a writer that sees everything composes the answer, which another model checks; drafts that are programs are run on the same inputs, and others are settled by the reviews of the models. If the same question was answered before, the cached result is returned, unless skip_cache is true or the header Cache-Control says no-cache.',
    },
    {
      singleShot: true,
      path: '/consensus',
      operationId: 'createConsensus',
      summary: 'Ask a panel of models once, without iterating',
      description:
        'Like /consensus-iterative with a single iteration of independent answers. For an open question a writer composes the final text from them; otherwise the final text is the answer or draft of one model.',
    },
  ]) {
    app.openapi(route(about), async (context) => {
      const ignored = context.get('ignored')
      const request = context.req.valid('json')
      const call = { ...edgeCall(context, services, request), singleShot }
      if (request.dry_run) {
        const most = await services.consensus.dryRun(call)
        return context.json({ ...most, warnings: [...most.warnings, ...ignored] }, 200, DRY_RUN_HEADERS)
      }
      if (request.keep_running && call.noStore)
        throw refused('keep_running', 'keep_running cannot be combined with Cache-Control: no-store')
      const prepared = await services.consensus.prepare(call)
      // Added to this response only: the result itself may be stored and shared with other callers.
      const finish = (response: EdgeConsensusResponse) =>
        ignored.length === 0 ? response : { ...response, warnings: [...response.warnings, ...ignored] }
      const seats = (request.models ?? services.defaultModels(call.callerKeys)).map((model) => ({ model }))
      if (request.keep_running && !prepared.served) {
        const run = runs.start(context, { query: request.query, prepared, seats, finish })
        setHeader(context, 'X-Run-Id', run.id)
        context.set('streaming', run.ended)
        if (!wantsEvents(context)) return context.json(await run.outcome, 200)
        const watch = (signal: AbortSignal) => runs.watch(context.get('caller'), run.id, { after: 0, signal })
        return sendEvents(context, watch).response
      }
      if (wantsEvents(context)) {
        if (prepared.served) showAge(context, prepared.served)
        return streamAnswer(context, {
          async *events(signal) {
            // The events have the names that they have in the engine; the last one is the response.
            for await (const step of followRun(prepared, signal, 'all'))
              yield 'event' in step
                ? { event: step.event.type, data: JSON.stringify(dataOf(step.event, seats)) }
                : { event: 'result', data: JSON.stringify(finish(step.response)) }
          },
          toFailure: (data) => [{ event: 'error', data }],
          log: services.log,
        })
      }
      const response = prepared.served ?? (await prepared.run({ signal: callerSignal(context) }))
      showAge(context, response)
      return context.json(finish(response), 200)
    })
  }
}
