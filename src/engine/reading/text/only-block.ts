const LONGEST_INTRODUCTION = 300
const FENCE = /^(?:```|~~~).*$/gm

/**
 * The only fenced block of a text that consists of it, an introduction such as “Here is the function:”, and what is said
 * about it afterwards; null for any other text, such as a document that contains code.
 */
export function onlyBlock(text: string): { block: string; after: string } | null {
  const [opening, closing, ...more] = text.matchAll(FENCE)
  if (opening === undefined || closing === undefined || more.length > 0) return null
  const before = text.slice(0, opening.index).trim()
  const isIntroduction = before.length <= LONGEST_INTRODUCTION && /^(?:[^\n#|]*[:：])?$/.test(before)
  if (!isIntroduction) return null
  const end = closing.index + closing[0].length
  return { block: text.slice(opening.index, end), after: text.slice(end).trim() }
}
