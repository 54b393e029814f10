import { wordsToFind } from '../../../axioms/asked-words.ts'
import { parseQuantity } from '../../../language/quantity/index.ts'
import { isNegated, isStopWord, stem, wordsOf } from '../../../language/words.ts'
import { calculate } from './arithmetic/calculate.ts'
import type { AskedFor } from './asked-for.ts'
import { countIn, hasOtherFigures, measureIn, timeIn } from './figure-in.ts'
import { isAmong, type KeyWords, wordsSaid } from './key-words.ts'
import { personIn, placeIn } from './name-in.ts'
import { type Sides, sidesOf } from './sides.ts'
import { spelledOut } from './spelled-out.ts'
import { truthOf } from './truth-of.ts'
import { upToComma } from './up-to-comma.ts'

const CAUSE = /\b(?:because|since|so|therefore|hence|thus|due to|caused?|causes)\b/i
const FORMULA = /[\^*+=<>/]/
const SHORT = 8
/** The share of a statement's topic that a question of one word, or a “what is” question, must name. */
const WHOLLY = 0.6
const WHAT_IS = /^what(?:'s| is| are| was| were) the\b/i
/** The requested property of a thing: the freezing point of water. */
const HEAD = /^(?:what(?:'s| is| are| was| were) )?(?:the |an? )?([\p{L}\d -]+?) (?:of|for|in|on|between)\b/iu

/** A statement that may contain the answer. */
interface Statement {
  statement: string
  /** Whether it mentions everything the question names, directly or by another name. */
  hasAll: boolean
}

/**
 * The shortest answer to a question that can be read off a statement: the requested name, date or count, the other side
 * of “is”, yes or no; otherwise the whole statement. Null if it does not contain the kind of thing asked for, whatever
 * else it says about the topic.
 */
export function readOff(
  asked: AskedFor,
  { statement, hasAll }: Statement,
  keyWords: KeyWords,
): string | null {
  const plain = statement.trim().replace(/\.$/, '')
  const sides = sidesOf(plain, asked.topic, keyWords)
  const answer = readKind(asked, { statement: plain, hasAll, sides }, keyWords)
  return answer === null || asked.unit === null ? answer : inUnit(answer, asked.question)
}

type StatementRead = Statement & { sides: Sides | null }

function readKind(asked: AskedFor, read: StatementRead, keyWords: KeyWords): string | null {
  const { statement, hasAll, sides } = read
  switch (asked.kind) {
    case 'expansion':
      return spelledOut(asked.term ?? '', statement)
    case 'person':
      return personIn(statement, sides, asked)
    case 'time':
      return timeIn(statement, asked)
    case 'count':
      return countIn(statement, sides, asked)
    case 'measure':
      return measureIn(statement, sides, asked)
    case 'place':
      return placeIn(statement, asked)
    case 'truth':
      return truthOf(asked, read, keyWords)
    case 'manner':
      return hasAll ? statement : null
    case 'reason':
      return CAUSE.test(statement) || (isNegated(asked.question) && isNegated(statement)) ? statement : null
    default:
      return hasAll ? thingIn(asked, read, keyWords) : null
  }
}

function thingIn(asked: AskedFor, { statement, sides }: StatementRead, keyWords: KeyWords): string | null {
  const isStrict = asked.topic.length === 1 || (asked.kind === 'definition' && asked.topic.length === 2)
  if (asked.isComparison) return statement
  if (sides === null)
    return isStrict || (WHAT_IS.test(asked.question) && !isOpen(asked, statement)) ? null : statement
  if (!sharesHead(asked.question, sides.known)) return null
  const focus = keyWords.shareOf(wordsSaid(sides.known), new Set(asked.topic))
  const isAbout = focus >= WHOLLY && (!FORMULA.test(sides.known) || FORMULA.test(asked.question))
  if (isStrict && !/\d/.test(asked.question) && !isAbout) return null
  if (hasOtherFigures(sides.known, asked.question)) return isAbout ? statement : null
  const answer = sides.isForward ? upToComma(sides.answer) : sides.answer
  const isShort = answer.split(' ').length <= SHORT || parseQuantity(answer) !== null
  return isShort && saysMore(answer, asked.question) ? answer : statement
}

/** Whether a statement without “is” may define something: the term is disputed, or another name of the thing. */
function isOpen({ topic }: AskedFor, statement: string): boolean {
  const stated = wordsToFind(statement)
  return /^Whether\b/.test(statement) || !topic.every((word) => isAmong(word, stated))
}

/** Whether statement and question are about the same property: its freezing point, not a related constant. */
function sharesHead(question: string, known: string): boolean {
  if (!WHAT_IS.test(question)) return true
  const [asked, stated] = [question, known.replace(/ \([^()]*\)/g, '')].map((text) =>
    wordsOf(HEAD.exec(text)?.[1] ?? '').at(-1),
  )
  return asked === undefined || stated === undefined || isAmong(stem(asked), new Set([stem(stated)]))
}

/** Whether a text has a word that the question does not have. */
function saysMore(text: string, question: string): boolean {
  const asked = new Set(wordsOf(question))
  return wordsOf(text).some((word) => !isStopWord(word) && !asked.has(word))
}

const HEDGE = /^(?:approximately|exactly|about) /

/** An answer converted to the requested unit; null if it cannot be converted. */
function inUnit(answer: string, question: string): string | null {
  const unit = question.split(' ').at(-1) ?? ''
  return calculate(`${answer.replace(HEDGE, '')} in ${unit}`)?.answer ?? null
}
