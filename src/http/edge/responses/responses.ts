import { createRoute, z } from '@hono/zod-openapi'
import { StrettoError } from '../../../contract/error-codes.ts'
import {
  DeletedResponse,
  ResponseEvent,
  ResponseObject,
} from '../../../contract/responses/response-object.ts'
import { ResponseRequest } from '../../../contract/responses/response-request.ts'
import {
  at,
  chatErrors,
  jsonContent,
  jsonRequest,
  runHeaders,
  servedHeaders,
} from '../../documentation/api-routes.ts'
import { protectedBy } from '../../middleware/authenticate.ts'
import { jsonBody } from '../../middleware/json-body.ts'
import type { SentEvent } from '../../shared/event-stream.ts'
import { type Api, callerSignal, ownerOf } from '../../shared/request-context.ts'
import { acceptChat } from '../chat/chat.ts'
import { refuseUnsupportedResponses, unknownInResponses } from '../chat/unsupported.ts'
import { cacheWishOf, showAge } from '../edge-call.ts'
import type { EdgeServices } from '../edge-services.ts'
import { streamAnswer } from '../run-stream.ts'
import { inputItems, readResponseRequest, searchWarnings } from './read-response-request.ts'
import { createResponseStream, wantsSummary } from './response-events.ts'
import type { Exchange } from './response-store.ts'
import { inResponseTerms } from './response-terms.ts'

/** POST /v1/responses, and GET and DELETE of what it has stored: a panel behind the newer protocol of OpenAI, by way of the chat API. */
export function mountResponses(app: Api, services: EdgeServices): void {
  const { responses } = services
  const stored = {
    tags: ['Chat'],
    ...protectedBy(services.keyring),
    request: { params: z.object({ id: z.string() }) },
  }
  const createResponse = createRoute({
    ...at('post', '/v1/responses', 'createResponse'),
    tags: ['Chat'],
    summary: 'Ask a panel through the Responses protocol of OpenAI',
    description:
      'For programs that speak this protocol. The answer is that of POST /v1/chat/completions, and the field stretto says how it came about. With previous_response_id the conversation of a stored response goes on; otherwise input has the whole conversation.',
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
      ...chatErrors(401, 404, 413, 415, 422, 502, 504),
    },
  })
  app.openapi(createResponse, async (context) => {
    const request = context.req.valid('json')
    const owner = ownerOf(context.get('caller'))
    const earlier = await conversationTo(request.previous_response_id, owner)
    const { chat, body, messages } = readResponseRequest(request, earlier)
    const inTerms = (error: unknown) => {
      throw inResponseTerms(error, messages)
    }
    const { order, steps } = await acceptChat(context, services, chat, body).catch(inTerms)
    const stream = createResponseStream({
      request,
      completion: order,
      warnings: [...searchWarnings(request), ...unknownInResponses(await context.req.json())],
      isStored: request.store !== false && !cacheWishOf(context).noStore,
    })
    const isWatched = request.stream === true && wantsSummary(request)
    async function* events(signal: AbortSignal) {
      try {
        for await (const event of stream.events(steps(signal, isWatched ? 'one seat' : 'none'))) {
          const { response } = event as ResponseEvent
          if (response?.usage) await keep(owner, { input: inputItems(request), response })
          yield event
        }
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

  const getResponse = createRoute({
    ...stored,
    ...at('get', '/v1/responses/{id}', 'getResponse'),
    summary: 'Get a stored response',
    description:
      'Returns a response of the caller by its id. Responses are kept for 7 days after they were last continued, 256 MiB of each key.',
    responses: {
      200: jsonContent(ResponseObject, 'The response'),
      ...chatErrors(401, 404),
    },
  })
  app.openapi(getResponse, async (context) => {
    const { id } = context.req.valid('param')
    return context.json(await find(ownerOf(context.get('caller')), id), 200)
  })

  const deleteResponse = createRoute({
    ...stored,
    ...at('delete', '/v1/responses/{id}', 'deleteResponse'),
    summary: 'Delete a stored response',
    description:
      'Deletes a response and what was said to it. It cannot be continued any more, nor can those that continue it. The result of its panel stays until DELETE /cache/{id}.',
    responses: {
      200: jsonContent(DeletedResponse, 'The id of the deleted response'),
      ...chatErrors(401, 404),
    },
  })
  app.openapi(deleteResponse, async (context) => {
    const owner = ownerOf(context.get('caller'))
    const { id } = await find(owner, context.req.valid('param').id)
    await responses.remove(owner, id)
    return context.json({ id, object: 'response' as const, deleted: true as const }, 200)
  })
  app.all('/v1/responses/:id/:part{.+}', () => {
    throw new StrettoError('not_found', NO_PARTS)
  })

  /** What was said up to a response, oldest first. */
  async function conversationTo(id: string | undefined, owner: string): Promise<Exchange[]> {
    if (id === undefined) return []
    const chain = await responses.chainTo(owner, id)
    const missing = chain.length === 0 ? id : chain[0]!.response.previous_response_id
    if (missing === null) return chain
    throw notStored(missing, 'previous_response_id', ' Send the whole conversation in input.')
  }

  async function find(owner: string, id: string): Promise<ResponseObject> {
    const response = await responses.get(owner, id)
    if (response === null) throw notStored(id, 'id')
    return response
  }

  /** It was paid for, so the caller gets it even if it cannot be stored. */
  async function keep(owner: string, exchange: Exchange): Promise<void> {
    const { response } = exchange
    if (!response.store) return
    await responses.save(owner, exchange, services.wallClock()).catch((error) => {
      response.store = false
      services.log.error({ err: error }, 'a response could not be stored')
    })
  }
}

const NO_PARTS = 'Responses can be read and deleted at /v1/responses/{id}, and nothing else.'

function notStored(id: string, path: string, instead = ''): StrettoError {
  const problem = `The response ${JSON.stringify(id.slice(0, 64))} is not stored: it is unknown, deleted, older than 7 days, or was made with store: false.`
  return new StrettoError('not_found', problem + instead, {
    chatCode: 'response_not_found',
    details: [{ path, problem }],
  })
}

function sent(event: object & { type?: string }): SentEvent {
  return { event: event.type, data: JSON.stringify(event) }
}
