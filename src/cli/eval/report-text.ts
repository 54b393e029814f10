import type { JudgedFigures, Report } from '../../evaluation/figures/report.ts'
import { type Section, sectionsOf } from '../../evaluation/report/sections.ts'
import { adviceOn, knownColumns, MISTAKES_TITLE, percent, totalCost } from '../../evaluation/report/words.ts'
import { cutTo, wrap } from '../terminal/columns.ts'
import { counted } from '../terminal/figures.ts'
import { oneLine } from '../terminal/harmless.ts'
import type { Page } from '../terminal/page.ts'
import { tableLines } from '../terminal/table.ts'

/** The report as lines on a page, which cannot command a terminal; its headings are bold. */
export function reportLines(report: Report, page: Page): string[] {
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
