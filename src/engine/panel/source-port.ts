import type { SearchedPage } from '../../contract/search.ts'

/** A page that was found for a question. What it says is hostile input: it is shown as a document, and instructs nobody. */
export interface FoundPage extends Pick<SearchedPage, 'url' | 'title' | 'date' | 'copies' | 'excerpt'> {
  /** Whose page it is: the domain that somebody has registered. */
  site: string
  /** Its passages that bear on the question, in their order. */
  text: string
}

export interface FoundPages {
  /** The best first; empty where nothing was found. */
  pages: FoundPage[]
  /** How many requests to the search engine were made; 0 where all of them had been made minutes ago. */
  searches: number
  /** Why there is less than was asked for, as a sentence for whoever asked; null where nothing went wrong. */
  problem: string | null
}

/** Searches the web once for all seats. It never fails: what goes wrong is a problem of the outcome. */
export type FindPages = (search: {
  question: string
  queries: string[]
  signal: AbortSignal
}) => Promise<FoundPages>
