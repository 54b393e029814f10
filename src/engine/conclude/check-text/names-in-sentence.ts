import { WEEKDAYS } from '../../../language/calendar-words.ts'
import { foldText, isStopWord } from '../../../language/words.ts'

const CAPITALISED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu
/** What stands between the words of one name: “Bank of England”, “Anglo-Saxon”. */
const WITHIN_NAME = /^(?: |-| of (?:the )?)$/
/** After these a capital only says that something begins. */
const BEGINNING = /(?:[.:;!?…–—“”"'‘’([{/]\s*|\s-\s)$/u
const LONGEST_BREAK = 4
/** A row of capitals longer than this is emphasis, not an abbreviation. */
const LONGEST_ABBREVIATION = 5
/** “Tuesday to Friday” includes Thursday without naming it. */
const NO_NAMES = new Set(['am', 'pm', ...WEEKDAYS, ...WEEKDAYS.map((day) => `${day}s`)])

/** The names in a sentence, each as its words; a single word that opens a sentence is not known to be one. */
export function namesIn(sentence: string): string[][] {
  const names: Array<{ words: string[]; opens: boolean }> = []
  let end: number | null = null
  for (const { 0: written, index } of sentence.matchAll(CAPITALISED)) {
    if (!isName(written)) continue
    const continues = end !== null && WITHIN_NAME.test(sentence.slice(end, index))
    const opens = index === 0 || BEGINNING.test(sentence.slice(Math.max(0, index - LONGEST_BREAK), index))
    if (continues) names.at(-1)!.words.push(written)
    else names.push({ words: [written], opens })
    end = index + written.length
  }
  return names.filter(({ words, opens }) => !opens || words.length > 1).map(({ words }) => words)
}

/** Whether every word that has a meaning of its own begins with a capital, so that capitals do not tell a name. */
export function isTitle(line: string): boolean {
  const words = line.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.every((word) => isStopWord(foldText(word)) || !/^\p{Ll}/u.test(word))
}

function isName(written: string): boolean {
  const word = foldText(written)
  if (word.length < 2 || isStopWord(word) || NO_NAMES.has(word)) return false
  return written !== written.toUpperCase() || written.length <= LONGEST_ABBREVIATION
}
