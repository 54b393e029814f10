import type { CodeLanguage, Trial } from '../panel/code-port.ts'
import { languageOf } from './program-of.ts'
import { listIn, objectsIn, property, textAt, textOf } from './reply-fields.ts'

/** What a reader wants to be tried on the drafts. */
export interface ListedTrials {
  /** Null for what cannot be run alone. */
  language: CodeLanguage | null
  /** The function or class that is called; empty for a program that is run as a whole. */
  called: string
  /** With what the question says comes out, as it is written; null where it says nothing. */
  trials: Array<{ trial: Trial; expected: string | null }>
}

const MOST_TRIALS = 20
const LONGEST_INPUT = 4_000
/** What a call may be put into without saying more than the question. */
const WRAPPERS = ['sorted', 'list', 'new']
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]{0,80}$/u

/** Reads what to try, stated results first, so that no other input can change what they give; null where nothing can be read. */
export function readTrials(text: string, question: string): ListedTrials | null {
  for (const fields of objectsIn(text)) {
    const language = languageOf(textOf(fields.get('language')).toLowerCase())
    if (language === null && fields.has('language')) return { language, called: '', trials: [] }
    const isWhole = textOf(fields.get('form')).toLowerCase() === 'stdin'
    const named = textOf(fields.get('called'))
    const called = NAME.test(named) && !isWhole ? named : ''
    const isStated = statedIn(question, [...WRAPPERS, ...wordsIn(called)], language)
    const trials = listIn(fields.get('inputs')).flatMap((item) => {
      const input = property(item, 'input')
      if (language === null || typeof input !== 'string' || input.length > LONGEST_INPUT) return []
      const expected = textAt(item, 'expected')
      // Of the statements that make tables, the values.
      const values = language === 'sql' ? (input.match(LITERAL)?.join(' ') ?? '') : input
      return {
        trial: trialOf(language, input, isWhole),
        expected: isStated(values, expected) ? expected : null,
      }
    })
    const order = trials.toSorted(
      (one, other) => Number(one.expected === null) - Number(other.expected === null),
    )
    if (trials.length > 0) return { language, called, trials: order.slice(0, MOST_TRIALS) }
  }
  return null
}

/**
 * Whether a question states what comes out of an input, whatever a reader says: it has all words and numbers of both, lists
 * and texts of the input as a whole, and numbers alone in a row, such as those of “pow(2, 10)”.
 */
function statedIn(question: string, allowed: string[], language: CodeLanguage | null) {
  const known = new Set([...wordsIn(question), ...allowed])
  const [whole, bare] = [compact(question), withoutQuotes(compact(question))]
  const numbers = numbersIn(question)
  // A question may show a text without its quotes, but not an empty one.
  const isShown = (one: string) => {
    const text = withoutQuotes(one)
    return text === '' ? whole.includes(one) : bare.includes(text)
  }
  return (input: string, expected: string) => {
    const result = wordsIn(expected.replace(/^raises /, ''))
    const occurs = result.length > 0 || (expected !== '' && whole.includes(compact(expected)))
    const listed = input.match(LISTED) ?? []
    // Of tables, a question may show the rows in any form.
    const isInRow = listed.length > 0 || language === 'sql' || numbers.includes(numbersIn(input))
    const isWhole = isInRow && listed.map(compact).every(isShown)
    return occurs && isWhole && [...wordsIn(input), ...result].every((word) => known.has(word))
  }
}

/** The innermost lists and mappings, and texts in quotes. */
const LISTED = /\[[^[\]{}]*\]|\{[^[\]{}]*\}|"[^"]*"|'[^']*'/g

/** A text without white space, and with quotes of one form. */
function compact(text: string): string {
  return text.replace(/\s+/g, '').replaceAll("'", '"').toLowerCase()
}

function withoutQuotes(text: string): string {
  return text.replaceAll('"', '')
}

function numbersIn(text: string): string {
  return ` ${(text.match(NUMBER) ?? []).join(' ')} `.replace(/^ +$/, '')
}

function trialOf(language: CodeLanguage, input: string, isWhole: boolean): Trial {
  if (language === 'sql') return { kind: 'query', setup: input }
  return isWhole ? { kind: 'stdin', input } : { kind: 'call', expression: input }
}

const NUMBER = /\d+(?:\.\d+)?/g
const LITERAL = /"[^"]*"|'[^']*'|\d+(?:\.\d+)?/g

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+|\d+(?:\.\d+)?/gu) ?? []
}
