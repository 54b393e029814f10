import { namesMonth } from '../../../language/calendar-words.ts'
import {
  findMentions,
  type Mention,
  maybeSameQuantity,
  measureAlike,
  sameQuantity,
} from '../../../language/quantity/index.ts'
import { whatIsAsked } from '../../../language/question/what-is-asked.ts'
import { recogniseLanguage } from '../../../language/recognise-language.ts'
import { clausesOf } from '../../../language/sentences.ts'
import { isNegated, stem, wordsOf } from '../../../language/words.ts'
import { type BoostedTrees, probabilityBy } from '../../../utils/boosted-trees.ts'
import { memoise } from '../../../utils/bounded-cache.ts'
import {
  type CanonicalAnswer,
  canonicalReader,
  isClosed,
  isExposition,
} from '../../reading/answer/canonical-answer.ts'
import { mayBeTwo, namesAnother, nameWords } from '../../reading/answer/name.ts'
import { sameClosedAnswer } from '../../reading/answer/same-answer.ts'
import { namesOption } from '../../reading/question/options.ts'
import { type AnswerWord, LONGEST_READ } from './answer-words.ts'
import { type Certainty, compareForeign, wordsBeyond } from './compare-texts.ts'
import { contradict, denies, statementsOf } from './contradiction.ts'
import { createPairReader, type Embed, type ReadAnswer, sharedQuantities } from './pair-reader.ts'
import { sameRoles } from './same-roles.ts'
import { asksForSomethingElse } from './support-features.ts'
import { deniesAbroad, opensOtherwise, quantifyOther, tellsOtherTime } from './text-signs.ts'

/** From this agreement on, two answers count as the same answer. */
export const SAME_ANSWER = 0.7

/** The highest agreement of two answers if it cannot be determined whether they are the same. */
export const NOT_KNOWN = 0.5

/** Agreement C of two answers to the current question, in [0, 1] and symmetric. */
export type Agree = (left: string, right: string) => Promise<number>

/**
 * How likely one answer is right if another is, in [0, 1]. A text that says what another says, and more, may be wrong
 * although the other is right.
 */
export type Support = (mine: string, other: string) => Promise<number>

/** Whether two answers are the same; unknown if their language, polarity or form cannot be interpreted. */
export type Relation = 'same' | 'different' | 'unknown'

/** How answers to one question compare. */
export interface Comparison {
  agree: Agree
  support: Support
  /** The support of one answer for another, at most one half if they differ in a way that shared words hide. */
  evidence: Support
  relate: (left: string, right: string) => Promise<Relation>
  /** Whether two answers that are not known to be the same differ in a way that suggests they are not. */
  suspects: (left: string, right: string) => Promise<boolean>
  /** Whether a text in different words could be recognised as the same answer. */
  canRead: (answer: string) => boolean
}

/** Agreement of a sentence with the number or option it states. */
const STATED = 0.9
/** From this agreement on, texts that are not known to be the same may be the same. */
const SOMETHING_SHARED = 0.3
/** The agreement that remains if texts differ in a way that shared words do not show. */
const PENALTY = { polarity: 0.4, quantities: 0.4, names: 0.6 }
/** From this share of common words on, a negation, an opposite or another number makes the difference. */
const MUCH_THE_SAME = 0.6
/** In a longer text, some details are not relevant. */
const SHORT = 14

/** What is needed to compare answers besides their words. */
export interface ComparisonParts {
  embed: Embed
  /** Fitted on pairs of recorded answers, see `data/agreement.json`. */
  model: BoostedTrees
  /** Lets other callers take their turn before each pair; absent if nobody else waits. */
  pause?: () => Promise<void>
}

/** One answer compared with another. */
interface Judgement {
  support: number
  certainty: Certainty
}

const read = (support: number): Judgement => ({ support, certainty: 'read' })
const unread = (support: number): Judgement => ({ support, certainty: 'unread' })
const suspect = (support: number): Judgement => ({ support, certainty: 'suspect' })

/** Compares answers to one question; each answer is read and embedded once, and each pair is compared once. */
export function comparisonOn(query: string, { embed, model, pause }: ComparisonParts): Comparison {
  const canonical = canonicalReader(query)
  const reader = createPairReader(query, embed)
  const readAnswer = memoise(reader.read)
  const statements = memoise(statementsOf)
  const languageOf = memoise(recogniseLanguage)
  const [theirs, ours] = ['theirs, exact', 'ours, exact'].map((name) => model.features.indexOf(name))
  const asked = new Set(wordsOf(query).map(stem))
  const asks = whatIsAsked(query)

  function canRead({ kind, text }: CanonicalAnswer): boolean {
    if (kind === 'literal') return false
    return kind !== 'text' || (!asks.openEnded && text.length <= LONGEST_READ && !isExposition(text))
  }

  async function compare(whole: CanonicalAnswer, another: CanonicalAnswer): Promise<Judgement> {
    if (whole.text === another.text) return read(1)
    const [mine, other] = [beginningOf(whole), beginningOf(another)]
    if (mine.kind === 'literal' || other.kind === 'literal')
      return suspect((await compareWords(mine, other)).support)
    if (areOfTwoScripts(mine.text, other.text)) return unread(NOT_KNOWN)
    const same = sameClosedAnswer(mine, other)
    if (same === true && mine.kind === 'boolean') return compareExplained(mine, other)
    if (same !== null) return read(same ? 1 : 0)
    if (mine.kind === 'quantity' && other.kind === 'quantity') return unread(NOT_KNOWN)
    const stated = states(mine, other) ?? states(other, mine)
    if (stated !== null) return stated && !asks.severalThings ? read(STATED) : suspect(STATED)
    // If options were offered, an answer that picks none of them agrees with no answer that picks one.
    if (mine.kind === 'option' || other.kind === 'option') return read(0)
    const spoken = ({ text }: CanonicalAnswer) => ({ text, language: languageOf(text) })
    const foreign = compareForeign(spoken(mine), spoken(other), languageOf(query))
    if (foreign !== null) return foreign
    return compareWords(mine, other)
  }

  /** Two answers that both say yes, or both no, are the same unless their explanations contradict each other. */
  async function compareExplained(mine: CanonicalAnswer, other: CanonicalAnswer): Promise<Judgement> {
    if (!isExplained(mine.text) || !isExplained(other.text)) return read(1)
    const { certainty } = await compareWords({ ...mine, kind: 'text' }, { ...other, kind: 'text' })
    const [one, two] = (await Promise.all([readAnswer(mine.text), readAnswer(other.text)])).map(
      ({ words }) => words,
    )
    const differs =
      certainty === 'contrary' ||
      [wordsBeyond(one!, two!), wordsBeyond(two!, one!)].every((words) => words.some(isDetail)) ||
      quantifyOther(mine.text, other.text) ||
      !sameRoles(mine.text, other.text, { asked, isOrdered: true })
    return differs ? suspect(1) : read(1)
  }

  async function compareWords(mine: CanonicalAnswer, other: CanonicalAnswer): Promise<Judgement> {
    const [one, two] = await Promise.all([readAnswer(mine.text), readAnswer(other.text)])
    const features = reader.features(one, two)
    let support = probabilityBy(model, features)
    const beyond = [wordsBeyond(one.words, two.words), wordsBeyond(two.words, one.words)] as const
    const isAlike = Math.min(features[theirs!]!, features[ours!]!) >= MUCH_THE_SAME
    const alike = beyond.every(
      (words, side) => words.length <= (1 - MUCH_THE_SAME) * [one, two][side]!.words.all.length,
    )
    const [said, heard] = [statements(mine.text), statements(other.text)]
    const areContrary =
      isAlike || alike
        ? contradict(said, heard, statements(query))
        : (isClosed(other) && denies(said, heard)) || (isClosed(mine) && denies(heard, said))
    let isContrary = areContrary
    if (areContrary) support *= PENALTY.polarity
    if (isOtherName(mine, other) || isOtherName(other, mine)) {
      support *= PENALTY.names
      isContrary = true
    }
    // A text may contain many numbers besides the one that was asked for. Other numbers make it a different answer only
    // if
    // the text is about one number, or if everything else is the same.
    const isMeasured = mine.kind === 'quantity' || other.kind === 'quantity'
    if (isMeasured ? measureOther(one, two) : (isAlike || alike) && measureApart(one, two)) {
      support *= PENALTY.quantities
      isContrary = true
    }
    if (tellsOtherTime(mine.text, other.text) || opensOtherwise(mine.text, other.text)) isContrary = true
    if (isContrary) return { support, certainty: 'contrary' }
    const shares =
      one.words.fresh.some((word) => !beyond[0].includes(word)) ||
      (one.words.fresh.length === 0 && two.words.fresh.length === 0)
    // A number or name that a text does not support is a different answer, whatever else in the text cannot be
    // interpreted.
    const isTruth = mine.kind === 'boolean' || other.kind === 'boolean'
    if (support < NOT_KNOWN && !isTruth && (isClosed(mine) || isClosed(other))) return read(support)
    const isShort = alike && [one, two].every(({ words }) => words.all.length <= SHORT)
    const pair = { mine, other, beyond, alike, isShort }
    if (!shares) return suspect(Math.min(support, NOT_KNOWN))
    if (isSuspect(pair)) return suspect(support)
    return isOpen(pair) ? unread(support) : read(support)
  }

  /**
   * Whether two texts differ in a way that shared words hide: then one may well be wrong although the other is right.
   */
  function isSuspect({ mine, other, beyond, alike, isShort }: Pair): boolean {
    if (mine.kind === 'boolean' || other.kind === 'boolean') return true
    if (mentionsOnly(mine, other) || mentionsOnly(other, mine)) return true
    const differ = beyond.every((words) => words.length > 0)
    const details = beyond.map((words) => words.filter(isDetail))
    if (deniesAbroad(mine.text) !== deniesAbroad(other.text)) return true
    const isTurned = isNegated(mine.text) !== isNegated(other.text) || quantifyOther(mine.text, other.text)
    if (alike && !isNegated(query) && isTurned) return true
    const [said, heard] = [statements(mine.text), statements(other.text)]
    if (!isNegated(query) && (denies(said, heard) || denies(heard, said))) return true
    if (
      asks.severalThings &&
      (mine.kind !== other.kind || differ || details.some((words) => words.length > 0))
    )
      return true
    if (isShort && details.every((words) => words.length > 0)) return true
    const isWhole = beyond.every((words) => words.length === 0)
    return (
      (isShort || isWhole) &&
      !sameRoles(mine.text, other.text, { asked, isOrdered: asks.order || asks.severalThings })
    )
  }

  /** Whether shared words do not show if two answers are the same, although nothing suggests that they are not. */
  function isOpen({ mine, other, beyond, alike }: Pair): boolean {
    if (!canRead(mine) || !canRead(other)) return true
    if (mine.kind === 'name' && other.kind === 'name' && mayBeTwo(mine.name, other.name)) return true
    if (namesElseFirst(mine, other, query) || namesElseFirst(other, mine, query)) return true
    if (isClosed(mine) && isClosed(other) && mine.kind !== other.kind) return true
    const differ = beyond.every((words) => words.length > 0)
    return (
      differ &&
      alike &&
      (asks.yesOrNo || (asksForSomethingElse(asks.kind) && mine.kind === 'text' && other.kind === 'text'))
    )
  }

  const known = memoise((_mine: string) => new Map<string, Promise<Judgement>>())
  const judge = (mine: string, other: string): Promise<Judgement> => {
    const judged = known(mine)
    const value = judged.get(other) ?? judgeAfresh(mine, other)
    judged.set(other, value)
    return value
  }
  async function judgeAfresh(mine: string, other: string): Promise<Judgement> {
    await pause?.()
    const one = canonical(mine)
    await pause?.()
    return compare(one, canonical(other))
  }
  const bothWays = (left: string, right: string) => Promise.all([judge(left, right), judge(right, left)])
  const agree: Agree = async (left, right) => {
    const ways = await bothWays(left, right)
    const mean = (ways[0].support + ways[1].support) / 2
    return ways.every(({ certainty }) => certainty === 'read') ? mean : Math.min(mean, NOT_KNOWN)
  }
  return {
    agree,
    support: async (mine, other) => (await judge(mine, other)).support,
    async evidence(mine, other) {
      const { support, certainty } = await judge(mine, other)
      return certainty === 'read' || certainty === 'unread' ? support : Math.min(support, NOT_KNOWN)
    },
    async relate(left, right) {
      const agreement = await agree(left, right)
      if (agreement >= SAME_ANSWER) return 'same'
      const ways = await bothWays(left, right)
      if (ways.some(({ certainty }) => certainty === 'contrary')) return 'different'
      if (ways.some(({ certainty }) => certainty === 'unread' || certainty === 'suspect')) return 'unknown'
      // Little in common is no proof that two texts differ.
      const areTexts = [left, right].every((text) => !isClosed(canonical(text)))
      return areTexts && agreement >= SOMETHING_SHARED ? 'unknown' : 'different'
    },
    suspects: async (left, right) =>
      (await bothWays(left, right)).some(({ certainty }) => certainty === 'suspect'),
    canRead: (answer) => canRead(canonical(answer)),
  }
}

interface Pair {
  mine: CanonicalAnswer
  other: CanonicalAnswer
  /** The words of each for which the other has nothing similar. */
  beyond: readonly [ReturnType<typeof wordsBeyond>, ReturnType<typeof wordsBeyond>]
  /** Whether they are short and have most of their words in common, so that every detail counts. */
  alike: boolean
  isShort: boolean
}

/** The part of a text by which it is compared; one character more than is read, so that it counts as too long to read. */
function beginningOf(answer: CanonicalAnswer): CanonicalAnswer {
  if (answer.text.length <= LONGEST_READ) return answer
  return { ...answer, text: answer.text.slice(0, LONGEST_READ + 1) }
}

/** Whether a word names or counts something. */
function isDetail({ isName, isNumber }: AnswerWord): boolean {
  return isName || isNumber
}

const LATIN = /\p{Script=Latin}/u

/** Whether one text is in Latin letters and the other has no Latin letters. */
function areOfTwoScripts(left: string, right: string): boolean {
  const isLatin = (text: string) => LATIN.test(text)
  const isOther = (text: string) => !LATIN.test(text) && /\p{L}/u.test(text)
  return (isLatin(left) && isOther(right)) || (isOther(left) && isLatin(right))
}

function isOtherName(text: CanonicalAnswer, closed: CanonicalAnswer): boolean {
  if (text.kind !== 'text' || closed.kind !== 'name') return false
  return namesAnother(text.text.slice(0, LONGEST_READ), closed.name)
}

/** Whether a text names something else before a name, which may then be mentioned for another reason. */
function namesElseFirst(text: CanonicalAnswer, closed: CanonicalAnswer, query: string): boolean {
  if (text.kind !== 'text' || closed.kind !== 'name' || !closed.name.capitalised) return false
  if (text.text.split(/\s+/).length > LONGEST_REMARK) return false
  const asked = new Set(nameWords(query))
  // Names from the question count only if the answer is one of them.
  const isChoice = closed.name.words.some((word) => asked.has(word))
  const runs = text.text.slice(0, LONGEST_READ).matchAll(/\p{Lu}[\p{L}\p{N}]*(?:\s\p{Lu}[\p{L}\p{N}]*)*/gu)
  for (const { 0: run, index } of runs) {
    const words = nameWords(run)
    const isAsked = words.every((word) => asked.has(word))
    // Every sentence begins with a capital.
    const opens = !/[^.!?\s]\s*$/.test(text.text.slice(Math.max(0, index - 8), index)) && !run.includes(' ')
    if (isAsked ? isChoice : !opens) return !words.some((word) => closed.name.words.includes(word))
  }
  return false
}

const CONTRASTS =
  /\b(?:not|no|none|neither|except|but|whereas|while|however|unlike|instead|rather|other hand)\b|n['’]t\b/i

/** Whether a text may contain the items of a list only to exclude some of them. */
function mentionsOnly(text: CanonicalAnswer, list: CanonicalAnswer): boolean {
  return text.kind === 'text' && list.kind === 'set' && CONTRASTS.test(text.text)
}

/** In a longer text, a name may come late, whatever precedes it. */
const LONGEST_REMARK = 12

function isExplained(text: string): boolean {
  return text.split(/\s+/).length > 1
}

function measureOther(one: ReadAnswer, two: ReadAnswer): boolean {
  return sharedQuantities(one.quantities, two.quantities, sameQuantity) === -1
}

/** Whether each of two answers measures something that the other does not. */
function measureApart(one: ReadAnswer, two: ReadAnswer): boolean {
  const beyond = (mine: ReadAnswer, other: ReadAnswer) =>
    mine.quantities.some((quantity) => !other.quantities.some((known) => maybeSameQuantity(quantity, known)))
  return beyond(one, two) && beyond(two, one)
}

/**
 * Whether a sentence of a free text states a number or an option without negating it. Null if none does; false if it
 * also states other numbers, so that another one may be meant.
 */
function states(text: CanonicalAnswer, closed: CanonicalAnswer): boolean | null {
  if (text.kind !== 'text' || (closed.kind !== 'quantity' && closed.kind !== 'option')) return null
  const sentences = clausesOf(text.text).filter((sentence) => !isNegated(sentence))
  if (closed.kind === 'option')
    return sentences.some((sentence) => namesOption(sentence, closed.letter)) ? true : null
  const { quantity } = closed
  const stated = findMentions(sentences.join(' '))
    .filter((mention) => !isDated(mention))
    .map((mention) => mention.quantity)
  if (!stated.some((one) => sameQuantity(one, quantity))) return null
  const isAlone = stated.every((one) => sameQuantity(one, quantity) || !measureAlike(one, quantity))
  // “€20 overdrawn” is not a sentence that states €20.
  return isAlone && text.text.split(/\s+/).length > SHORTEST_SENTENCE
}

/** Whether a number is only a date: a year, or a day of a month. */
function isDated({ text, before, after }: Mention): boolean {
  return /^[12]\d{3}$/.test(text.trim()) || [before.slice(-12), after.slice(0, 14)].some(namesMonth)
}

const SHORTEST_SENTENCE = 2
