import { LIMITS } from '../../../contract/limits.ts'
import type { Prompt } from '../../panel/model-port.ts'
import { keepText } from '../text/kept-text.ts'
import { closingBrace } from './json-in-reply.ts'
import { afterThinking, OPENS_THINKING } from './thinking.ts'

/** How far a reply can be shown while it arrives. */
export interface ShownText {
  /** Takes the next piece; returns what can be shown now, and whether what was shown before turned out to be thinking. */
  take(piece: string): { text: string; isAnew: boolean }
}

const BEGINS_THINKING = ['<think>', '<thinking>', '<thought>', '<reasoning>']
/** Thinking ends at the end of a line, which may go on. */
const MAY_END_THINKING = /<\/think>[ \t]*$/
/** Where the block may begin that a reply ends in: with its tag, or with an object without one. */
const BLOCK = /<panel>|<(?:p(?:a(?:n(?:e(?:l)?)?)?)?)?$|\{(?=\s*(?:"|$))/g
const FENCES = ['```', '~~~']
const FENCE_BEGUN = /^(?:`{1,2}|~{1,2}|(?:```|~~~)\w{0,20})$/
/** How often a reply may be searched, so that one full of braces does not cost more. */
const MOST_PASSES = 8

/**
 * Follows a reply as it arrives. What it lets through is the beginning of the text that `readReply` will find: it holds
 * back thinking, what begins with the tag of a block, and an object until something else follows.
 */
export function createShownText(prompt?: Prompt): ShownText {
  let text = ''
  /** How much of the reply was thinking, and how much after it was shown. */
  let thought = 0
  let shown = 0
  /** Where to look for a block in what was said, how far that was searched, and whether it goes on in the next piece. */
  let from = 0
  let passed = 0
  let isOpen = false

  /** Whether what was said may end in the object that begins at a place. */
  function mayEndInObject(said: string, start: number, piece: string): boolean {
    if (isOpen && !piece.includes('}')) return true
    const end = closingBrace(said, start)
    isOpen = end === -1
    if (isOpen || passed > MOST_PASSES * said.length) return true
    const rest = said.slice(end + 1).trim()
    if (FENCES.some((fence) => fence.startsWith(rest))) return true
    passed += end - start
    return false
  }

  /** The end of what belongs to no block. */
  function endOfText(said: string, piece: string): number {
    for (;;) {
      BLOCK.lastIndex = from
      const found = BLOCK.exec(said)
      from = found?.index ?? said.length
      if (found === null || found[0] !== '{' || mayEndInObject(said, from, piece)) return from
      from++
    }
  }

  /** The end of what can be shown: before white space and a fence, which may belong to a block. */
  function endOfShown(said: string, piece: string): number {
    const known = said.slice(shown, endOfText(said, piece)).trimEnd()
    const line = known.lastIndexOf('\n') + 1
    const mayBeFence = (line > 0 || shown === 0) && FENCE_BEGUN.test(known.slice(line).trim())
    const end = shown + (mayBeFence ? known.slice(0, line).trimEnd() : known).length
    // The other half of a character may follow.
    return end === said.length && /[\uD800-\uDBFF]$/.test(known) ? end - 1 : end
  }

  return {
    take(piece) {
      text += piece
      const start = text.trimStart()
      const isUnknown =
        BEGINS_THINKING.some((tag) => tag.startsWith(start)) || MAY_END_THINKING.test(text.slice(-100))
      // A longer text is cut.
      if (isUnknown || text.length > LIMITS.answerCharacters) return { text: '', isAnew: false }
      const hasThought = OPENS_THINKING.test(text) || text.includes('</think>')
      const said = hasThought ? (afterThinking(text, prompt) ?? '') : text
      const isAnew = text.length - said.length !== thought && shown > 0
      if (text.length - said.length !== thought) {
        thought = text.length - said.length
        shown = 0
        from = 0
        isOpen = false
      }
      const before = shown
      shown = Math.max(before, endOfShown(said, piece))
      return { text: keepText(said.slice(before, shown), 'reply').text, isAnew }
    },
  }
}
