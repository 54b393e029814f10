/** What the doctor found about one part. */
export interface Finding {
  /** note: it works, but something should be changed. */
  state: 'good' | 'note' | 'bad'
  /** In a sentence: what is so and, if it is bad, what to do. */
  text: string
  details?: string[]
}

/** A finding that nothing needs to be done about. */
export const good = (text: string, details?: string[]): Finding => finding('good', text, details)
/** A finding that works, but should be changed. */
export const note = (text: string, details?: string[]): Finding => finding('note', text, details)
/** A finding that something has to be done about. */
export const bad = (text: string, details?: string[]): Finding => finding('bad', text, details)

function finding(state: Finding['state'], text: string, details: string[] = []): Finding {
  return details.length === 0 ? { state, text } : { state, text, details }
}
