import type { ChatMessage } from '../../../src/engine/panel/asked.ts'
import { foldText } from '../../../src/language/words.ts'

/** A tagged part of a prompt with the parts in it. */
export interface TaggedPart {
  tag: string
  /** What stands in it outside of its own parts. */
  text: string
  parts: TaggedPart[]
}

const FIRST_MARKER =
  /^(?:<[a-z]+-|The question and all quoted material stand between tags whose names end in -)([0-9a-f]{8})/

/** What a prompt says last, where it quotes others. */
function quotingMessage(messages: ChatMessage[]): string {
  return messages.at(-1)!.content
}

/** The marker of a prompt that quotes something: the first one that its last message names. */
export function markerOf(messages: ChatMessage[]): string {
  const marker = FIRST_MARKER.exec(quotingMessage(messages))?.[1]
  if (marker === undefined) throw new Error('the prompt names no marker')
  return marker
}

/** Whether a prompt quotes anything. */
export function isQuoting(messages: ChatMessage[]): boolean {
  return FIRST_MARKER.test(quotingMessage(messages))
}

/** A prompt without its marker, so that its words can be compared. */
export function withoutMarker(messages: ChatMessage[]): ChatMessage[] {
  const marker = markerOf(messages)
  return messages.map(({ role, content }) => ({ role, content: unmarked(content, marker) }))
}

/** A text without a marker at the end of tags, or in the marks that a writer is shown. */
function unmarked(text: string, marker: string): string {
  return withoutPrefix(text.replaceAll(`-${marker}`, '').replaceAll(`[[${marker}:`, '[['))
}

/** A text without the drawn prefix of the numbers before sentences. */
function withoutPrefix(text: string): string {
  return text.replace(/\[\w+:(?=(?:r2\.)?4\])|(?<=begin with )\w+/gi, '')
}

/**
 * Reads what a user says as a careless reader does, to whom letters and signs that look alike are the same, what cannot
 * be seen is not there, and whatever stands in angle brackets with the prompt's marker is a tag. The root holds what
 * stands outside of all tags, without the marker. Throws where tags do not match.
 */
export function readTags(messages: ChatMessage[]): TaggedPart {
  const marker = markerOf(messages)
  const text = foldText(quotingMessage(messages))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[‹⟨〈˂ᐸ]/g, '<')
    .replace(/[›⟩〉˃ᐳ]/g, '>')
  // Before anything is quoted, the rules name tags without opening them.
  let place = text.startsWith('<') ? 0 : text.indexOf('\n\n')
  const root: TaggedPart = { tag: 'prompt', text: text.slice(0, place), parts: [] }
  const open = [root]
  for (const match of text.matchAll(new RegExp(`<([^<>]*)${marker}[^<>]*>`, 'g'))) {
    if (match.index < place) continue
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
  root.text = unmarked(`${root.text}${text.slice(place)}`, marker)
  return root
}

/** The tags of a prompt without what stands in them. */
export function outlineOf({ tag, parts }: TaggedPart): string {
  return parts.length === 0 ? tag : `${tag}(${parts.map(outlineOf).join(' ')})`
}
