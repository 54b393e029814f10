import { stableHash } from '../../../utils/stable-hash.ts'
import { isDeclining } from '../../reading/text/declining.ts'
import { optionsOf } from '../../relation/options.ts'
import { type Bag, bagOf, bagOfRuns } from './bags.ts'
import { bareCode, borrowedNames, fencedCode, unbalancedIn } from './code-in-text.ts'
import { endOf, type TextEnd } from './text-end.ts'

/** A text in the form in which it is compared with the others. */
export interface ReadText {
  length: number
  words: Bag
  /** The words that say something: neither short words nor, for `fresh`, words of the question. */
  fresh: Bag
  echoed: Bag
  /** Runs of two and three words. */
  pairs: Bag
  triples: Bag
  /** Runs of four characters. */
  letters: Bag
  /** The tokens of its code, the author's own names replaced by one sign, and pairs of tokens as they were written. */
  codeTokens: Bag
  codePairs: Bag
  code: CodeSigns
  /** The share of characters that are common in code and rare in prose. */
  symbols: number
  isEmpty: boolean
  isRefusal: boolean
  hasOpenFence: boolean
  end: TextEnd
  /** The part that is embedded. */
  opening: string
}

/** Signs of whether a code works. */
export interface CodeSigns {
  unbalanced: number
  borrowed: Set<string>
  /** Whether it gives anything back. */
  returns: boolean
  /** Whether Markdown has damaged its names: my\_name. */
  isEscaped: boolean
}

/** What a question gives to the texts that answer it. */
export interface Given {
  words: Set<number>
  triples: Set<number>
  names: Set<string>
  /** Whether it offers options to choose from. */
  hasOptions: boolean
}

// Chinese, Japanese and Thai are written without spaces: each character counts as a word.
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+/gu
const TOKEN = new RegExp(`${WORD.source}|[^\\s\\p{L}\\p{M}\\p{N}_]`, 'gu')
const NAME = /^[\p{L}_]/u
const SHORT = /^[a-z_]{1,3}$/
const SYMBOL = /[=(){}[\]<>;+*/\\_|&]/g
/** Longer texts are compared by their beginning. */
const LONGEST_READ = 6_000
const LEAST_SYMBOLS = 0.01
const LONGEST_LETTERS = 3_000
const LONGEST_EMBEDDED = 2_000
const OWN_NAME = stableHash('name')

/** Reads what a question gives. */
export function readGiven(query: string): Given {
  const tokens = wordsOf(query.slice(0, LONGEST_READ))
  const words = tokens.map(stableHash)
  return {
    words: new Set(words),
    triples: new Set(bagOfRuns(words, 3)),
    names: new Set(tokens),
    hasOptions: optionsOf(query).size > 0,
  }
}

/** Reads a text written to a question. */
export function readText(text: string, given: Given): ReadText {
  const whole = text.trim()
  const read = whole.slice(0, LONGEST_READ)
  const tokens = wordsOf(read)
  const words = tokens.map(stableHash)
  const telling = words.filter((_, place) => !SHORT.test(tokens[place]!))
  const symbols = (read.match(SYMBOL)?.length ?? 0) / Math.max(1, read.replace(/\s+/g, '').length)
  const fenced = fencedCode(read)
  // Prose without a block of code is not read as code.
  const code = symbols < LEAST_SYMBOLS && fenced.code === read ? '' : bareCode(fenced.code)
  const codeTokens = code.toLowerCase().match(TOKEN) ?? []
  const codeHashes = codeTokens.map(stableHash)
  const isOwn = (hash: number, place: number) => NAME.test(codeTokens[place]!) && !given.words.has(hash)
  const isOpen = whole.length > read.length ? fencedCode(whole).isOpen : fenced.isOpen
  return {
    length: whole.length,
    words: bagOf(words),
    fresh: bagOf(telling.filter((hash) => !given.words.has(hash))),
    echoed: bagOf(telling.filter((hash) => given.words.has(hash))),
    pairs: bagOfRuns(words, 2),
    triples: bagOfRuns(words, 3),
    letters: bagOfRuns(charactersOf(read.slice(0, LONGEST_LETTERS)), 4),
    codeTokens: bagOf(codeHashes.map((hash, place) => (isOwn(hash, place) ? OWN_NAME : hash))),
    codePairs: bagOfRuns(codeHashes, 2),
    code: {
      unbalanced: unbalancedIn(code),
      borrowed: borrowedNames(code),
      returns: /\breturn\b/.test(code),
      isEscaped: /\w\\_\w/.test(read),
    },
    symbols,
    isEmpty: words.length === 0,
    isRefusal: isDeclining(whole),
    hasOpenFence: isOpen,
    end: endOf(whole),
    opening: read.slice(0, LONGEST_EMBEDDED),
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

function charactersOf(text: string): Uint32Array {
  const plain = text.toLowerCase().replace(/\s+/g, ' ')
  const codes = new Uint32Array(plain.length)
  for (let place = 0; place < plain.length; place++) codes[place] = plain.charCodeAt(place)
  return codes
}
