import type { Asked, Document } from './asked.ts'

/** The label of a document by its place; claims and reasons have labels of one letter, such as D1. */
export function documentLabel(place: number): string {
  return `DOC${place + 1}`
}

/** The documents of a question as something that a model can name, by label or title. */
export function nameableDocuments({
  background,
}: Pick<Asked, 'background'>): Array<{ label: string; text: string }> {
  return (background?.documents ?? []).map(({ title }: Document, place) => ({
    label: documentLabel(place),
    text: title,
  }))
}

/** Whether a question comes with documents. */
export function hasDocuments({ background }: Pick<Asked, 'background'>): boolean {
  return (background?.documents.length ?? 0) > 0
}
