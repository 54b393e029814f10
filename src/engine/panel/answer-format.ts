/** The form that the final text must have: JSON that satisfies what the caller asked for. */
export interface AnswerFormat {
  /** What is wrong with a text; empty when it satisfies the format. */
  problemsOf: (text: string) => string[]
}
