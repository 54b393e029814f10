/** Turns text into the numbers of its word pieces. */
export interface WordPieces {
  encode(text: string): number[]
}

interface Vocabulary {
  /** The pieces in the order of their rows; one that continues a word begins with ##. */
  pieces: string[]
  /** How many rows, before those of the pieces, the characters outside the alphabet share by code point. */
  buckets: number
  /** No piece has more characters. */
  longestPiece: number
}

const CONTINUES = '##'
const ASCII = /^[\p{ASCII}]*$/u
const WORDS = /[\p{L}\p{N}]+|[\p{P}\p{S}]/gu
const WORDS_REMEMBERED = 20_000

/**
 * Words are runs of letters and digits, folded; each is cut into the longest pieces known, from the left. The rules
 * are those of `models/embedding/training/wordpiece.py`: a table is only as good as the rows it was trained with.
 */
export function createWordPieces({ pieces, buckets, longestPiece }: Vocabulary): WordPieces {
  const rows = new Map(pieces.map((piece, index) => [piece, buckets + index]))
  const remembered = new Map<string, number[]>()

  function encodeWord(word: string): number[] {
    const known = remembered.get(word)
    if (known !== undefined) return known
    const encoded: number[] = []
    for (let start = 0; start < word.length; ) {
      const mark = start === 0 ? '' : CONTINUES
      let end = Math.min(word.length, start + longestPiece)
      let row: number | undefined
      while (end > start) {
        row = rows.get(mark + word.slice(start, end))
        if (row !== undefined) break
        end--
      }
      if (row === undefined) {
        const character = word.codePointAt(start)!
        row = character % buckets
        end = start + String.fromCodePoint(character).length
      }
      encoded.push(row)
      start = end
    }
    // A longer word is seldom met again.
    if (word.length > longestPiece) return encoded
    if (remembered.size >= WORDS_REMEMBERED) remembered.clear()
    remembered.set(word, encoded)
    return encoded
  }

  return {
    encode(text) {
      const encoded: number[] = []
      for (const [word] of fold(text).matchAll(WORDS)) {
        for (const row of encodeWord(word)) encoded.push(row)
      }
      // A text without any word still has a vector.
      return encoded.length === 0 ? [0] : encoded
    },
  }
}

/** One shape for compatibility forms, accents and case. */
function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
