import type { ToolCall } from '../../../engine/index.ts'
import { ProviderFault } from './faults/provider-fault.ts'
import { tidy } from './faults/tidy.ts'
import type { PlainReply, Protocol } from './protocols/protocol.ts'

/** The text of a reply and its calls, whether it was cut off, and the model that wrote it, if its provider names it. */
export interface ReadText {
  text: string
  toolCalls: ToolCall[]
  isCut: boolean
  servedModel: string | undefined
}

/**
 * The text of a reply without its reasoning. A reply that was filtered or is empty is a fault, and so is one that was cut
 * off, unless it is a text: the beginning of a text is of use, that of a call is not.
 */
export function wholeText(
  { text, toolCalls, refusal, ending, defect, servedModel }: PlainReply,
  isText: boolean,
): ReadText {
  const reason = `finish_reason: ${ending ?? 'none'}`
  const isCut = defect === 'cut'
  if (refusal !== '') throw new ProviderFault('filtered', tidy(refusal))
  if (isCut && !(isText && toolCalls.length === 0 && text.trim() !== '')) {
    // Complete and partial replies cannot be distinguished: a provider may have closed what the model left open.
    const end = tidy(text.slice(-100))
    throw new ProviderFault('truncated', `The reply was cut off (${reason}). It ends: ${end || 'empty'}`)
  }
  if (defect === 'withheld')
    throw new ProviderFault('filtered', tidy(text) || `The provider withheld the reply (${reason}).`)
  if (ending === 'error')
    throw new ProviderFault('provider_error', `The provider ended the reply with an error (${reason}).`)
  if (text.trim() === '' && toolCalls.length === 0)
    throw new ProviderFault('empty_reply', `The model sent an empty text (${reason}).`)
  return { text, toolCalls, isCut, servedModel }
}

/** The reply in a body; a body that is none is a fault. */
export function readReply(protocol: Protocol, body: unknown): PlainReply {
  const reply = protocol.read(body)
  if (reply === null) throw noReply(body)
  return reply
}

/** The fault of a body that is no reply. */
function noReply(body: unknown): ProviderFault {
  return new ProviderFault(
    'malformed_reply',
    `The response is not a reply: ${tidy(String(JSON.stringify(body)))}`,
  )
}
