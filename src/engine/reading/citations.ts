import { type Passage, sentencesIn } from '../../language/sentences.ts'
import { cutText } from './reply-text.ts'

/**
 * A text with a number before each sentence, such as [0b:R2.4], or [0b:4] without a label. The prefix is drawn and occurs in
 * no text that way, so that numbers which a text itself contains mean nothing.
 */
export function withNumbers(text: string, prefix: string, label = ''): string {
  const parts: string[] = []
  let from = 0
  sentencesIn(text).forEach(({ start }, place) => {
    parts.push(text.slice(from, start), `[${prefix}:${label === '' ? '' : `${label}.`}${place + 1}] `)
    from = start
  })
  return parts.join('') + text.slice(from)
}

/** At most so many sentences in a row are one citation. */
const LONGEST_RANGE = 3
const LONGEST_CITATION = 40
const CITED = /(?:(\p{L}+\d*)\s*\.\s*)?(\d+)(?:\s*[-–—]\s*(?:\p{L}+\d*\s*\.\s*)?(\d+))?\W*$/u

export interface Cited extends Passage {
  label: string
}

/** The passage that a citation such as R2.4 or R2.4-5 names; null where there is no such sentence. */
export function passageAt(citation: string, texts: ReadonlyMap<string, Passage[]>): Cited | null {
  const [, named = '', first = '', last = first] = CITED.exec(citation.slice(0, LONGEST_CITATION)) ?? []
  const label = [...texts.keys()].find((one) => one.toLowerCase() === named.toLowerCase())
  const sentences = label === undefined ? undefined : texts.get(label)
  const [from, to] = [Number(first), Number(last)]
  const begin = sentences?.[from - 1]
  if (label === undefined || begin === undefined || to < from) return null
  const end = sentences![Math.min(to, from + LONGEST_RANGE - 1) - 1]
  return end === undefined ? null : { label, start: begin.start, end: end.end }
}

const LONGEST_QUOTE = 300

/** The words of a passage as people are shown them. */
export function quoteOf(text: string, { start, end }: Passage): string {
  return cutText(text.slice(start, end), LONGEST_QUOTE)
}
