import type { WhatIsAsked } from '../../../language/question/what-is-asked.ts'
import { likeness } from '../../../language/word-likeness.ts'
import type { AnswerWords } from './answer-words.ts'
import type { AnswerCoverage } from './coverage.ts'

/** What a question asks for, as far as it matters in comparisons. */
const ASKED_FOR = ['time', 'number', 'person', 'place'] as const
type AskedFor = (typeof ASKED_FOR)[number]

/** Two answers to a question: how likely is one of them right if the other is? */
export interface AnswerPair {
  kind: WhatIsAsked['kind']
  mine: AnswerWords
  other: AnswerWords
  /** How much of the other answer this one says, and how much of this one the other says. */
  theirs: AnswerCoverage
  ours: AnswerCoverage
  /** The cosine of what both say beyond the question. */
  cosine: number
  /** Whether they contain the same quantities: 1 if they share one, -1 if they share none, 0 if one has none. */
  quantities: number
}

/** The features that predict whether one answer is right if another is, in the order of `SUPPORT_FEATURES`. */
export function supportFeatures({
  kind,
  mine,
  other,
  theirs,
  ours,
  cosine,
  quantities,
}: AnswerPair): Float32Array {
  const sharedYears = tell(mine.years, new Set(other.years))
  const oneDate = mine.months.size > 0 && other.months.size > 0
  return Float32Array.of(
    cosine,
    quantities,
    theirs.fresh.exact,
    theirs.fresh.alike,
    ours.fresh.exact,
    ours.fresh.alike,
    theirs.opening.alike,
    ours.opening.alike,
    theirs.lead.alike,
    ours.lead.alike,
    theirs.all.alike,
    ours.all.alike,
    Number(other.fresh.length === 0),
    Number(mine.fresh.length === 0),
    tell(mine.names, other.names),
    firstName(other, mine),
    firstName(mine, other),
    tell(mine.numbers, other.numbers),
    firstNumber(other, mine),
    firstNumber(mine, other),
    sharedYears,
    sharedYears === 0 ? 0 : sign(other.years.every((year) => mine.years.includes(year))),
    sharedYears === 0 ? 0 : sign(mine.years.every((year) => other.years.includes(year))),
    sharedYears === 0 ? 0 : sign(mine.years[0] === other.years[0]),
    tell(mine.months, other.months),
    oneDate ? tell(mine.days, other.days) : 0,
    tell(mine.titles, other.titles),
    Number(mine.isNegated !== other.isNegated),
    ...ASKED_FOR.map((one) => Number(one === kind)),
    Number(asksForSomethingElse(kind)),
  )
}

/** The names of the features; “theirs” is how much of the other answer this one says. */
export const SUPPORT_FEATURES = [
  'cosine of new words',
  'quantities shared',
  'theirs, exact',
  'theirs, alike',
  'ours, exact',
  'ours, alike',
  'their first sentence',
  'our first sentence',
  'their first words',
  'our first words',
  'theirs with the question',
  'ours with the question',
  'they say nothing new',
  'we say nothing new',
  'names shared',
  'their first name',
  'our first name',
  'numbers shared',
  'their first number',
  'our first number',
  'years shared',
  'all their years',
  'all our years',
  'first year the same',
  'months shared',
  'days shared',
  'titles shared',
  'one negated',
  ...[...ASKED_FOR, 'other'].map((kind) => `asks for ${kind}`),
]

/** Whether a question asks for none of the kinds of things that are distinguished. */
export function asksForSomethingElse(kind: WhatIsAsked['kind']): boolean {
  return !ASKED_FOR.includes(kind as AskedFor)
}

function firstName(one: AnswerWords, other: AnswerWords): number {
  const first = one.fresh.find((word) => word.isName && !word.isNumber)
  if (first === undefined || other.names.size === 0) return 0
  if (other.freshStems.has(first.stem)) return 1
  return sign(other.fresh.some((word) => other.names.has(word.stem) && likeness(word, first) > 0))
}

function firstNumber(one: AnswerWords, other: AnswerWords): number {
  const first = one.fresh.find((word) => word.isNumber)
  return first === undefined || other.numbers.size === 0 ? 0 : sign(other.numbers.has(first.stem))
}

/** 1 if both have something in common, -1 if both have some but nothing in common, 0 if one has none. */
function tell(left: Iterable<string>, right: Set<string>): number {
  let said = 0
  for (const one of left) {
    if (right.has(one)) return 1
    said = right.size === 0 ? 0 : -1
  }
  return said
}

function sign(isSo: boolean): number {
  return isSo ? 1 : -1
}
