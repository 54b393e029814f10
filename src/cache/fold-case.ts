import { isStopWord } from '../engine/words.ts'

/**
 * A text without the capitals that carry no meaning. Short words keep theirs (mW is not MW, US is not us),
 * unless they open the text, hold the sentence together, or everything is shouted.
 */
export function foldCase(text: string): string {
  if (text === text.toUpperCase()) return text.toLowerCase()
  return text.replace(/(^\P{L}*)?(\p{L}+)/gu, (match, opening: string | undefined, word: string) => {
    const plain = isTitleCase(word) && (opening !== undefined || word.length === 3 || isFunctionWord(word))
    return word.length > LONGEST_UNIT || plain ? match.toLowerCase() : match
  })
}

/** Symbols of units have at most this many letters: mW, kPa, GHz. */
const LONGEST_UNIT = 3

function isTitleCase(word: string): boolean {
  return /^\p{Lu}\p{Ll}*$/u.test(word)
}

function isFunctionWord(word: string): boolean {
  return word.length === 1 ? /[ai]/i.test(word) : isStopWord(word.toLowerCase())
}
