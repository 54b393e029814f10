import type { LanguageModelV3GenerateResult } from '@ai-sdk/provider'
import { ProviderFault } from './faults/provider-fault.ts'
import { tidy } from './faults/stated-error.ts'

/** The text of a reply, whether it was cut off, and the model that wrote it, if its provider names it. */
export interface ReadText {
  text: string
  isCut: boolean
  servedModel: string | undefined
}

/**
 * The text of a reply without its reasoning. A reply that was filtered or is empty is a fault, and so is one that was cut
 * off, unless it is a text: the beginning of a text is of use.
 */
export function textOf(
  { content, finishReason, response }: LanguageModelV3GenerateResult,
  { isText }: { isText: boolean },
): ReadText {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  const ending = `finish_reason: ${finishReason.raw ?? 'none'}`
  const isCut = finishReason.unified === 'length'
  if (isCut && !(isText && text.trim() !== '')) {
    // Complete and partial replies cannot be distinguished: a client may have closed what the model left open.
    const end = tidy(text.slice(-100))
    throw new ProviderFault('truncated', `The reply was cut off (${ending}). It ends: ${end || 'empty'}`)
  }
  if (finishReason.unified === 'content-filter') {
    throw new ProviderFault('filtered', tidy(text) || `The provider withheld the reply (${ending}).`)
  }
  if (finishReason.unified === 'error' || finishReason.raw === 'error') {
    throw new ProviderFault('provider_error', `The provider ended the reply with an error (${ending}).`)
  }
  if (text.trim() === '') throw new ProviderFault('empty_reply', `The model sent an empty text (${ending}).`)
  return { text, isCut, servedModel: response?.modelId }
}
