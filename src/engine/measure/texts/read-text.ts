import { stableHash } from '../../../utils/stable-hash.ts'
import { isDeclining } from '../../reading/prose/declining.ts'
import { optionsOf } from '../../reading/question/options.ts'
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
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu
const NAME = /^[\p{L}_]/u
const WORD = /^[\p{L}\p{N}_]/u
const TELLING = /^\p{N}|[^\p{ASCII}]|^.{4}/u
const SYMBOL = /[=(){}[\]<>;+*/\\_|&]/g
/** Longer texts are compared by their beginning. */
const LONGEST_READ = 20_000
const LONGEST_LETTERS = 4_000
const LONGEST_EMBEDDED = 2_000
const OWN_NAME = stableHash('name')

/** Reads what a question gives. */
export function readGiven(query: string): Given {
  const tokens = tokensOf(query.slice(0, LONGEST_READ)).filter(isWord)
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
  const tokens = tokensOf(read).filter(isWord)
  const words = tokens.map(stableHash)
  const telling = words.filter((_, place) => TELLING.test(tokens[place]!))
  const fenced = fencedCode(read)
  const code = bareCode(fenced.code)
  const codeTokens = tokensOf(code)
  const codeHashes = codeTokens.map(stableHash)
  const isOwn = (hash: number, place: number) => NAME.test(codeTokens[place]!) && !given.words.has(hash)
  const letters = Uint32Array.from(read.slice(0, LONGEST_LETTERS).toLowerCase().replace(/\s+/g, ' '), codeOf)
  const isOpen = whole.length > read.length ? fencedCode(whole).isOpen : fenced.isOpen
  return {
    length: whole.length,
    words: bagOf(words),
    fresh: bagOf(telling.filter((hash) => !given.words.has(hash))),
    echoed: bagOf(telling.filter((hash) => given.words.has(hash))),
    pairs: bagOfRuns(words, 2),
    triples: bagOfRuns(words, 3),
    letters: bagOfRuns(letters, 4),
    codeTokens: bagOf(codeHashes.map((hash, place) => (isOwn(hash, place) ? OWN_NAME : hash))),
    codePairs: bagOfRuns(codeHashes, 2),
    code: {
      unbalanced: unbalancedIn(code),
      borrowed: borrowedNames(code),
      returns: /\breturn\b/.test(code),
      isEscaped: /\w\\_\w/.test(read),
    },
    symbols: (read.match(SYMBOL)?.length ?? 0) / Math.max(1, read.replace(/\s+/g, '').length),
    isEmpty: words.length === 0,
    isRefusal: isDeclining(whole),
    hasOpenFence: isOpen,
    end: endOf(whole),
    opening: read.slice(0, LONGEST_EMBEDDED),
  }
}

function tokensOf(text: string): string[] {
  return text.toLowerCase().match(TOKEN) ?? []
}

function isWord(token: string): boolean {
  return WORD.test(token)
}

function codeOf(character: string): number {
  return character.codePointAt(0)!
}
