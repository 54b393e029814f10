const LONGEST_INTRODUCTION = 300
const FENCE = /^(?:```|~~~).*$/gm

/**
 * The only fenced block of a text that consists of it, an introduction such as “Here is the function:”, and what is said
 * about it afterwards; null for any other text, such as a document that contains code.
 */
export function onlyBlock(text: string): { block: string; after: string } | null {
  const [opening, closing, ...more] = text.matchAll(FENCE)
  if (opening === undefined || closing === undefined || more.length > 0) return null
  if (!closes(closing[0], opening[0])) return null
  const before = text.slice(0, opening.index).trim()
  const isIntroduction = before.length <= LONGEST_INTRODUCTION && /^(?:[^\n#|]*[:：])?$/.test(before)
  if (!isIntroduction) return null
  const end = closing.index + closing[0].length
  return { block: text.slice(opening.index, end), after: text.slice(end).trim() }
}

/** Whether a line ends a block: it has the sign of the line that began it, and no language. */
function closes(closing: string, opening: string): boolean {
  return closing.trim() === opening.slice(0, 3)
}
