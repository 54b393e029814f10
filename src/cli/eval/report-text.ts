import type { JudgedFigures, Report } from '../../evaluation/figures/report.ts'
import { type Section, sectionsOf } from '../../evaluation/report/sections.ts'
import { adviceOn, knownColumns, MISTAKES_TITLE, percent, totalCost } from '../../evaluation/report/words.ts'
import { cutTo, padTo, widthOf, wrap } from '../terminal/columns.ts'
import { counted } from '../terminal/figures.ts'
import { oneLine } from '../terminal/harmless.ts'
import type { Page } from '../terminal/page.ts'

/** The report as lines on a page, which cannot command a terminal; its headings are bold. */
export function reportLines(report: Report, { columns: most, style }: Page): string[] {
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
      [...wrap(agreed, most), '', ...sectionLines(first!, most)],
    ],
    ...others.map((one): [string, string[]] => [one.title, sectionLines(one, most)]),
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

function sectionLines({ text, rows = [], isShort }: Section, most: number): string[] {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : '')))
  return [...(text === undefined ? [] : wrap(text, most)), ...(isShort ? columns(cells, most) : [])]
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

/** Where less room is left for names, they stand above their figures. */
const NARROWEST_NAMES = 20

/** Rows as columns, without those that say nothing; on a narrow terminal names stand above their figures, and last columns that do not fit are left out. */
function columns(rows: string[][], most: number): string[] {
  const shown = knownColumns(rows).map((row) => row.map(oneLine))
  const widths = shown[0]!.map((_, column) => Math.max(...shown.map((row) => widthOf(row[column]!))))
  const room = () => most - widths.slice(1).reduce((sum, width) => sum + width + 2, 0)
  const isNarrow = room() < Math.min(widths[0]!, NARROWEST_NAMES)
  while (isNarrow && room() < 0) widths.pop()
  const names = Math.min(widths[0]!, isNarrow ? most : room())
  return shown.flatMap((row) => {
    const figures = widths.slice(1).map((width, place) => `  ${padTo(width, row[place + 1]!, 'left')}`)
    const [first = '', ...more] = wrap(row[0]!, names)
    const lines = isNarrow
      ? [first, ...more, figures.join('')]
      : [padTo(names, first) + figures.join(''), ...more]
    return lines.map((line) => line.trimEnd()).filter((line) => line !== '')
  })
}
