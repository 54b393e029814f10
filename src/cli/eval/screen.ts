import { harmless } from '../terminal/harmless.ts'
import type { ReportLine } from './report-text.ts'

/** Where an evaluation writes to, and how it is stopped. */
export interface EvalTerminal {
  print(text: string): void
  /** Progress and what should be known, which is no part of the report. */
  tell(text: string): void
  /** Whether `tell` reaches a terminal on which a line can be written anew. */
  isInteractive: boolean
  /** How wide a line may be. */
  columns: number
  /** Whether printed text may be bold. */
  hasStyle: boolean
  signal: AbortSignal
}

/** A terminal that no text of a table, a file or a model can command. */
export interface Screen {
  printReport(lines: ReportLine[]): void
  tell(text: string): void
  /** Writes the line of progress anew, if that can be seen. */
  showProgress(line: string): void
  endProgress(): void
  columns: number
  signal: AbortSignal
}

/** The one place where an evaluation prints. */
export function screenOn({ print, tell, isInteractive, columns, hasStyle, signal }: EvalTerminal): Screen {
  const bold = (text: string) => `\u001b[1m${text}\u001b[22m`
  return {
    printReport(lines) {
      for (const { text, isHeading } of lines)
        print(`${isHeading && hasStyle ? bold(harmless(text)) : harmless(text)}\n`)
    },
    tell: (text) => tell(harmless(text)),
    showProgress(line) {
      if (isInteractive) tell(`\r\u001b[K${line}`)
    },
    endProgress() {
      if (isInteractive) tell('\n')
    },
    columns,
    signal,
  }
}
