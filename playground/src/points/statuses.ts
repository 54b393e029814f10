export { STATUSES } from '../../../src/contract/trust-in-words.ts'

/** The words of a passage without the marks of Markdown for bold, italic and code. */
export function withoutMarks(quote: string): string {
  return quote.replace(/\*\*|__|`/g, '')
}
