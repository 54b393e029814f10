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

const BEGINS_THINKING = ['<think>', '<thinking>', '<thought>', '<reasoning>']
const END_OF_THINKING = '</think>'
/** What stands before an end of thinking at the beginning of a line. */
const LINE_BEGUN = /(?:^|\n)[ \t]*$/
const LONGEST_INDENT = 40
/** The beginning of a block, with its tag or without; an end of thinking; and what may become one of them. */
const UNSURE = /<panel>|\{\s*"(?:kind|answer|notes)"|<\/think>|(?:<\/?[a-z]{0,5}|\{\s*(?:"[a-z]{0,6})?)$/g
const FENCE_BEGUN = /^(?:`{1,2}|~{1,2}|(?:```|~~~)\w{0,20})$/

/**
 * Follows a reply as it arrives. What it lets through is the beginning of the text that `readReply` will find: it holds
 * back thinking, and everything from what may be the block on.
 */
export function createReplyFilter(prompt?: Prompt) {
  let text = ''
  let shown = 0
  /** Up to where it is certain to be text. */
  let certain = 0
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
    certain = 0
    followsThinking = true
    mayEndThinking = false
  }

  /** Whether there is text after the thinking, of which blank lines are no part. */
  function isAtText(): boolean {
    if (!followsThinking) return true
    if (text.trim() === '') return false
    text = withoutBlankLines(text)
    followsThinking = false
    return true
  }

  /**
   * Whether an end of thinking at a place ends what a template has begun: at the beginning or end of a line, and not quoted
   * from the prompt. Null while nothing follows it.
   */
  function endsThinking(place: number): boolean | null {
    const after = text.slice(place + END_OF_THINKING.length)
    const next = /[^ \t]/.exec(after)
    if (next === null) return null
    const isAtEdge =
      next[0] === '\n' || LINE_BEGUN.test(text.slice(Math.max(0, place - LONGEST_INDENT), place))
    if (!isAtEdge) return false
    mayEndThinking = false
    const said = text.slice(0, text.length - after.length + next.index + 1)
    return afterThinking(said, prompt) !== said
  }

  /** Moves on to what is uncertain; returns whether what came before turned out to be thinking. */
  function follow(): boolean {
    for (;;) {
      UNSURE.lastIndex = certain
      const found = UNSURE.exec(text)
      certain = found?.index ?? text.length
      if (found?.[0] !== END_OF_THINKING) return false
      const isEnd = mayEndThinking && endsThinking(certain)
      if (isEnd === null) return false
      if (isEnd) {
        thinkingEnds(certain + END_OF_THINKING.length)
        if (isAtText()) follow()
        return true
      }
      certain++
    }
  }

  /** The end of what can be shown: before white space and a fence, which may belong to a block. */
  function endOfShown(): number {
    const known = text.slice(shown, certain).trimEnd()
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
      const isAnew = follow()
      if (followsThinking) return { text: '', isAnew }
      const start = shown
      shown = endOfShown()
      return { text: keepText(text.slice(start, shown), 'reply').text, isAnew }
    },
  }
}
