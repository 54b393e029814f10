import type { SearchedPage } from '../../../src/contract/search.ts'

/** What a page says of a sentence of the answer, or says otherwise. */
export interface PageReference {
  /** The number of the page wherever it is named. */
  number: number
  page: SearchedPage
  denies: boolean
  quote: string
}

/** The pages that say or deny something of the answer; their places, from 1 on, are their numbers. */
export function citedPages(pages: SearchedPage[]): SearchedPage[] {
  return pages.filter(({ citations, contradictions }) => citations.length + contradictions.length > 0)
}

/** What a page says of the answer, and then what it denies. */
export function statementsOn({ citations, contradictions }: SearchedPage) {
  return [
    ...citations.map((citation) => ({ ...citation, denies: false })),
    ...contradictions.map((citation) => ({ ...citation, denies: true })),
  ]
}

/** Where the sentences end of which pages say or deny something, each with these pages. */
export function sentencesOnPages(pages: SearchedPage[]): Array<{ end: number; references: PageReference[] }> {
  const references = citedPages(pages).flatMap((page, place) =>
    statementsOn(page).map(({ end, denies, quote }) => ({ end, number: place + 1, page, denies, quote })),
  )
  // A page that says it twice is named once.
  const named = new Map(references.map((one) => [[one.end, one.number, one.denies].join(), one]))
  const ends = [...new Set(references.map(({ end }) => end))]
  return ends.map((end) => ({ end, references: [...named.values()].filter((one) => one.end === end) }))
}
