import { ChatRequest } from '../../../contract/chat/chat-request.ts'
import type { Message } from '../../../contract/conversation.ts'
import type { EdgeConsensusRequest } from '../../../contract/edge-consensus.ts'
import { StrettoError, wrongField } from '../../../contract/error-codes.ts'
import { type JsonFormat, jsonFormatOf } from '../../../contract/json-format.ts'
import type { Attachment } from '../../../contract/message-content.ts'
import { unknownFieldWarnings } from '../../../contract/unknown-fields.ts'
import type { ToolStep } from '../../../engine/index.ts'
import type { TextLimits } from './chat-completion.ts'
import type { OfferedModel } from './chat-models.ts'
import { toolStepIn } from './read-tool-step.ts'
import { ignoredWarnings, withoutKnown } from './unsupported.ts'

/** A chat request as the panel is asked. */
export interface ChatQuestion {
  request: EdgeConsensusRequest
  /** The step that is to be taken with tools; absent for a question. */
  step?: ToolStep
  /** What comes with the question; absent for nothing. */
  attachments?: Attachment[]
  limits: TextLimits
  format: JsonFormat | undefined
  warnings: string[]
}

/** Turns the last message into the question and what came before it into its conversation. */
export function readChatRequest(chat: ChatRequest, offered: OfferedModel, body: unknown): ChatQuestion {
  const { stretto, stop = [] } = chat
  const maxTokens = chat.max_completion_tokens ?? chat.max_tokens ?? null
  if (chat.stream_options !== undefined && chat.stream !== true)
    throw wrongField('stream_options', 'stream_options is only allowed with stream: true.')
  const { models, first, structure } = offered
  // The operator’s stages are for answers that can be counted; a caller who wants them for texts names them.
  const namesText = stretto?.kind === 'open' || stretto?.kind === 'draft'
  const format = (chat.response_format && jsonFormatOf(chat.response_format)) ?? undefined
  const step = toolStepIn(chat, format)
  const limits = { stop: typeof stop === 'string' ? [stop] : stop, maxTokens }
  const warnings = [...(format?.warnings ?? []), ...ignoredWarnings(chat), ...unknownWarnings(body)]
  if (step !== null)
    return {
      request: {
        ...stretto,
        query: lastAsked(chat),
        models: stretto?.models ?? models,
        structure,
        // Agents wait: there is no second round unless it is asked for.
        max_iterations: stretto?.max_iterations ?? 1,
        skip_cache: true,
      },
      step,
      limits,
      format,
      warnings,
    }
  const instructions = format && { role: 'developer' as const, content: format.instructions }
  const conversation = [...conversationIn(chat), ...(instructions ? [instructions] : [])]
  const { attachments } = chat.messages.at(-1)!
  return {
    request: {
      ...stretto,
      query: questionIn(chat),
      messages: conversation.length === 0 ? undefined : conversation,
      // An object is the product itself: it is reviewed and delivered as one of the models wrote it.
      kind: stretto?.kind ?? (format && 'draft'),
      models: stretto?.models ?? models,
      first: stretto?.first ?? (stretto?.models || namesText ? undefined : first),
      structure,
      skip_cache: stretto?.skip_cache ?? false,
    },
    ...(attachments && { attachments }),
    limits,
    format,
    warnings,
  }
}

/** What the user said last. */
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
  const said = messages
    .slice(0, -1)
    .filter(({ content, attachments }) => content.trim() !== '' || attachments)
  return said.map(({ role, content, attachments }) => ({
    // Where tools have replied, the conversation is a step.
    role: role as Message['role'],
    content,
    ...(attachments && { attachments }),
  }))
}

/** Warnings about fields that nobody knows; the fields of messages are left to their clients. */
function unknownWarnings(body: unknown): string[] {
  const { messages: _, ...fields } = withoutKnown(body as Record<string, unknown>)
  return unknownFieldWarnings(ChatRequest, fields)
}
