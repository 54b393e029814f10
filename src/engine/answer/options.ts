import { foldText } from '../words.ts'

const OPTION = /(?:^|[\n;,]|\s{2,}|\s)\(?([A-P])[).:]\s+(.+?)(?=\s+\(?[A-P][).:]\s|[\n;]|$)/g

/** The lettered options a question offers, by letter; empty unless at least two follow in order from A. */
export function optionsOf(query: string): Map<string, string> {
  const options = new Map<string, string>()
  for (const match of query.matchAll(OPTION)) {
    const [, letter, text] = match
    if (letter === String.fromCharCode(65 + options.size))
      options.set(
        letter,
        foldText(text ?? '')
          .trim()
          .replace(/\.$/, ''),
      )
  }
  return options.size >= 2 ? options : new Map()
}

/** The letter an answer picks, by letter or by the option's own words; null when it picks none. */
export function pickedOption(answer: string, options: Map<string, string>): string | null {
  if (options.size === 0) return null
  const folded = foldText(answer).trim().replace(/\.$/, '')
  const worded = [...options].find(([, text]) => text === folded)?.[0]
  // “A dog” is the option of that name, not option A; a single letter is always a letter.
  if (worded !== undefined && folded.length > 1) return worded
  const letter = /^(?:option|choice)?\s*\(?([A-P])\)?(?=$|[\s.):,-])/i.exec(answer)?.[1]?.toUpperCase()
  if (letter !== undefined && options.has(letter) && !/^a\s+[a-z]/.test(answer)) return letter
  return worded ?? null
}
