/** What was said before the question. */
export interface Turn {
  role: 'user' | 'assistant'
  text: string
}

/** A document that everybody sees. */
export interface Document {
  title: string
  text: string
}

/** What a question comes with, beside its own words. */
export interface Background {
  /** How the application that asks wants answers to be; null when it did not say. */
  instructions: string | null
  history: Turn[]
  documents: Document[]
}

/** The question, and what the caller said about it. */
export interface Asked {
  query: string
  /** One line on what a good answer is; null when the caller gave none. */
  criteria: string | null
  /** Absent when it comes with nothing. */
  background?: Background
}
