import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { isWritable, unwritable } from './writable-text.ts'

const PARTS_RULE = 'content must be a string or an array of text parts'
const TextPart = z.object({
  type: z.literal('text', { error: 'only text parts are supported' }).meta({ description: 'Always text' }),
  text: z.string({ error: 'text is required and must be a string' }).meta({ description: 'The text' }),
})

/** The text of a message: a string, or parts joined by blank lines. */
export const MessageText = z
  .union([z.string(), z.array(TextPart).min(1, PARTS_RULE)], { error: PARTS_RULE })
  .transform((given) => (typeof given === 'string' ? given : given.map(({ text }) => text).join('\n\n')))
  .refine(
    ({ length }) => length <= LIMITS.messageCharacters,
    `content must have at most ${LIMITS.messageCharacters} characters`,
  )
  .refine(isWritable, unwritable('content'))

const content = MessageText.refine((text) => text.trim() !== '', 'content must not be blank')

export const ROLES = ['system', 'developer', 'user', 'assistant'] as const

export const Message = z
  .object(
    {
      role: z.enum(ROLES, { error: `role must be one of ${ROLES.join(', ')}` }).meta({
        description: 'system and developer messages are instructions; the others are what was said before',
      }),
      content: content.meta({
        description: 'A string, or parts of type text, which are joined by blank lines',
      }),
    },
    { error: 'each entry of messages must be an object with role and content' },
  )
  .meta({ id: 'Message', description: 'A message of the conversation before the query' })
export type Message = z.output<typeof Message>

const TITLE_RULE = `title must be one line of 1 to ${LIMITS.documentTitleCharacters} characters`

export const ContextDocument = z
  .object(
    {
      title: z
        .string({ error: 'title is required and must be a string' })
        .trim()
        .min(1, TITLE_RULE)
        .max(LIMITS.documentTitleCharacters, TITLE_RULE)
        .regex(/^[^\r\n]*$/, TITLE_RULE)
        .refine(isWritable, unwritable('title'))
        .meta({ description: 'One line, by which claims cite it', example: 'Tide tables 2026' }),
      text: z
        .string({ error: 'text is required and must be a string' })
        .min(1, 'text must not be empty')
        .refine(isWritable, unwritable('text'))
        .meta({ description: 'The whole document' }),
    },
    { error: 'each entry of context must be an object with title and text' },
  )
  .meta({ id: 'ContextDocument', description: 'A document that every model sees, quoted as data' })
export type ContextDocument = z.infer<typeof ContextDocument>

const CONTEXT_RULE = `context must have at most ${LIMITS.contextCharacters} characters in all`
export const MESSAGES_RULE = `messages must have at most ${LIMITS.conversationCharacters} characters in all`
/** How many characters texts have in all. */
export const total = (texts: string[]) => texts.reduce((sum, { length }) => sum + length, 0)

/** Optional fields of a request that say what its query comes with. */
export const conversationFields = {
  messages: z
    .array(Message, { error: 'messages must be an array' })
    .max(LIMITS.messages, `messages must have at most ${LIMITS.messages} entries`)
    .refine((all) => total(all.map(({ content }) => content)) <= LIMITS.conversationCharacters, MESSAGES_RULE)
    .optional()
    .meta({
      description:
        'The conversation before the query. system and developer messages are instructions on how to answer; they reach every model and the writer',
    }),
  context: z
    .array(ContextDocument, { error: 'context must be an array' })
    .max(LIMITS.contextDocuments, `context must have at most ${LIMITS.contextDocuments} documents`)
    .refine(
      (all) => total(all.flatMap(({ title, text }) => [title, text])) <= LIMITS.contextCharacters,
      CONTEXT_RULE,
    )
    .optional()
    .meta({ description: 'Documents that every model sees, quoted as data, and that claims can cite' }),
}
