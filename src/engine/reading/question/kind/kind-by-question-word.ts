import type { QuestionKind } from '../../../../contract/question-kind.ts'
import type { Cue, CueName } from '../../../../language/question/cues/find-cues.ts'
import { IN_PLACE } from './main-cue.ts'
import {
  asksAgain,
  isCalculation,
  isOpenMatter,
  isSumAsked,
  numbersIn,
  type SentenceReading,
  wordsIn,
} from './sentence-reading.ts'

/** A number of things, which are known to be so many. */
export const COUNTED = /\b(?:all|two|three|four|five|six|seven|eight|nine|ten|twelve|both)\b/
const COUNTED_NEXT = /^ ?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve) /
/** The difference of two numbers is a number. */
const DIFFERENCE = /(?:between|zwischen|entre|tra|tussen|miedzy|між|между) \d+(?:[.,]\d+)? \p{L}+ \d+/u
/** How far behind or before the question word the thing may stand that is asked for. */
const HEAD_DISTANCE = 26
const TAIL_DISTANCE = 6
const WORDS_OF_NAME = 4
const WORDS_OF_CHOICE = 14
const WORDS_OF_SUM = 3
const THING =
  /^ ([a-z]{3,}) (?:\w+ ){0,2}(?:is|are|was|were|did|does|do|has|have|had|can|will|comes?|plays?|won|uses?|means?) /
/** After “what”, these and plurals are no single thing that is asked for. */
const NOT_A_THING =
  /^(?:is|was|does|did|can|could|should|would|will|might|may|must|has|have|had|the|this|these|that|those|you|they|she|her|his|its|our|your|their|made|led|about|else|for|when|went|other|some|more|wrong|\w*(?:s|ed|ing|ly))$/

/** “What …”: open, unless it asks for the outcome of something, or for one thing. */
export function kindOfWhat(main: Cue, reading: SentenceReading): QuestionKind {
  const { sentence, has, parts } = reading
  if (isSumAsked(main, reading)) return 'closed'
  if (isOpenMatter(reading)) return 'open'
  const thing = THING.exec(sentence.slice(main.end))?.[1]
  const isThing = thing !== undefined && !NOT_A_THING.test(thing) && !parts.isPersonal
  return has('outcome') || (isThing && sentence.slice(main.at, main.end) === 'what') ? 'closed' : 'open'
}

/** “What is …”: a definition, unless the thing that is asked for has a short answer. */
export function kindOfDefinition(main: Cue, reading: SentenceReading): QuestionKind {
  const { sentence, cues, has, parts } = reading
  if (isSumAsked(main, reading)) return 'closed'
  if (has('why', 'explain', 'should')) return 'open'
  if (isCalculation(sentence) && (!has('openNoun') || DIFFERENCE.test(sentence))) return 'closed'
  const head = cues.find((cue) => HEADS.has(cue.name) && isHead(cue, main, sentence))
  if (head !== undefined && isBare(head, main, sentence)) return 'open'
  if (has('outcome') && head?.name !== 'openNoun') return 'closed'
  if (has('openNoun', 'advice')) return 'open'
  if (head !== undefined) return 'closed'
  if (parts.hasCode) return 'open'
  if (COUNTED_NEXT.test(sentence.slice(main.end))) return 'closed'
  return IN_PLACE.has(main.language) && has('whoOrWhen', 'howMany', 'which') ? 'closed' : 'open'
}

const HEADS = new Set<CueName>(['attribute', 'superlative', 'openNoun'])

function isHead({ at, end }: Cue, main: Cue, sentence: string): boolean {
  if (at >= main.end && at - main.end <= HEAD_DISTANCE) return true
  return (main.at >= end && main.at - end <= TAIL_DISTANCE) || !/\w/.test(sentence.slice(end))
}

/** “What is probability?” asks for a definition: the term stands alone. */
function isBare({ at, end }: Cue, main: Cue, sentence: string): boolean {
  const isTerm = sentence.slice(main.end, at) === ' ' && !sentence.slice(0, main.end).endsWith(' the')
  return isTerm && !/[\p{L}\d:]/u.test(sentence.slice(end))
}

/** “Who is …”: a portrait if a name follows, otherwise the name is asked for. */
export function kindOfWhoIs(main: Cue, reading: SentenceReading): QuestionKind {
  const { sentence, has } = reading
  if (has('why', 'explain', 'should') || asksAgain(main, reading)) return 'open'
  // “With whom are the keys?”
  const before = sentence.slice(0, main.at)
  const isBehindPreposition = /\p{L} $/u.test(before) && wordsIn(before) === 1
  if (isBehindPreposition || has('attribute', 'superlative')) return 'closed'
  return wordsIn(sentence.slice(main.end)) <= WORDS_OF_NAME ? 'open' : 'closed'
}

/** “How many …”: closed, unless it asks for advice and gives nothing to calculate with. */
export function kindOfHowMany(main: Cue, reading: SentenceReading): QuestionKind {
  const { has, parts } = reading
  const isAdvice = (has('should') || parts.isPersonal) && numbersIn(parts.text) < 2
  return isAdvice || asksAgain(main, reading) ? 'open' : 'closed'
}

/** A question for yes or no: closed if it is one of plain fact. */
export function kindOfYesNo(reading: SentenceReading): QuestionKind {
  const { has, parts, sentence, cues } = reading
  const isSum = isCalculation(sentence) || numbersIn(sentence) >= 2
  if (isSum && wordsIn(sentence.replace(/\d+/g, '')) <= WORDS_OF_SUM) return 'closed'
  // “Is it ‘affect’ or ‘effect’?”
  const isChoice = parts.shortQuotations >= 2 && wordsIn(sentence) <= WORDS_OF_CHOICE
  if (isChoice && !has('openNoun', 'explain')) return 'closed'
  if (isOpenMatter(reading) || parts.isLong) return 'open'
  return cues.some(({ name, at }) => name === 'fact' && at > 0) ? 'closed' : 'open'
}
