const PART = /"(?:[^"\\]|\\[\s\S])*"?|[()]/g

/** Whether an outcome is the one that a question states: questions do not tell lists from tuples, nor what is printed from a text. */
export function passes(outcome: string, expected: string): boolean {
  const asWritten = (text: string) => text.replace(PART, (part) => ({ '(': '[', ')': ']' })[part] ?? part)
  return asWritten(outcome.replace(/^prints (?=")/, '')) === asWritten(expected)
}
