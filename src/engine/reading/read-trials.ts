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
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]{0,80}$/u

/** Reads what to try; null where nothing can be read. */
export function readTrials(text: string, question: string): ListedTrials | null {
  const known = new Set(wordsIn(question))
  const isKnown = (word: string) => known.has(word)
  for (const fields of objectsIn(text)) {
    const language = languageOf(textOf(fields.get('language')).toLowerCase())
    if (language === null && fields.has('language')) return { language, called: '', trials: [] }
    const isWhole = textOf(fields.get('form')).toLowerCase() === 'stdin'
    const trials = listIn(fields.get('inputs')).flatMap((item) => {
      const input = property(item, 'input')
      if (language === null || typeof input !== 'string' || input.length > LONGEST_INPUT) return []
      const expected = textAt(item, 'expected')
      // What does not occur in the question is not stated there, whatever the reader says.
      const isStated =
        expected !== '' && valuesIn(input, isWhole).concat(valuesIn(expected, isWhole)).every(isKnown)
      return { trial: trialOf(language, input, isWhole), expected: isStated ? expected : null }
    })
    const called = textOf(fields.get('called'))
    if (trials.length > 0)
      return {
        language,
        called: NAME.test(called) && !isWhole ? called : '',
        trials: trials.slice(0, MOST_TRIALS),
      }
  }
  return null
}

function trialOf(language: CodeLanguage, input: string, isWhole: boolean): Trial {
  if (language === 'sql') return { kind: 'query', setup: input }
  return isWhole ? { kind: 'stdin', input } : { kind: 'call', expression: input }
}

const LITERAL = /"[^"]*"|'[^']*'|\d+(?:\.\d+)?/g

/** The numbers in an input and the words of its strings; all words where it is no code. */
function valuesIn(text: string, isPlain: boolean): string[] {
  return wordsIn(isPlain ? text : (text.match(LITERAL)?.join(' ') ?? ''))
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+|\d+(?:\.\d+)?/gu) ?? []
}
