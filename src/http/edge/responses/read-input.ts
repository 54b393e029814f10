import { type StrettoError, wrongField } from '../../../contract/error-codes.ts'
import type { ResponseItem, ResponsePart } from '../../../contract/responses/response-input.ts'
import type { ResponseRequest } from '../../../contract/responses/response-request.ts'
import { type KeptTexts, type Referred, referredBy } from './item-ids.ts'

/** A message of a chat request, and which fields of the Responses request it came from. */
export interface PlacedMessage {
  message: Record<string, unknown> & { role: string; content: object[] | null; tool_calls?: object[] }
  /** The item, such as `input.2`. */
  place: string
  /** What is said. */
  content: string
  /** Each part of what is said. */
  parts: string[]
  /** Each call. */
  calls: string[]
}

/** The conversation of a request as messages of the chat API. */
export function messagesIn({ input, instructions }: ResponseRequest, texts: KeptTexts): PlacedMessage[] {
  const told = instructions ? [textMessage('system', instructions, 'instructions')] : []
  if (typeof input === 'string') return [...told, textMessage('user', input, 'input')]
  const messages: PlacedMessage[] = []
  for (const [index, item] of input.entries()) addItem(messages, item, { place: `input.${index}`, texts })
  return [...told, ...messages]
}

function addItem(
  messages: PlacedMessage[],
  item: ResponseItem,
  { place, texts }: { place: string; texts: KeptTexts },
): void {
  if (item.type === 'reasoning') return
  if (item.type === 'item_reference')
    addReferred(messages, { referred: referredBy(item.id, texts), id: item.id, place })
  else if (item.type === 'function_call') {
    const { call_id, name, arguments: input } = item
    addCall(messages, { id: call_id, type: 'function', function: { name, arguments: input } }, place)
  } else if (item.type === 'function_call_output') {
    const said = saying('tool', item.output, { place, field: 'output' })
    messages.push({ ...said, message: { ...said.message, tool_call_id: item.call_id } })
  } else addMessage(messages, saying(item.role, item.content, { place, field: 'content' }))
}

function addReferred(
  messages: PlacedMessage[],
  { referred, id, place }: { referred: Referred | undefined; id: string; place: string },
): void {
  if (referred === undefined) throw unknownReference(id, `${place}.id`)
  if (referred === null) return
  if ('call' in referred) addCall(messages, referred.call, place)
  else addMessage(messages, textMessage('assistant', referred.text, place))
}

/** What an assistant says beside its calls belongs to them, whichever comes first. */
function addMessage(messages: PlacedMessage[], added: PlacedMessage): void {
  const last = messages.at(-1)
  if (added.message.role !== 'assistant' || !last?.message.tool_calls) {
    messages.push(added)
    return
  }
  last.message.content = [...(last.message.content ?? []), ...(added.message.content ?? [])]
  last.parts.push(...added.parts)
}

function addCall(messages: PlacedMessage[], call: object, place: string): void {
  const last = messages.at(-1)
  if (last?.message.role === 'assistant') {
    last.message.tool_calls = [...(last.message.tool_calls ?? []), call]
    last.calls.push(place)
    return
  }
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  messages.push({ message, place, content: place, parts: [], calls: [place] })
}

function textMessage(role: string, text: string, place: string): PlacedMessage {
  const content = [{ type: 'text', text }]
  return { message: { role, content }, place, content: place, parts: [place], calls: [] }
}

function saying(
  role: string,
  said: string | ResponsePart[],
  { place, field }: { place: string; field: string },
): PlacedMessage {
  const content = `${place}.${field}`
  if (typeof said === 'string') return { ...textMessage(role, said, content), place }
  const parts = said.map((_, index) => `${content}.${index}`)
  const message = { role, content: said.map((part, index) => partOf(part, `${content}.${index}`)) }
  return { message, place, content, parts, calls: [] }
}

/** A part as the chat API has it. */
function partOf(part: ResponsePart, place: string): object {
  switch (part.type) {
    case 'input_image': {
      const { image_url: url, detail } = part
      return { type: 'image_url', image_url: { url, detail: detail === 'original' ? 'high' : detail } }
    }
    case 'input_file': {
      const { filename, file_data, file_url } = part
      if (!file_data && !file_url)
        throw wrongField(place, 'input_file needs file_data with its content, or file_url with its address.')
      return { type: 'file', file: { filename, file_data: file_data || file_url } }
    }
    case 'refusal':
      return { type: 'text', text: part.refusal }
    default:
      return { type: 'text', text: part.text }
  }
}

function unknownReference(id: string, path: string): StrettoError {
  const name = JSON.stringify(id.slice(0, 64))
  return wrongField(
    path,
    `The item ${name} is not stored. Send what was said instead of an item_reference; programs with the AI SDK do so with store: false.`,
  )
}
