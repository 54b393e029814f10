import { z } from 'zod'
import { oneOf, optional, required } from './described.ts'
import { LIMITS } from './limits.ts'
import { MessageContent, maySend, ONLY_TEXT } from './message-content.ts'
import { answerOptions, budgetFields, effortFields, isWritable, stageFields, unwritable } from './panel.ts'
import { searchFields } from './search.ts'

export const CONTENT =
  'A string, or parts: of type text, which are joined by blank lines; of type image_url and file, which reach the models that take them'

export const ROLES = ['system', 'developer', 'user', 'assistant'] as const

export const Message = z
  .object(
    {
      role: oneOf('role', ROLES).describe(
        'system and developer messages are instructions; the others are what was said before',
      ),
      content: MessageContent.refine(isFilled, {
        error: 'content must not be blank',
        abort: true,
      }).describe(CONTENT),
    },
    { error: 'each entry of messages must be an object with role and content' },
  )
  .transform(({ role, content }): Message => ({ role, ...content }))
  .refine(maySend, ONLY_TEXT)
  .meta({ id: 'Message', description: 'A message of the conversation before the query' })

export interface Message extends MessageContent {
  role: (typeof ROLES)[number]
}

/** Whether a message says something or comes with something. */
function isFilled({ content, attachments }: MessageContent): boolean {
  return content.trim() !== '' || attachments !== undefined
}

const TITLE_RULE = `title must be one line of 1 to ${LIMITS.documentTitleCharacters} characters`

export const ContextDocument = z
  .object(
    {
      title: required('title')
        .trim()
        .min(1, TITLE_RULE)
        .max(LIMITS.documentTitleCharacters, TITLE_RULE)
        .regex(/^[^\r\n]*$/, TITLE_RULE)
        .refine(isWritable, unwritable('title'))
        .meta({ description: 'One line, by which claims cite it', example: 'Tide tables 2026' }),
      text: required('text')
        .min(1, 'text must not be empty')
        .refine(isWritable, unwritable('text'))
        .describe('The whole document'),
    },
    { error: 'each entry of context must be an object with title and text' },
  )
  .meta({ id: 'ContextDocument', description: 'A document that every model sees, quoted as data' })
export type ContextDocument = z.infer<typeof ContextDocument>

const CONTEXT_RULE = `context must have at most ${LIMITS.contextCharacters} characters in all`
const total = (texts: string[]) => texts.reduce((sum, { length }) => sum + length, 0)

/** As many messages as a request may have. */
export const messagesOf = <One extends z.ZodType<{ content: string }>>(message: One, error: string) =>
  z
    .array(message, { error })
    .max(LIMITS.messages, `messages must have at most ${LIMITS.messages} entries`)
    .refine(
      (all) => total(all.map(({ content }) => content)) <= LIMITS.conversationCharacters,
      `messages must have at most ${LIMITS.conversationCharacters} characters in all`,
    )

/** Optional fields of a request that say what its query comes with. */
export const conversationFields = {
  messages: optional(
    messagesOf(Message, 'messages must be an array'),
    'The conversation before the query. system and developer messages are instructions on how to answer; they reach every model and the writer',
  ),
  context: optional(
    z
      .array(ContextDocument, { error: 'context must be an array' })
      .max(LIMITS.contextDocuments, `context must have at most ${LIMITS.contextDocuments} documents`)
      .refine(
        (all) => total(all.flatMap(({ title, text }) => [title, text])) <= LIMITS.contextCharacters,
        CONTEXT_RULE,
      ),
    'Documents that every model sees, quoted as data, and that claims can cite',
  ),
}

/** Optional fields of a request of both APIs: who is asked when, what kind of answer is wanted, what comes with the query, how much work it is worth, and what it may cost. */
export const askingFields = {
  ...stageFields,
  ...answerOptions,
  ...conversationFields,
  ...searchFields,
  ...effortFields,
  ...budgetFields,
}
