import { foldText, isStopWord } from '../../language/words.ts'
import { stableHash } from '../../utils/stable-hash.ts'
import { optionsOf } from '../reading/relate.ts'
import { isDeclining } from '../reading/reply-text.ts'

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
  /** The share of characters that are common in code and rare in prose. */
  symbols: number
  isEmpty: boolean
  isRefusal: boolean
  hasOpenFence: boolean
  end: TextEnd
  /** The part that is embedded. */
  opening: string
}

/** What a question gives to the texts that answer it. */
export interface GivenByQuestion {
  words: Set<number>
  triples: Set<number>
  /** Whether it offers options to choose from. */
  hasOptions: boolean
}

// Chinese, Japanese and Thai are written without spaces: each character counts as a word.
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+/gu
const TOKEN = new RegExp(`${WORD.source}|[^\\s\\p{L}\\p{M}\\p{N}_]`, 'gu')
const NAME_BEGINS = /^[\p{L}_]/u
const SHORT = /^[a-z_]{1,3}$/
const SYMBOL = /[=(){}[\]<>;+*/\\_|&]/g
/** Longer texts are compared by their beginning. */
const LONGEST_READ = 6_000
const LEAST_SYMBOLS = 0.01
const LONGEST_LETTERS = 3_000
const LONGEST_EMBEDDED = 2_000
const OWN_NAME = stableHash('name')

/** Reads what a question gives. */
export function readGiven(query: string): GivenByQuestion {
  const tokens = wordsOf(query.slice(0, LONGEST_READ))
  const words = tokens.map(stableHash)
  return {
    words: new Set(words),
    triples: new Set(bagOfRuns(words, 3)),
    hasOptions: optionsOf(query).size > 0,
  }
}

/** Reads a text written to a question. */
export function readText(text: string, given: GivenByQuestion): ReadText {
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
  const isOwn = (hash: number, place: number) =>
    NAME_BEGINS.test(codeTokens[place]!) && !given.words.has(hash)
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

/**
 * How a text ends: as a finished sentence or block does, in the middle of a phrase, or in between, as headings, lists,
 * verse and also texts that were cut off between two words do.
 */
export type TextEnd = 'finished' | 'mid-phrase' | 'open' | 'other'

const FINISHED = /(?:[.!?…。！？؟।]["'”’»」』)\]*_]{0,4}|```)$/
const HANGING = /[,([{،、，]$/
const LAST_WORD = /(?<![\p{L}\p{N}])\p{Ll}{2,}$/u
const IN_MID_SENTENCE = /[\p{Ll}\p{Lo}]$/u
/** Shorter texts without a full stop are headings, titles and names. */
const SHORTEST_CUT = 200
const LONGEST_END = 40

/** How a text ends. */
export function endOf(text: string): TextEnd {
  const end = text.slice(-LONGEST_END)
  if (FINISHED.test(end)) return 'finished'
  if (text.length < SHORTEST_CUT) return 'other'
  // An English function word, such as “the” or “of”, needs another word after it.
  const [word] = LAST_WORD.exec(end) ?? []
  if (HANGING.test(end) || (word !== undefined && isStopWord(foldText(word)))) return 'mid-phrase'
  return IN_MID_SENTENCE.test(end) ? 'open' : 'other'
}

const FENCE = /^[ \t]*(?:```|~~~)/
const DOCUMENTATION = /("""|''')[\s\S]*?(?:\1|$)|\/\*[\s\S]*?(?:\*\/|$)/g
const COMMENT = /(^|\s)(?:#(?!include|!)|\/\/|-- )[^\n]*/g

/** The code of a text: what is inside its fences, or all of it if it has none; and whether the last fence is still open. */
export function fencedCode(text: string): { code: string; isOpen: boolean } {
  const inside: string[] = []
  let [isOpen, fences] = [false, 0]
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) {
      isOpen = !isOpen
      fences++
    } else if (isOpen) inside.push(line)
  }
  return { code: fences === 0 ? text : inside.join('\n'), isOpen }
}

/** A code without its comments and documentation, which every author words differently. */
export function bareCode(code: string): string {
  return code.replace(DOCUMENTATION, '').replace(COMMENT, '$1')
}

/** A multiset of things, such as words or pairs of words: their hashes in ascending order, repeated as often as they occur. */
export type Bag = Uint32Array

/** The hashes of runs of `length` neighbours as a bag. */
export function bagOfRuns(hashes: ArrayLike<number>, length: number): Bag {
  const runs = new Uint32Array(Math.max(0, hashes.length - length + 1))
  for (let start = 0; start < runs.length; start++) {
    let hash = 0
    for (let place = 0; place < length; place++) hash = mix(hash, hashes[start + place]!)
    runs[start] = hash
  }
  return runs.sort()
}

/** A bag of hashes without their order. */
export function bagOf(hashes: Iterable<number>): Bag {
  return Uint32Array.from(hashes).sort()
}

/** The number of things that two bags have in common. */
export function sharedBy(left: Bag, right: Bag): number {
  let shared = 0
  let [one, other] = [0, 0]
  while (one < left.length && other < right.length) {
    const difference = left[one]! - right[other]!
    if (difference === 0) shared++
    if (difference <= 0) one++
    if (difference >= 0) other++
  }
  return shared
}

/** A bag with every thing once. */
export function distinctOf(bag: Bag): Bag {
  return bag.filter((hash, place) => place === 0 || hash !== bag[place - 1])
}

function mix(hash: number, next: number): number {
  const mixed = Math.imul(hash ^ next, 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
