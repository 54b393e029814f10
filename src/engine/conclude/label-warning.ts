import { type Asked, nameableDocuments } from '../panel/asked.ts'

/** A label of a document, wherever it stands in a text. */
const LABEL = /(?<![\p{L}\p{N}])DOC\d{1,2}(?!\p{N})/gu

/** A warning that says which documents are meant where a text names them by the labels that only the panel knows. */
export function labelWarning(answer: string, asked: Pick<Asked, 'background'>): string | null {
  const found = new Set(answer.match(LABEL))
  const named = nameableDocuments(asked).filter(({ label }) => found.has(label))
  if (named.length === 0) return null
  const meanings = named.map(({ label, text }) => `${label} is “${text}”`)
  return `The answer names documents by their labels: ${meanings.join(', ')}.`
}
