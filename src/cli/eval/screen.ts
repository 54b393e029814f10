import type { Report } from '../../evaluation/figures/report.ts'
import type { Progress } from '../../evaluation/live/ask-all.ts'
import { cutTo } from '../terminal/columns.ts'
import { dollars } from '../terminal/figures.ts'
import { harmless } from '../terminal/harmless.ts'
import type { Page } from '../terminal/page.ts'
import { reportLines } from './report-text.ts'

/** Where an evaluation writes to, and how it is stopped. */
export interface EvalTerminal extends Page {
  print(text: string): void
  /** Progress and what should be known, which is no part of the report. */
  tell(text: string): void
  /** Whether `tell` reaches a terminal on which a line can be written anew. */
  isInteractive: boolean
  signal: AbortSignal
}

/** A terminal that no text of a table, a file or a model can command. */
export type Screen = ReturnType<typeof screenOn>

/** The one place where an evaluation prints. */
export function screenOn({ print, tell, isInteractive, columns, style, signal }: EvalTerminal) {
  return {
    /** Prints a report, whose lines are harmless, and what is to be said after it. */
    printReport(report: Report, after: string[]) {
      for (const line of [...reportLines(report, { columns, style }), ...after.map(harmless)])
        print(`${line}\n`)
    },
    tell: (text: string) => tell(harmless(text)),
    showProgress(line: string) {
      if (isInteractive) tell(`\r\u001b[K${line}`)
    },
    endProgress() {
      if (isInteractive) tell('\n')
    },
    columns,
    signal,
  }
}

const WIDEST_BAR = 24

/** A progress bar on one line: how far, how fast, what it has cost and how long it may take. */
export function progressLine(
  { done, all, answeredNow, spentUsd }: Progress,
  { elapsedMs, columns }: { elapsedMs: number; columns: number },
): string {
  const perMinute = elapsedMs > 0 ? (answeredNow * 60_000) / elapsedMs : 0
  const left = perMinute > 0 ? timeLeft((all - done) / perMinute) : ''
  const cost = spentUsd === null ? 'price unknown' : dollars(spentUsd)
  const text = ` ${done}/${all}  ${perMinute.toFixed(0)}/min  ${cost}${left}`
  // The last column stays free: some terminals break the line there.
  const width = Math.max(0, Math.min(WIDEST_BAR, columns - text.length - 1))
  const filled = Math.round((width * done) / Math.max(1, all))
  return cutTo(columns - 1, '█'.repeat(filled) + '░'.repeat(width - filled) + text)
}

function timeLeft(minutes: number): string {
  if (minutes < 1) return `  ${Math.ceil(60 * minutes)} s left`
  return minutes < 90 ? `  ${Math.ceil(minutes)} min left` : `  ${(minutes / 60).toFixed(1)} h left`
}
