import { createRoute } from '@hono/zod-openapi'
import { ChatRequest } from '../../../contract/chat/chat-request.ts'
import { ChatChunk, ChatCompletion } from '../../../contract/chat/chat-response.ts'
import type { Message } from '../../../contract/conversation.ts'
import type { EdgeConsensusRequest } from '../../../contract/edge-consensus.ts'
import { StrettoError, wrongField } from '../../../contract/error-codes.ts'
import { type JsonFormat, jsonFormatOf } from '../../../contract/json-format.ts'
import { ENGINE_VERSION } from '../../../engine/index.ts'
import { at, chatErrors, jsonRequest, runHeaders, servedHeaders } from '../../documentation/api-routes.ts'
import { protectedBy } from '../../middleware/authenticate.ts'
import { jsonBody } from '../../middleware/json-body.ts'
import { type Api, type ApiContext, callerSignal } from '../../shared/request-context.ts'
import { edgeCall, showAge } from '../edge-call.ts'
import type { EdgeServices } from '../edge-services.ts'
import { type FollowedTexts, followRun, streamAnswer } from '../run-stream.ts'
import { type CompletionOrder, chatChunks, chatCompletion, sentChunks } from './chat-completion.ts'
import { type OfferedModel, offeredModel, offeredModels } from './chat-models.ts'
import { toolStepIn } from './read-tool-step.ts'
import { ignoredWarnings, refuseUnsupported, unknownInChat } from './unsupported.ts'

/** POST /v1/chat/completions: a panel behind the protocol that most programs already speak. */
export function mountChat(app: Api, services: EdgeServices): void {
  const createChatCompletion = createRoute({
    ...at('post', '/v1/chat/completions', 'createChatCompletion'),
    tags: ['Chat'],
    summary: 'Ask a panel through the chat completions protocol of OpenAI',
    description:
      'For programs that speak this protocol. The last message is the question; the messages before it reach every model. The answer is that of POST /consensus-iterative, and the field stretto says how it came about.',
    ...protectedBy(services.keyring, ...jsonBody, refuseUnsupported),
    parameters: runHeaders,
    request: { body: jsonRequest(ChatRequest) },
    responses: {
      200: {
        description:
          'The answer as a completion. With stream: true it is sent as server-sent events: chunks with what the panel is doing in reasoning_content, and provisionally the words of one model, then the accepted answer in content, and [DONE]; a run that fails sends an error instead, without [DONE]',
        headers: servedHeaders,
        content: {
          'application/json': { schema: ChatCompletion },
          'text/event-stream': { schema: ChatChunk },
        },
      },
      ...chatErrors(401, 404, 413, 415, 422, 502, 504),
    },
  })
  app.openapi(createChatCompletion, async (context) => {
    const chat = context.req.valid('json')
    const { order, answer, steps } = await acceptChat(context, services, chat, await context.req.json())
    if (chat.stream !== true)
      return context.json(chatCompletion(await answer(callerSignal(context)), order), 200)
    const includeUsage = chat.stream_options?.include_usage === true
    return streamAnswer(context, {
      events: (signal) => sentChunks(chatChunks(steps(signal, 'one seat'), { ...order, includeUsage })),
      toFailure: (data) => [{ data }],
      log: services.log,
    }) as never
  })
}

/** Accepts a chat request, given also as it was sent; returns how its answer is to be written, and the answer. */
export async function acceptChat(
  context: ApiContext,
  services: EdgeServices,
  chat: ChatRequest,
  body: object,
) {
  const model = offeredModel(chat.model, offeredModels(services.panels))
  const read = readChatRequest(chat, model, body)
  const { request, step, attachments, format, footer = services.footer, limits, warnings } = read
  const preparing = services.consensus.prepare({
    ...edgeCall(context, services, request, Boolean(step ?? attachments)),
    step,
    attachments,
    format,
    sampling: { temperature: chat.temperature, seed: chat.seed },
    singleShot: false,
  })
  const prepared = await preparing.catch((error) => throwAboutOptions(error, chat))
  if (prepared.served) showAge(context, prepared.served)
  const order: CompletionOrder = {
    common: {
      id: `chatcmpl-${services.newId()}`,
      created: Math.floor(services.wallClock() / 1000),
      model: chat.model,
      system_fingerprint: `stretto-${ENGINE_VERSION}`,
    },
    footer,
    limits,
    warnings,
    metadata: chat.metadata,
    newId: services.newId,
  }
  return {
    order,
    async answer(signal: AbortSignal) {
      const response = prepared.served ?? (await prepared.run({ signal }))
      // An identical run of another process may have ended meanwhile.
      showAge(context, response)
      return response
    },
    steps: (signal: AbortSignal, texts: FollowedTexts) => followRun(prepared, signal, texts),
  }
}

/** A chat request as the panel is asked: for the next step with tools, or with its last message as the question. */
export function readChatRequest(chat: ChatRequest, offered: OfferedModel, body: object) {
  if (chat.stream_options !== undefined && chat.stream !== true)
    throw wrongField('stream_options', 'stream_options is only allowed with stream: true.')
  const format = (chat.response_format && jsonFormatOf(chat.response_format)) ?? undefined
  const step = toolStepIn(chat, format) ?? undefined
  return {
    request: step ? requestForStep(chat, offered) : requestForAnswer(chat, offered, format),
    step,
    attachments: step ? undefined : chat.messages.at(-1)!.attachments,
    format,
    // Programs ask for a form, and take what is there.
    footer: format || chat.tools?.length || chat.stop?.length ? ('never' as const) : chat.stretto?.footer,
    limits: {
      stop: [chat.stop ?? []].flat(),
      maxTokens: chat.max_completion_tokens ?? chat.max_tokens ?? null,
    },
    warnings: [...(format?.warnings ?? []), ...ignoredWarnings(chat), ...unknownInChat(body)],
  }
}

function requestForStep(chat: ChatRequest, { models, structure }: OfferedModel): EdgeConsensusRequest {
  const { stretto } = chat
  const searchField = searchFieldOf(chat)
  if (searchOf(chat) === 'on')
    throw wrongField(searchField, `${searchField} is not supported together with tools. Leave it out.`)
  return {
    ...stretto,
    reasoning_effort: chat.reasoning_effort,
    query: lastAsked(chat),
    models: stretto?.models ?? models,
    structure,
    // Agents wait: there is no second round unless it is asked for.
    max_iterations: stretto?.max_iterations ?? 1,
    skip_cache: true,
    search: 'off',
  }
}

function requestForAnswer(
  chat: ChatRequest,
  { models, first, structure }: OfferedModel,
  format: JsonFormat | undefined,
): EdgeConsensusRequest {
  const { stretto } = chat
  // The operator’s stages are for answers that can be counted; a caller who wants them for texts names them.
  const namesText = stretto?.kind === 'open' || stretto?.kind === 'draft'
  const instructions = format ? [{ role: 'developer' as const, content: format.instructions }] : []
  const conversation = [...conversationIn(chat), ...instructions]
  return {
    ...stretto,
    reasoning_effort: chat.reasoning_effort,
    query: questionIn(chat),
    messages: conversation.length === 0 ? undefined : conversation,
    // An object is the product itself: it is reviewed and delivered as one of the models wrote it.
    kind: stretto?.kind ?? (format && 'draft'),
    models: stretto?.models ?? models,
    first: stretto?.first ?? (stretto?.models || namesText ? undefined : first),
    structure,
    skip_cache: stretto?.skip_cache ?? false,
    search: searchOf(chat),
  }
}

/** Whether the web is searched, as far as the request says so. */
function searchOf({ stretto, web_search_options: options }: ChatRequest) {
  return stretto?.search ?? (options && 'on')
}

/** The field that says so. */
function searchFieldOf({ stretto }: ChatRequest): string {
  return stretto?.search === undefined ? 'web_search_options' : 'stretto.search'
}

function lastAsked({ messages }: ChatRequest): string {
  const last = messages.at(-1)!
  if (last.role !== 'user' && last.role !== 'tool')
    throw wrongField('messages', 'messages must end with a user message or the result of a tool.')
  const asked = messages.findLast(({ role }) => role === 'user')
  if (asked === undefined) throw wrongField('messages', 'messages must have a user message.')
  return asked.content.trim() || 'A message without words'
}

/** Throws an error about the options of this service with the place that they have in a chat request. */
function throwAboutOptions(error: unknown, chat: ChatRequest): never {
  if (!(error instanceof StrettoError) || error.code !== 'bad_request' || !error.details) throw error
  // What has a code of this protocol names a field of it.
  if (error.chatCode !== undefined) throw error
  const placeOf = (path: string) => (path === 'search' ? searchFieldOf(chat) : `stretto.${path}`)
  const details = error.details.map(({ path, problem }) => ({ path: placeOf(path), problem }))
  throw new StrettoError('bad_request', `${details[0]?.path}: ${error.message}`, { details, cause: error })
}

/** The message of the user that is to be answered. */
function questionIn({ messages }: ChatRequest): string {
  const last = messages.length - 1
  const { role, content } = messages[last]!
  if (role !== 'user') throw wrongField('messages', 'messages must end with a user message.')
  const query = content.trim()
  const path = `messages.${last}.content`
  if (query === '') throw wrongField(path, `messages[${last}].content must not be blank.`)
  return query
}

/** What was said before, without messages that say nothing. */
function conversationIn({ messages }: ChatRequest): Message[] {
  const filled = messages
    .slice(0, -1)
    .filter(({ content, attachments }) => content.trim() !== '' || attachments)
  return filled.map(({ role, content, attachments }) => ({
    // Where tools have replied, the conversation is a step.
    role: role as Message['role'],
    content,
    ...(attachments && { attachments }),
  }))
}
