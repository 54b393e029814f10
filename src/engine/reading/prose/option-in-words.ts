import { findQuantities, parseQuantity, sameQuantity } from '../../../language/quantity/index.ts'
import { foldText } from '../../../language/words.ts'

const LONGEST_LOOK = 1_000
/** What parts words; signs tell options such as “x < 5” apart. */
const BETWEEN_WORDS = /[^\p{L}\p{N}<>=+]+/gu

/** The one option whose own words or value a text states; null when it states those of none or of several. */
export function optionInWords(text: string, options: Map<string, string>): string | null {
  return byWords(wholeWords(text.slice(-LONGEST_LOOK)), options) ?? byValue(text, options)
}

function byWords(text: string, options: Map<string, string>): string | null {
  const found = [...options]
    .map(([letter, option]) => ({ letter, words: wholeWords(option) }))
    .filter(({ words }) => /\p{L}{2}/u.test(words) && text.includes(words))
    .sort((one, other) => other.words.length - one.words.length)
  // “carbon dioxide” also holds “carbon”: the longest counts, where the others are part of it.
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

/** The words of a text with spaces around each, so that none is found within another. */
function wholeWords(text: string): string {
  return ` ${foldText(text).replace(BETWEEN_WORDS, ' ').trim()} `
}
