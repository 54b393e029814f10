import { sharedBy } from './bags.ts'
import type { ReadText } from './read-text.ts'

/** A square table of how alike texts are in one respect, from 0 to 1. */
export type Table = number[][]

/** The parts in which texts are compared: those of prose, and those of code. */
export const PROSE_PARTS = ['words', 'pairs', 'triples', 'letters'] as const
export const CODE_PARTS = ['codeTokens', 'codePairs'] as const
const PARTS = [...PROSE_PARTS, ...CODE_PARTS]
export type Part = (typeof PARTS)[number]

/** How alike the texts of a panel are, two by two and part by part. */
export type Likeness = Record<Part, Table>

/** Compares every two texts of a panel in every part. */
export async function compareTexts(texts: ReadText[], pause: () => Promise<void>): Promise<Likeness> {
  const tables = Object.fromEntries(
    PARTS.map((part) => [part, texts.map(() => texts.map(() => 1))]),
  ) as Likeness
  for (const [row, left] of texts.entries()) {
    for (let column = 0; column < row; column++) {
      for (const part of PARTS) {
        const alike = likenessOf(left, texts[column]!, part)
        tables[part][row]![column] = alike
        tables[part][column]![row] = alike
      }
    }
    await pause()
  }
  return tables
}

/** The mean over some parts. */
export function meanTable(likeness: Likeness, parts: readonly Part[]): Table {
  return likeness[parts[0]!].map((row, index) =>
    row.map(
      (_, place) => parts.reduce((sum, part) => sum + likeness[part][index]![place]!, 0) / parts.length,
    ),
  )
}

/** The F-measure of what two texts share. Texts that are too short for such a part are compared by their words. */
function likenessOf(left: ReadText, right: ReadText, part: Part): number {
  const both = left[part].length + right[part].length
  if (both > 0) return (2 * sharedBy(left[part], right[part])) / both
  const words = left.words.length + right.words.length
  return words === 0 ? 1 : (2 * sharedBy(left.words, right.words)) / words
}
