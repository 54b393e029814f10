import { type Asked, nameableDocuments } from '../panel/asked.ts'
import { citedDocuments } from '../reading/reply/cited-documents.ts'

/** A warning that says which documents are meant where a text names them by the labels that only the panel knows. */
export function labelWarning(answer: string, asked: Pick<Asked, 'background'>): string | null {
  const documents = nameableDocuments(asked)
  const named = citedDocuments(answer, documents.length).documents.map((place) => documents[place]!)
  if (named.length === 0) return null
  const meanings = named.map(({ label, text }) => `${label} is “${text}”`)
  return `The answer names documents by their labels: ${meanings.join(', ')}.`
}
