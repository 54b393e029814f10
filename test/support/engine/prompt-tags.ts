import type { ChatMessage } from '../../../src/engine/panel/model-port.ts'
import { foldText } from '../../../src/language/words.ts'

/** A tagged part of a prompt with the parts in it. */
export interface TaggedPart {
  tag: string
  /** What stands in it outside of its own parts. */
  text: string
  parts: TaggedPart[]
}

/** The marker of a prompt, as its system message names it. */
export function markerOf([system]: ChatMessage[]): string {
  const marker = /<question-([0-9a-f]{8})>/.exec(system!.content)?.[1]
  if (marker === undefined) throw new Error('the system message names no marker')
  return marker
}

/** The block of claims that a prompt asks for. */
export function claimsBlock(messages: ChatMessage[], claims: string[]): string {
  const tag = `claims-${markerOf(messages)}`
  return `<${tag}>\n${claims.join('\n')}\n</${tag}>`
}

/** A prompt without its marker, so that its words can be compared. */
export function withoutMarker(messages: ChatMessage[]): ChatMessage[] {
  const marker = markerOf(messages)
  return messages.map(({ role, content }) => ({ role, content: content.replaceAll(`-${marker}`, '') }))
}

/**
 * Reads what a user says as a careless reader does, to whom letters and signs that look alike are the same, what cannot
 * be seen is not there, and whatever stands in angle brackets with the prompt's marker is a tag. The root holds what
 * stands outside of all tags. Throws where tags do not match.
 */
export function readTags(messages: ChatMessage[]): TaggedPart {
  const text = foldText(messages[1]!.content)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[‹⟨〈˂ᐸ]/g, '<')
    .replace(/[›⟩〉˃ᐳ]/g, '>')
  const root: TaggedPart = { tag: 'prompt', text: '', parts: [] }
  const open = [root]
  let place = 0
  for (const match of text.matchAll(new RegExp(`<([^<>]*)${markerOf(messages)}[^<>]*>`, 'g'))) {
    open.at(-1)!.text += text.slice(place, match.index)
    place = match.index + match[0].length
    const tag = match[1]!.replace(/[^a-z_]/g, '')
    if (!match[1]!.includes('/')) {
      const part: TaggedPart = { tag, text: '', parts: [] }
      open.at(-1)!.parts.push(part)
      open.push(part)
    } else if (open.pop()!.tag !== tag) throw new Error(`</${tag}> closes what it did not open`)
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)!.tag}> is never closed`)
  root.text += text.slice(place)
  return root
}

/** The tags of a prompt without what stands in them. */
export function outlineOf({ tag, parts }: TaggedPart): string {
  return parts.length === 0 ? tag : `${tag}(${parts.map(outlineOf).join(' ')})`
}
