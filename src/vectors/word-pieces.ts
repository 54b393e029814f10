import { memoise } from '../utils/memoise.ts'

/** Splits text into word pieces, as row numbers. */
export type WordPieces = ReturnType<typeof createWordPieces>

interface Vocabulary {
  /** The pieces in row order; a piece that continues a word begins with ##. */
  pieces: string[]
  /** The number of rows, before those of the pieces, that characters outside the alphabet share by code point. */
  buckets: number
}

const CONTINUES = '##'
const ASCII = /^[\p{ASCII}]*$/u
const WORDS = /[\p{L}\p{N}]+|[\p{P}\p{S}]/gu
const REMEMBERED = { most: 20_000, longestText: 12 }
/** Some characters fold into eighteen; longer texts are read only up to here. */
const LONGEST_FOLDED = 100_000

/**
 * Words are runs of letters and digits, folded; each is cut greedily into the longest known pieces from the left. The
 * rules must match `models/embedding/training/wordpiece.py`, because the rows were trained with them.
 */
export function createWordPieces({ pieces, buckets }: Vocabulary) {
  const rows = new Map<string, number>()
  /** The longest piece that begins with a character, by its code point: at the start of a word, and inside it. */
  const longest = [new Map<number, number>(), new Map<number, number>()] as const
  for (const [index, piece] of pieces.entries()) {
    rows.set(piece, buckets + index)
    const start = piece.length > 2 && piece.startsWith(CONTINUES) ? CONTINUES.length : 0
    const lengths = longest[start === 0 ? 0 : 1]
    const opening = piece.codePointAt(start)!
    lengths.set(opening, Math.max(lengths.get(opening) ?? 0, piece.length - start))
  }

  function* cut(word: string): Generator<number, void> {
    for (let start = 0; start < word.length; ) {
      const mark = start === 0 ? '' : CONTINUES
      const character = word.codePointAt(start)!
      let end = Math.min(word.length, start + (longest[start === 0 ? 0 : 1].get(character) ?? 0))
      let row: number | undefined
      while (end > start) {
        row = rows.get(mark + word.slice(start, end))
        if (row !== undefined) break
        end--
      }
      if (row === undefined) {
        row = character % buckets
        end = start + String.fromCodePoint(character).length
      }
      yield row
      start = end
    }
  }

  const piecesOf = memoise((word) => [...cut(word)], REMEMBERED)

  return {
    /** Yields one piece at a time, so that a long text can be interrupted; always at least one. */
    *encode(text: string): Generator<number, void> {
      let some = false
      for (const [word] of fold(text).slice(0, LONGEST_FOLDED).matchAll(WORDS)) {
        some = true
        // A long word is cut as it is read, so that it can be left for a moment too.
        yield* word.length > REMEMBERED.longestText ? cut(word) : piecesOf(word)
      }
      // A text without words still has a vector.
      if (!some) yield 0
    },
  }
}

function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
