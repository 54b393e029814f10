import { foldCase } from './fold-case.ts'

/**
 * A query in the one shape in which identical questions are equal: case, spacing and closing marks removed. What
 * could be mathematics stays: a superscript (10³ is not 103) and a factorial (5! is not 5).
 */
export function normaliseQuery(query: string): string {
  return foldCase(query.normalize('NFC').replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim()).replace(
    /(?<=\p{L})[\s?!.]+$|[\s?.]+$/u,
    '',
  )
}
