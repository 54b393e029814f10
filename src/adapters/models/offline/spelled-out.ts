import { isStopWord } from '../../../language/words.ts'

const WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+|\d+/gu
const LONGEST_TERM = 8

/** What an abbreviation stands for, if a text has consecutive words that begin with its letters; otherwise null. */
export function spelledOut(term: string, text: string): string | null {
  const letters = term.toLowerCase().replace(/[^\p{L}\d]/gu, '')
  if (letters.length < 2 || letters.length > LONGEST_TERM) return null
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index }))
  const telling = words.filter(({ word }) => !isStopWord(word.toLowerCase()))
  for (let first = 0; first + letters.length <= telling.length; first++) {
    const row = telling.slice(first, first + letters.length)
    if (row.every(({ word }, place) => word.toLowerCase().startsWith(letters[place]!)))
      return text.slice(row[0]!.index, row.at(-1)!.index + row.at(-1)!.word.length)
  }
  return null
}
