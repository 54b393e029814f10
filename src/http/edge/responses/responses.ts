import { createRoute } from '@hono/zod-openapi'
import { StrettoError } from '../../../contract/error-codes.ts'
import { ResponseEvent, ResponseObject } from '../../../contract/responses/response-object.ts'
import { ResponseRequest } from '../../../contract/responses/response-request.ts'
import { chatErrorResponses, jsonRequest, runHeaders, servedHeaders } from '../../documentation/api-routes.ts'
import { protectedBy } from '../../middleware/authenticate.ts'
import { jsonBody } from '../../middleware/json-body.ts'
import type { SentEvent } from '../../shared/event-stream.ts'
import { type Api, callerSignal } from '../../shared/request-context.ts'
import { acceptChat } from '../chat/chat.ts'
import { refuseUnsupportedResponses, unknownInResponses } from '../chat/unsupported.ts'
import { showAge } from '../edge-call.ts'
import type { EdgeServices } from '../edge-services.ts'
import { streamAnswer } from '../run-stream.ts'
import { readResponseRequest } from './read-response-request.ts'
import { createResponseStream, wantsSummary } from './response-events.ts'
import { inResponseTerms } from './response-terms.ts'

/** POST /v1/responses: a panel behind the newer protocol of OpenAI, by way of the chat API. */
export function mountResponses(app: Api, services: EdgeServices): void {
  const createResponse = createRoute({
    method: 'post',
    path: '/v1/responses',
    operationId: 'createResponse',
    tags: ['Chat'],
    summary: 'Ask a panel through the Responses protocol of OpenAI',
    description:
      'For programs that speak this protocol. The answer is that of POST /v1/chat/completions, and the field stretto says how it came about. Responses are not stored: every request has the whole conversation in input.',
    ...protectedBy(services.keyring, ...jsonBody, refuseUnsupportedResponses),
    parameters: runHeaders,
    request: { body: jsonRequest(ResponseRequest) },
    responses: {
      200: {
        description:
          'The answer as a response. With stream: true it is sent as named server-sent events, the last of which is response.completed or response.incomplete; a run that fails ends with response.failed and error',
        headers: servedHeaders,
        content: {
          'application/json': { schema: ResponseObject },
          'text/event-stream': { schema: ResponseEvent },
        },
      },
      ...chatErrorResponses(401, 404, 413, 415, 422, 429, 502, 503, 504),
    },
  })
  app.openapi(createResponse, async (context) => {
    const request = context.req.valid('json')
    const { chat, body, messages } = readResponseRequest(request)
    const inTerms = (error: unknown) => {
      throw inResponseTerms(error, messages)
    }
    const { order, steps } = await acceptChat(context, services, chat, body).catch(inTerms)
    const stream = createResponseStream({
      request,
      completion: order,
      warnings: unknownInResponses(await context.req.json()),
    })
    const isWatched = request.stream === true && wantsSummary(request)
    async function* events(signal: AbortSignal) {
      try {
        yield* stream.events(steps(signal, isWatched ? 'one seat' : 'none'))
      } catch (error) {
        inTerms(error)
      }
    }
    if (request.stream === true)
      return streamAnswer(context, {
        async *events(signal) {
          for await (const event of events(signal)) yield sent(event)
        },
        toFailure: (failure) => stream.failure(JSON.parse(failure)).map(sent),
        log: services.log,
      }) as never
    let response: ResponseObject | undefined
    for await (const event of events(callerSignal(context)))
      if ('response' in event) response = event.response
    // An identical run of another process may have ended meanwhile.
    showAge(context, response!.stretto!)
    return context.json(response!, 200)
  })
  app.all('/v1/responses/:id{.+}', () => {
    throw new StrettoError('not_found', NOT_STORED)
  })
}

const NOT_STORED =
  'Responses are not stored, and cannot be read, cancelled or deleted. The result of a panel is at /results/{id}, by the id in the field stretto of the response.'

function sent(event: object & { type?: string }): SentEvent {
  return { event: event.type, data: JSON.stringify(event) }
}
