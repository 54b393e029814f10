import type { JudgedFigures, Report } from '../../evaluation/figures/report.ts'
import type { Progress } from '../../evaluation/live/ask-all.ts'
import { type Section, sectionsOf } from '../../evaluation/report/sections.ts'
import { adviceOn, knownColumns, MISTAKES_TITLE, percent, totalCost } from '../../evaluation/report/words.ts'
import { cutTo, wrap } from '../terminal/columns.ts'
import { counted, dollars } from '../terminal/figures.ts'
import { harmless, oneLine } from '../terminal/harmless.ts'
import type { Page } from '../terminal/page.ts'
import { tableLines } from '../terminal/table.ts'

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

/** The report as lines on a page, which cannot command a terminal; its headings are bold. */
function reportLines(report: Report, page: Page): string[] {
  const { columns: most, style } = page
  const { judged, members, name, questions } = report
  const compared =
    judged === null || judged.questions === questions
      ? ''
      : `, ${judged.questions} of them with a right answer`
  const [first, ...others] = sectionsOf(report)
  const agreed = `All agree at once on ${percent(report.consensus)}; mean divergence ${report.divergence.toFixed(3)}; ${totalCost(report)}.`
  const sections: Array<[title: string, lines: string[]]> = [
    [
      `${name}: ${counted(questions, 'question')}${compared}, ${members.length} models`,
      [...wrap(agreed, most), '', ...sectionLines(first!, page)],
    ],
    ...others.map((one): [string, string[]] => [one.title, sectionLines(one, page)]),
    [MISTAKES_TITLE, judged === null ? [] : mistakeLines(judged, most)],
    ['Which models to pay for', adviceOn(report).flatMap((sentence) => wrap(oneLine(sentence), most))],
  ]
  return sections
    .filter(([, lines]) => lines.length > 0)
    .flatMap(([title, lines], place) => [
      ...(place === 0 ? [] : ['']),
      ...wrap(oneLine(title), most).map((line) => style('bold', line)),
      ...lines,
    ])
}

function sectionLines({ text, rows = [], isShort }: Section, page: Page): string[] {
  const [header = [], ...others] = knownColumns(rows.map((row) => row.map(oneLine)))
  const isRight = header.map((_, place) => place > 0)
  return [
    ...(text === undefined ? [] : wrap(text, page.columns)),
    ...(isShort ? tableLines({ header, rows: others, isRight }, page) : []),
  ]
}

function mistakeLines({ mistakes }: JudgedFigures, most: number): string[] {
  return mistakes.flatMap(({ line, confidence, answer, gold, question }) => {
    const mistake = `${cutTo(20, oneLine(answer))} instead of ${oneLine(gold)}`
    return [
      cutTo(most, `line ${line}, ${confidence.toFixed(2)}: ${mistake}`),
      cutTo(most, `  ${oneLine(question)}`),
    ]
  })
}
