import { withoutLatex } from '../../../language/latex.ts'

/** Prose without formatting: asterisks, backticks, LaTeX except for its boxes; line breaks are kept. */
export function plainProse(text: string): string {
  return withoutLatex(text.replace(/\*\*|__|`|\r/g, ''), 'keep')
}
