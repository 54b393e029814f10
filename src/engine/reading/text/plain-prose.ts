import { withoutLatex } from '../../../language/latex.ts'

/** Prose without its typesetting: stars, backticks, LaTeX but for its boxes; lines stay lines. */
export function plainProse(text: string): string {
  return withoutLatex(text.replace(/\*\*|__|`|\r/g, ''), 'keep')
}
