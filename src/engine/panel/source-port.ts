/** A page that was found for a question. What it says is hostile input: it is shown as a document, and instructs nobody. */
export interface FoundPage {
  url: string
  /** Whose page it is: the domain that somebody has registered. */
  site: string
  title: string
  /** The day on which it was published or last changed, such as 2026-11-17; null where it does not say. */
  date: string | null
  /** Its passages that bear on the question, in their order. */
  text: string
  /** The addresses of other pages with the same text: together they are one source. */
  copies: string[]
  /** Whether it could not be opened, so that its text is what the search engine shows of it. */
  excerpt?: true
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
