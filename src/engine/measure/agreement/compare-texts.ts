import type { Language } from '../../../language/recognise-language.ts'
import { deniesOther, sameWording, wordingOf } from '../../../language/wording.ts'
import type { AnswerWord, AnswerWords } from './answer-words.ts'

/**
 * What is known about two texts besides how likely one is right if the other is: they can be interpreted; they cannot,
 * or they differ in a way that shared words hide, so that they are not known to agree; or they contradict each other.
 */
export type Certainty = 'read' | 'unread' | 'suspect' | 'contrary'

/** A text with its language; null if there is too little text to tell. */
interface SpokenText {
  text: string
  language: Language | null
}

/** Two texts that are not in English, judging by their words; null if both are English or too short to tell. */
export function compareForeign(
  { text: left, language: one }: SpokenText,
  { text: right, language: other }: SpokenText,
  asked: Language | null,
): { support: number; certainty: Certainty } | null {
  const language = one ?? other ?? asked
  // Words of no known language, in reply to a question in none, are not English.
  if (language === null) return areSentences(left, right) ? { support: HALF, certainty: 'unread' } : null
  if ((one ?? 'en') === 'en' && (other ?? 'en') === 'en' && language === 'en') return null
  const known = one === null || other === null || one === other ? language : 'other'
  const [mine, theirs] = [wordingOf(left, known), wordingOf(right, known)]
  if (mine === null || theirs === null) return { support: HALF, certainty: 'unread' }
  if (deniesOther(mine, theirs)) return { support: 0, certainty: 'contrary' }
  return sameWording(mine, theirs)
    ? { support: SAME_WORDS, certainty: 'read' }
    : { support: HALF, certainty: 'unread' }
}

function areSentences(...texts: string[]): boolean {
  return texts.every((text) => (text.match(/(?<!\p{L})\p{Ll}{2,}/gu)?.length ?? 0) >= FEWEST_WORDS)
}

/** Shorter texts may be names. */
const FEWEST_WORDS = 3
const HALF = 0.5
const SAME_WORDS = 0.95

/** The words of an answer for which another has nothing similar. */
export function wordsBeyond(answer: AnswerWords, other: AnswerWords): AnswerWord[] {
  return answer.all.filter(
    (word) =>
      !other.stems.has(word.stem) &&
      !other.initials.has(word.written) &&
      (word.isNumber || !other.hasAlike(word)),
  )
}
