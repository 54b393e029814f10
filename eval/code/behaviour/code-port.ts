/** Languages whose drafts can be run. */
export type CodeLanguage = 'python' | 'javascript' | 'sql' // TypeScript is run as JavaScript, its types stripped

/** One thing to try on a program. */
export type Trial =
  | { kind: 'call'; expression: string } // an expression in the language, evaluated after the program was loaded; its value is the outcome
  | { kind: 'stdin'; input: string } // the program is run as a whole with this standard input; what it prints is the outcome
  | { kind: 'query'; setup: string } // SQL: the program is run on a fresh database made by these statements; the rows of its last statement are the outcome

/** What became of a trial. */
export type TrialOutcome =
  | { kind: 'value'; value: string } // canonical JSON-like text of the value, or printed output, or rows
  | { kind: 'raised'; error: string } // the type of the exception, such as IndexError
  | { kind: 'stopped'; why: 'time' | 'memory' | 'output' }

export interface ProgramRun {
  outcomes: TrialOutcome[]
  /** Why the program could not be loaded at all; then outcomes is empty. */
  problem: string | null
}
