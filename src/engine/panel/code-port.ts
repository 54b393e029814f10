/** Languages whose programs can be run; TypeScript is run as JavaScript, its types stripped. */
export type CodeLanguage = 'python' | 'javascript' | 'sql'

/** One thing to try on a program. */
export type Trial =
  /** An expression in the language, evaluated once the program is loaded: its value is the outcome. */
  | { kind: 'call'; expression: string }
  /** The program is run as a whole with this standard input: what it prints is the outcome. */
  | { kind: 'stdin'; input: string }
  /** The program is run on a fresh database made by these statements: the rows of its last query are the outcome. */
  | { kind: 'query'; setup: string }

/** What became of a trial: a value as text, the type of an exception, or why it was ended. */
export type TrialOutcome =
  | { kind: 'value'; value: string }
  | { kind: 'raised'; error: string }
  | { kind: 'stopped'; why: 'time' | 'memory' | 'output' }

export interface ProgramRun {
  outcomes: TrialOutcome[]
  /** Why the program could not be loaded at all; then outcomes is empty. */
  problem: string | null
}

/**
 * Runs programs of unknown origin; each program alone, on the trials in order. Never rejects for what a program does. Chance
 * and the clock are the same for all, and others in another turn.
 */
export type RunPrograms = (
  language: CodeLanguage,
  programs: string[],
  trials: Trial[],
  how: { signal: AbortSignal; turn: number },
) => Promise<ProgramRun[]>

export interface ProgramPort {
  run: RunPrograms
  /** Why programs in a language are not run; null where they are. */
  whyNot: (language: CodeLanguage) => string | null
}
