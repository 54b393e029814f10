import { EMBEDDING_DIMENSIONS } from '../contract/limits.ts'
import { stableHash } from '../engine/stable-hash.ts'
import { foldText, isStopWord, stem, wordsOf } from '../engine/words.ts'
import type { Embedder, PairKind } from '../vectors/embedder.ts'

/** How much each kind of feature weighs: a word, a bare number or letter, a pair of neighbours, a piece of a word. */
const WEIGHTS = { stem: 1, bare: 0.4, pair: 0.35, piece: 0.3, stopWord: 0.12 }

/** On how many places a feature falls. */
const PLACES = 3

/** How many characters are embedded before other work gets its turn. */
const UNBROKEN_CHARACTERS = 20_000

/** The cosine at which two texts are even odds to be about the same, and how fast that turns. */
const CURVES: Record<PairKind, { middle: number; slope: number }> = {
  'question-statement': { middle: 0.3, slope: 18 },
  'question-question': { middle: 0.6, slope: 9 },
}

/**
 * Embeds by hashing: stems, neighbouring pairs and three- to five-letter pieces of words each fall on
 * three of 768 signed places. It knows no meaning, only shared words and parts of words, and needs no model file.
 */
export function createHashedEmbedder(): Embedder {
  return {
    name: 'stretto-hashed-2',
    async embed(texts) {
      const vectors: Float32Array[] = []
      let unbroken = 0
      for (const text of texts) {
        unbroken += text.length
        // A large batch lets other requests through between its texts.
        if (unbroken > UNBROKEN_CHARACTERS) {
          await new Promise((resolve) => setImmediate(resolve))
          unbroken = text.length
        }
        vectors.push(embedText(text))
      }
      return vectors
    },
    relevance(cosine, pair) {
      if (cosine >= 1 - 1e-6) return 1
      const { middle, slope } = CURVES[pair]
      return 1 / (1 + Math.exp(-slope * (cosine - middle)))
    },
  }
}

function embedText(text: string): Float32Array {
  const vector = new Float32Array(EMBEDDING_DIMENSIONS)
  const words = wordsOf(text)
  let previous = ''
  for (const word of words) {
    const stemmed = stem(word)
    if (isStopWord(word)) {
      add(vector, `stop ${word}`, WEIGHTS.stopWord)
      continue
    }
    // A bare number or letter stands in too many texts to say what one is about.
    add(vector, `stem ${stemmed}`, /\p{L}{2}/u.test(word) ? WEIGHTS.stem : WEIGHTS.bare)
    if (previous !== '') add(vector, `pair ${previous} ${stemmed}`, WEIGHTS.pair)
    previous = stemmed
    const pieces = hashedPieces(word)
    for (const piece of pieces) addHashed(vector, piece, WEIGHTS.piece / Math.sqrt(pieces.length))
  }
  // A text without any word still has a vector of its own.
  if (words.length === 0) add(vector, `text ${foldText(text)}`, 1)
  return normalise(vector)
}

/** Hashes of the pieces of words seen lately; most words of a text are common ones. */
const piecesByWord = new Map<string, number[]>()
const WORDS_REMEMBERED = 20_000
const LONGEST_REMEMBERED = 12

function hashedPieces(word: string): number[] {
  const known = piecesByWord.get(word)
  if (known !== undefined) return known
  const bounded = `<${word.slice(0, 40)}>`
  const pieces: number[] = []
  for (let size = 3; size <= 5; size++) {
    for (let start = 0; start + size <= bounded.length; start++) {
      pieces.push(stableHash(`piece ${bounded.slice(start, start + size)}`))
    }
  }
  // Longer words are seldom met again, and a piece of a text that long keeps the whole text in memory.
  if (word.length > LONGEST_REMEMBERED) return pieces
  if (piecesByWord.size >= WORDS_REMEMBERED) piecesByWord.clear()
  piecesByWord.set(word, pieces)
  return pieces
}

function add(vector: Float32Array, feature: string, weight: number): void {
  addHashed(vector, stableHash(feature), weight)
}

/**
 * Puts a feature on three places, each with a sign of its own: two features may well share one place, hardly all
 * three, so that a chance meeting never looks like a shared word.
 */
function addHashed(vector: Float32Array, hash: number, weight: number): void {
  let mixed = hash
  for (let copy = 0; copy < PLACES; copy++) {
    const place = mixed % EMBEDDING_DIMENSIONS
    vector[place] = vector[place]! + (mixed & 0x40000000 ? weight : -weight)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x9e3779b1) >>> 0
  }
}

function normalise(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return length === 0 ? vector : vector.map((value) => value / length)
}
