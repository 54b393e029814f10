import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { LRUCache } from 'lru-cache'
import { StrettoError } from '../../../contract/error-codes.ts'
import { ResponseEvent, ResponseObject } from '../../../contract/responses/response-object.ts'
import { ResponseRequest } from '../../../contract/responses/response-request.ts'
import { unknownFieldWarnings } from '../../../contract/unknown-fields.ts'
import { chatErrorResponses, jsonRequest, runHeaders, servedHeaders } from '../../documentation/api-routes.ts'
import { protectedBy } from '../../middleware/authenticate.ts'
import { jsonBody } from '../../middleware/json-body.ts'
import type { SentEvent } from '../../shared/event-stream.ts'
import { callerSignal } from '../../shared/node-response.ts'
import { queueKeyOf, type RequestEnvironment } from '../../shared/request-context.ts'
import { acceptChat } from '../chat/accept-chat.ts'
import type { EdgeServices } from '../edge-services.ts'
import { streamAnswer } from '../run-stream.ts'
import { createItemIds, type KeptTexts } from './item-ids.ts'
import { readResponseRequest, wantsSummary } from './read-response-request.ts'
import { refuseUnsupportedResponses, withoutIdle } from './refuse-unsupported.ts'
import { createResponseStream } from './response-events.ts'
import { type ResponseOrder, responseOf } from './response-object.ts'
import { answerInResponseTerms, throwInResponseTerms } from './response-terms.ts'

/** POST /v1/responses: a panel behind the newer protocol of OpenAI, by way of the chat API. */
export function mountResponses(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const kept = new LRUCache<string, string>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ length }) => length + 1,
  })
  const textsOf = (caller: string): KeptTexts => ({
    get: (id) => kept.get(`${caller}\n${id}`),
    set: (id, text) => kept.set(`${caller}\n${id}`, text),
  })
  app.openapi(
    createRoute({
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
    }),
    async (context) => {
      const request = context.req.valid('json')
      const texts = textsOf(queueKeyOf(context.get('caller')))
      const { messages, ...read } = readResponseRequest(request, texts)
      const accepting = acceptChat(context, services, read)
      const accepted = await accepting.catch((error) => throwInResponseTerms(error, messages))
      const answer = answerInResponseTerms(accepted, messages)
      const order: ResponseOrder = {
        request,
        ids: createItemIds(services.newId, request.store !== false, texts),
        warnings: unknownFieldWarnings(ResponseRequest, withoutIdle(await context.req.json())),
      }
      const stream = createResponseStream(order, wantsSummary(request))
      if (request.stream === true)
        return streamAnswer(context, {
          begin: answer.begin,
          events: (signal) => sentEvents(stream.events(answer.chunks(signal))),
          toFailure: (body) => stream.failure(JSON.parse(body)).map(sent),
          log: services.log,
        }) as never
      const signal = callerSignal(context)
      if (!wantsSummary(request)) return context.json(responseOf(await answer.whole(signal), order), 200)
      let last: ResponseEvent | undefined
      for await (const event of stream.events(answer.chunks(signal))) last = event
      return context.json(last!.response!, 200)
    },
  )
  app.all('/v1/responses/:id{.+}', () => {
    throw new StrettoError('not_found', NOT_STORED)
  })
}

/** How many characters of texts are kept that clients may refer to by ids which do not hold them; in this process only. */
const KEPT_CHARACTERS = 16_000_000

const NOT_STORED =
  'Responses are not stored, and cannot be read, cancelled or deleted. The result of a panel is at /results/{id}, by the id in the field stretto of the response.'

async function* sentEvents(events: AsyncIterable<ResponseEvent>): AsyncGenerator<SentEvent, void> {
  for await (const event of events) yield sent(event)
}

function sent(event: object & { type?: string }): SentEvent {
  return { event: event.type, data: JSON.stringify(event) }
}
