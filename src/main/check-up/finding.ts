/** What the doctor found about one part. */
export interface Finding {
  /** note: it works, but something should be changed. */
  state: 'good' | 'note' | 'bad'
  /** In a sentence: what is so and, if it is bad, what to do. */
  text: string
  details: string[]
}

/** A finding that nothing needs to be done about. */
export const good = (text: string, details: string[] = []): Finding => ({ state: 'good', text, details })
/** A finding that works, but should be changed. */
export const note = (text: string): Finding => ({ state: 'note', text, details: [] })
/** A finding that something has to be done about. */
export const bad = (text: string, details: string[] = []): Finding => ({ state: 'bad', text, details })
