import { z } from 'zod'
import { tidy } from './faults/stated-error.ts'

const Text = z.union([
  z.string(),
  z
    .object({ type: z.enum(['text', 'output_text']).optional(), text: z.string() })
    .transform(({ text }) => text),
])
/** A text, or a list of parts of which some are texts. */
export const Content = z.union([z.string(), z.array(Text.catch('')).transform((parts) => parts.join(''))])

const LONGEST_NAME = 200
/** The concrete model that answered; undefined when it is not named, or not by a name. */
export const ServedModel = z
  .string()
  .max(LONGEST_NAME)
  .transform((name) => tidy(name) || undefined)
  .optional()
  .catch(undefined)

const ending = z.string().nullable().catch(null)

const Choice = z.object({
  message: z.object({ content: Content.nullable().catch(null) }),
  finish_reason: ending,
})
const Completion = z.object({ model: ServedModel, choices: z.tuple([Choice]).rest(z.unknown()) })

const Tool = z.object({ type: z.literal('tool_use'), name: z.string(), input: z.unknown() })
const Message = z.object({
  type: z.literal('message').optional().catch(undefined),
  model: ServedModel,
  content: z.union([z.string(), z.array(z.union([Tool, Text]).nullable().catch(null))]),
  stop_reason: ending,
})

/**
 * A reply reduced to the fields that are used, so that a client does not reject an answer because of what surrounds it:
 * a missing role, a model that is not named by a text, parts instead of a text, odd figures. A body that is not a reply is returned unchanged.
 */
export function plainReply(body: unknown): unknown {
  const completion = Completion.safeParse(body)
  if (completion.success) {
    const [{ message, finish_reason }] = completion.data.choices
    const { model } = completion.data
    return { model, choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }] }
  }
  const message = Message.safeParse(body)
  if (!message.success) return body
  const { model, content, stop_reason } = message.data
  const blocks = (typeof content === 'string' ? [content] : content).flatMap((part): object[] => {
    if (part === null) return []
    return typeof part === 'string' ? [{ type: 'text', text: part }] : [{ ...part, id: 'tool' }]
  })
  return {
    type: 'message',
    model,
    content: blocks,
    stop_reason,
    usage: { input_tokens: 0, output_tokens: 0 },
  }
}
