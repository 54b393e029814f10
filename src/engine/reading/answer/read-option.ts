import { contentWords } from '../../../language/words.ts'
import { chosenOption } from '../prose/chosen-option.ts'
import type { Asked } from '../question/asked.ts'
import { pickedOption } from '../question/options.ts'

const LONGEST_STATEMENT = 200
/** An answer with at most this many words besides the option, the question and polite phrases says little else. */
const LITTLE_ELSE = 4
const MANNERS = new Set(contentWords('answer option choice correct right best final statement letter'))

/** The letter of the only option that an answer picks; null if it says more than that, or no options were offered. */
export function readOption(text: string, { query, options, severalThings }: Asked): string | null {
  if (options.size === 0) return null
  const picked = pickedOption(text, options)
  if (picked !== null || text.length > LONGEST_STATEMENT || severalThings) return picked
  const stated = chosenOption(text, options)
  const option = stated === null ? undefined : options.get(stated)
  if (option === undefined) return null
  const own = new Set(contentWords(option))
  const known = new Set([...own, ...contentWords(query), ...MANNERS])
  const rest = contentWords(text).filter((word) => !known.has(word) && word !== stated!.toLowerCase())
  return rest.length <= LITTLE_ELSE ? stated : null
}
