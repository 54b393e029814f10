import { likeness } from '../../../language/word-likeness.ts'
import type { AnswerWord, AnswerWords } from './answer-words.ts'

/** How much of some words another answer says, word for word and in similar words. */
export interface Coverage {
  exact: number
  alike: number
}

/** How much of an answer another answer says. */
export interface AnswerCoverage {
  /** Of all its words. */
  all: Coverage
  /**
   * Of the words that the question does not contain; of these, also of the first sentence and of the first few words.
   */
  fresh: Coverage
  opening: Coverage
  lead: Coverage
}

const WEIGHTS = { name: 1.5, number: 1.5, short: 0.5, asked: 0.2 }
const SHORT = 3
const LEAD = 4
/** If there is nothing to cover, this says nothing either way. */
const UNKNOWN = 0.5

/** How much of an answer another says; names and numbers count more, and each word is looked up once. */
export function coverageOf(answer: AnswerWords, by: AnswerWords): AnswerCoverage {
  const all = answer.all.map((word) => matchIn(by, word))
  const fresh = all.filter(({ word }) => !word.isAsked)
  return {
    all: sumOf(all),
    fresh: sumOf(fresh),
    opening: sumOf(fresh.filter(({ word }) => word.sentence === fresh[0]?.word.sentence)),
    lead: sumOf(fresh.slice(0, LEAD)),
  }
}

/** A word, and how far an answer says it. */
interface Match {
  word: AnswerWord
  weight: number
  isSaid: boolean
  /** How similar it is to a word of the answer, if the answer does not contain it. */
  likeness: number
}

function matchIn({ stems, byLetter, initials }: AnswerWords, word: AnswerWord): Match {
  const match = { word, weight: weightOf(word), isSaid: stems.has(word.stem), likeness: 0 }
  if (match.isSaid || word.isNumber || word.isAsked) return match
  if (initials.has(word.written)) match.likeness = 1
  else {
    for (const other of byLetter.get(word.stem[0]!) ?? [])
      match.likeness = Math.max(match.likeness, likeness(word, other))
  }
  return match
}

function sumOf(matches: Match[]): Coverage {
  let whole = 0
  let exact = 0
  let alike = 0
  for (const { weight, isSaid, likeness } of matches) {
    whole += weight
    if (isSaid) exact += weight
    else alike += weight * likeness
  }
  if (whole === 0) return { exact: UNKNOWN, alike: UNKNOWN }
  return { exact: exact / whole, alike: (exact + alike) / whole }
}

function weightOf({ isName, isNumber, isAsked, written }: AnswerWord): number {
  const length = written.length <= SHORT && !isNumber ? WEIGHTS.short : 1
  return (
    length * (isName ? WEIGHTS.name : 1) * (isNumber ? WEIGHTS.number : 1) * (isAsked ? WEIGHTS.asked : 1)
  )
}
