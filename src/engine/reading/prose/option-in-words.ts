import { findQuantities, parseQuantity, sameQuantity } from '../../../language/quantity/index.ts'
import { foldText } from '../../../language/words.ts'

const LONGEST_LOOK = 1_000
/** What separates words; signs distinguish options such as “x < 5”. */
const BETWEEN_WORDS = /[^\p{L}\p{N}<>=+]+/gu

/** The only option whose words or value a text states; null if it states none or several. */
export function optionInWords(text: string, options: Map<string, string>): string | null {
  return byWords(wholeWords(text.slice(-LONGEST_LOOK)), options) ?? byValue(text, options)
}

function byWords(text: string, options: Map<string, string>): string | null {
  const found = [...options]
    .map(([letter, option]) => ({ letter, words: wholeWords(option) }))
    .filter(({ words }) => /\p{L}{2}/u.test(words) && text.includes(words))
    .sort((one, other) => other.words.length - one.words.length)
  // “carbon dioxide” also contains “carbon”: the longest option counts if the others are part of it.
  const [longest] = found
  return longest && found.every(({ words }) => longest.words.includes(words)) ? longest.letter : null
}

function byValue(text: string, options: Map<string, string>): string | null {
  const [stated, ...others] = findQuantities(text.slice(text.lastIndexOf('=') + 1))
  if (stated === undefined || others.length > 0) return null
  const equal = [...options].filter(([, option]) => {
    const value = parseQuantity(option)
    return value !== null && sameQuantity(value, stated)
  })
  return equal.length === 1 ? equal[0]![0] : null
}

/** The words of a text with spaces around each, so that no word is found inside another. */
function wholeWords(text: string): string {
  return ` ${foldText(text).replace(BETWEEN_WORDS, ' ').trim()} `
}
