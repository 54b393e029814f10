import { findQuantities, parseQuantity, sameQuantity } from '../../../language/quantity/index.ts'
import { foldText } from '../../../language/words.ts'

const LONGEST_LOOK = 1_000

/** The one option whose own words or value a text states; null when it states those of none or of several. */
export function optionInWords(text: string, options: Map<string, string>): string | null {
  return byWords(comparable(text.slice(-LONGEST_LOOK)), options) ?? byValue(text, options)
}

function byWords(text: string, options: Map<string, string>): string | null {
  const found = [...options]
    .map(([letter, option]) => ({ letter, words: comparable(option) }))
    .filter(({ words }) => /\p{L}{2}/u.test(words) && includesWhole(text, words))
  // “carbon dioxide” also holds “carbon”: the longest counts, where the others are part of it.
  const longest = found.reduce(
    (one, other) => (other.words.length > one.words.length ? other : one),
    found[0]!,
  )
  if (longest === undefined) return null
  return found.every(({ words }) => includesWhole(longest.words, words)) ? longest.letter : null
}

function byValue(text: string, options: Map<string, string>): string | null {
  const result = /=\s*([^=\n]+?)[.\s]*$/.exec(text.slice(-200))?.[1] ?? text
  const [stated, ...others] = findQuantities(result)
  if (stated === undefined || others.length > 0) return null
  const equal = [...options].filter(([, option]) => {
    const value = parseQuantity(option)
    return value !== null && sameQuantity(value, stated)
  })
  return equal.length === 1 ? equal[0]![0] : null
}

function comparable(text: string): string {
  return foldText(text)
    .replace(/\\[a-z]+|[$*{}"“”'’`~]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.,;]$/, '')
}

/** Whether a text holds some words that do not begin or end within other words. */
function includesWhole(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + words.length] ?? ' ']
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}
