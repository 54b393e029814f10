import type { ChatRequest } from '../../../contract/chat/chat-request.ts'
import type { Message } from '../../../contract/conversation.ts'
import type { EdgeConsensusRequest } from '../../../contract/edge-consensus.ts'
import { StrettoError, wrongField } from '../../../contract/error-codes.ts'
import { type JsonFormat, jsonFormatOf } from '../../../contract/json-format.ts'
import type { OfferedModel } from './chat-models.ts'
import { toolStepIn } from './read-tool-step.ts'
import { ignoredWarnings, unknownInChat } from './unsupported.ts'

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
  return {
    ...stretto,
    reasoning_effort: chat.reasoning_effort,
    query: lastAsked(chat),
    models: stretto?.models ?? models,
    structure,
    // Agents wait: there is no second round unless it is asked for.
    max_iterations: stretto?.max_iterations ?? 1,
    skip_cache: true,
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
  }
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
export function throwAboutOptions(error: unknown): never {
  if (!(error instanceof StrettoError) || error.code !== 'bad_request' || !error.details) throw error
  // What has a code of this protocol names a field of it.
  if (error.chatCode !== undefined) throw error
  const details = error.details.map(({ path, problem }) => ({ path: `stretto.${path}`, problem }))
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
