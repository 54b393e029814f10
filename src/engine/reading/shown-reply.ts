import { LIMITS } from '../../contract/limits.ts'
import type { Run } from '../deliberation.ts'
import type { Brief } from '../panel/brief.ts'
import type { Prompt } from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { afterThinking, keepText, OPENS_THINKING, withoutBlankLines } from './reply-text.ts'

/**
 * Shows the first reply of a seat to those who watch, piece by piece, without thinking and the block at its end. Null where
 * nobody watches, and for what is no text to be read: further samples, JSON, steps with tools.
 */
export function showReply(
  seat: Seat,
  brief: Brief,
  { run: { request, ports }, iteration }: { run: Run; iteration: number },
  prompt?: Prompt,
) {
  const isFirst = seat.sample === undefined && (!request.isOneModel || seat.name === request.models[0]!.name)
  const isText = brief.phase === 'exposition' && !brief.isJson && brief.step === undefined
  const show = isFirst && isText ? ports.showText?.() : null
  if (!show) return null
  let current = 0
  let discarded = 0
  let before = ''
  let reply = createReplyFilter(prompt)

  function tell(text: string): void {
    if (text === '') return
    const attempt = current + discarded
    show!({
      type: 'answer-text',
      iteration,
      name: seat.name,
      model: seat.model,
      attempt,
      offset: before.length,
      text,
    })
    before += text
  }

  return {
    onText(attempt: number, piece: string): void {
      if (attempt !== current) {
        current = attempt
        before = ''
        reply = createReplyFilter(prompt)
      }
      const { text, isAnew } = reply.take(piece)
      if (isAnew && before !== '') {
        discarded++
        before = ''
      }
      tell(text)
    },
    /** Shows what is left of the text once it has been read; null for a reply without one. */
    end(text: string | null): void {
      // A reply of another attempt, of which nothing was shown, is told as a whole.
      if (before !== '' && text?.startsWith(before)) tell(text.slice(before.length))
    },
  }
}

/** What a place in a reply turned out to be: text, the end of thinking, or not known before more arrives. */
type PlaceMeaning = 'text' | 'thought' | 'unknown'

const BEGINS_THINKING = ['<think>', '<thinking>', '<thought>', '<reasoning>']
const END_OF_THINKING = '</think>'
const OPENING = '<panel>'
const CLOSING = '</panel>'
const FENCES = ['```', '~~~']
const FENCE_BEGUN = /^(?:`{1,2}|~{1,2}|(?:```|~~~)\w{0,20})$/
/** How often a reply may be searched, so that one full of braces does not cost more. */
const MOST_PASSES = 8

/**
 * Follows a reply as it arrives. What it lets through is the beginning of the text that `readReply` will find: it holds
 * back thinking, and what may belong to the block at the end, until something else follows.
 */
export function createReplyFilter(prompt?: Prompt) {
  let text = ''
  let shown = 0
  /** Where to look for what may be a block or the end of thinking. */
  let from = 0
  let begun: BlockCandidate | null = null
  let passed = 0
  /** Where the last end of a block stands that text follows: whatever begins before it is no block. */
  let closed = 0
  let hasBegun = false
  let followsThinking = false
  let mayEndThinking = true

  /** Whether the text has begun: thinking before it is over. */
  function begins(): boolean {
    const start = text.trimStart()
    if (BEGINS_THINKING.some((tag) => tag.startsWith(start))) return false
    const tag = OPENS_THINKING.exec(text)?.[1]
    if (tag === undefined) return true
    const closing = `</${tag}>`
    const end = text.indexOf(closing)
    if (end === -1) return false
    // Thinking that is quoted from the prompt is part of the text.
    if (afterThinking(text, prompt) !== text) thinkingEnds(end + closing.length)
    mayEndThinking = false
    return true
  }

  function thinkingEnds(end: number): void {
    text = text.slice(end)
    shown = 0
    from = 0
    closed = 0
    followsThinking = true
    mayEndThinking = false
  }

  function look(at: BlockCandidate): PlaceMeaning {
    if (text[at.start] === '{') {
      passed -= at.next
      const finding = lookAtObject(text, at)
      passed += at.next
      return finding
    }
    if (OPENING.startsWith(text.slice(at.start, at.start + OPENING.length)))
      return at.start < closed ? 'text' : lookAtPanel(at)
    const tag = text.slice(at.start, at.start + END_OF_THINKING.length)
    return mayEndThinking && END_OF_THINKING.startsWith(tag) ? lookAtEnd(at.start) : 'text'
  }

  /** The tag of a block is followed by an object, in a fence or not. */
  function lookAtPanel(at: BlockCandidate): PlaceMeaning {
    const inside = text.slice(at.start + OPENING.length).trimStart()
    if (!inside.startsWith('{') && !mayBeFence(inside.slice(0, 3))) return 'text'
    const end = text.indexOf(CLOSING, at.next)
    at.next = end === -1 ? Math.max(at.start, text.length - CLOSING.length + 1) : end
    if (end === -1) return 'unknown'
    const finding = findingAfter(text.slice(end + CLOSING.length))
    if (finding === 'text') closed = end
    return finding
  }

  /** Templates may begin the thinking themselves, so that a reply has only its end: at the beginning or end of a line. */
  function lookAtEnd(start: number): PlaceMeaning {
    let next = start + END_OF_THINKING.length
    while (text[next] === ' ' || text[next] === '\t') next++
    if (next >= text.length) return 'unknown'
    passed += next
    const said = text.slice(0, next + 1)
    return afterThinking(said, prompt) === said ? 'text' : 'thought'
  }

  /** Looks at what may be a block until one place is not known; returns whether thinking has ended meanwhile. */
  function search(): boolean {
    let isAnew = false
    for (;;) {
      begun ??= nextIn(text, from)
      if (begun === null) {
        from = text.length
        return isAnew
      }
      const finding = passed > MOST_PASSES * text.length ? 'unknown' : look(begun)
      if (finding === 'unknown') return isAnew
      from = begun.start + 1
      if (finding === 'thought') {
        isAnew = true
        thinkingEnds(begun.start + END_OF_THINKING.length)
      }
      begun = null
      if (!isAtText()) return isAnew
    }
  }

  /** Whether there is text after the thinking, of which blank lines are no part. */
  function isAtText(): boolean {
    if (!followsThinking) return true
    if (text.trim() === '') return false
    text = withoutBlankLines(text)
    followsThinking = false
    return true
  }

  /** The end of what can be shown: before white space and a fence, which may belong to a block. */
  function endOfShown(): number {
    const known = text.slice(shown, begun?.start ?? text.length).trimEnd()
    const line = known.lastIndexOf('\n') + 1
    const mayBeFence = (line > 0 || shown === 0) && FENCE_BEGUN.test(known.slice(line).trim())
    const end = shown + (mayBeFence ? known.slice(0, line).trimEnd() : known).length
    // The other half of a character may follow.
    return end === text.length && /[\uD800-\uDBFF]$/.test(known) ? end - 1 : end
  }

  return {
    /** Takes the next piece; returns what can be shown now, and whether what was shown before turned out to be thinking. */
    take(piece: string): { text: string; isAnew: boolean } {
      text += piece
      // A longer text is cut.
      if (text.length > LIMITS.answerCharacters) return { text: '', isAnew: false }
      hasBegun ||= begins()
      if (!hasBegun || !isAtText()) return { text: '', isAnew: false }
      const isAnew = search()
      if (followsThinking) return { text: '', isAnew }
      const start = shown
      shown = endOfShown()
      return { text: keepText(text.slice(start, shown), 'reply').text, isAnew }
    },
  }
}

/** A place where a block or the end of thinking may begin, and how far it has been followed. */
interface BlockCandidate {
  start: number
  next: number
  depth: number
  inString: boolean
  hasName: boolean
}

function nextIn(text: string, from: number): BlockCandidate | null {
  const brace = /[{<]/g
  brace.lastIndex = from
  const found = brace.exec(text)
  return found && { start: found.index, next: found.index, depth: 0, inString: false, hasName: false }
}

/** A block without its tags is JSON to the end of the reply: a name follows its brace, and no string has a line break. */
function lookAtObject(text: string, at: BlockCandidate): PlaceMeaning {
  while (at.next < text.length && (at.next === at.start || at.depth > 0)) {
    const character = text[at.next]!
    at.next++
    if (at.inString) {
      if (character < ' ') return 'text'
      if (character === '\\') at.next++
      else if (character === '"') at.inString = false
    } else if (character === '"') {
      at.inString = true
      at.hasName = true
    } else if (character === '{') {
      if (at.depth > 0 && !at.hasName) return 'text'
      at.depth++
    } else if (!at.hasName && character.trim() !== '') return 'text'
    else if (character === '}') at.depth--
  }
  return at.depth > 0 ? 'unknown' : findingAfter(text.slice(at.next))
}

/** A block has nothing after it but the end of a fence. */
function findingAfter(rest: string): PlaceMeaning {
  return mayBeFence(rest.trim()) ? 'unknown' : 'text'
}

function mayBeFence(text: string): boolean {
  return FENCES.some((fence) => fence.startsWith(text))
}
