import type { JudgedFigures, Report } from '../../evaluation/figures/report.ts'
import {
  adviceOn,
  knownColumns,
  MISTAKES_TITLE,
  percent,
  percentWithin,
  perThousand,
  pointsWithin,
  thresholds,
  totalCost,
} from '../../evaluation/report/words.ts'
import { counted } from '../terminal/figures.ts'
import { oneLine } from '../terminal/harmless.ts'
import { cutTo, padTo, widthOf } from '../terminal/width.ts'
import { wrap } from '../terminal/wrap.ts'

export interface ReportLine {
  text: string
  isHeading: boolean
}

/** The report as lines of at most so many columns, for a terminal. */
export function reportLines(report: Report, most: number): ReportLine[] {
  const { judged, members, name, questions } = report
  const compared =
    judged === null || judged.questions === questions
      ? ''
      : `, ${judged.questions} of them with a right answer`
  const pair = judged?.pairs[0]
  const sections = [
    section(`${name}: ${counted(questions, 'question')}${compared}, ${members.length} models`, [
      ...wrap(
        `All agree at once on ${percent(report.consensus)}; mean divergence ${report.divergence.toFixed(3)}; ${totalCost(report)}.`,
        most,
      ),
      '',
      ...columns(
        [
          ['', 'right (95%)', '$/1,000', 'answered'],
          ...members.map(({ member, accuracy, costUsd, answered }) => [
            member,
            accuracy === null ? '–' : percentWithin(accuracy),
            perThousand(costUsd),
            String(answered),
          ]),
          ...(pair
            ? [
                [
                  `pair ${pair.members.join(' + ')}`,
                  percentWithin(pair.accuracy),
                  perThousand(pair.costUsd),
                  '',
                ],
              ]
            : []),
          ...(judged
            ? [['the panel', percentWithin(judged.panel), perThousand(report.costUsd), String(questions)]]
            : []),
        ],
        most,
      ),
    ]),
    ...(judged === null ? [] : judgedSections(judged, most)),
    section(
      'Which models to pay for',
      adviceOn(report).flatMap((sentence) => wrap(oneLine(sentence), most)),
    ),
  ]
  return sections.flatMap(({ title, lines }, place) => [
    ...(place === 0 ? [] : [plain('')]),
    ...wrap(oneLine(title), most).map((text) => ({ text, isHeading: true })),
    ...lines.map(plain),
  ])
}

/** A line as it is. */
export function plain(text: string): ReportLine {
  return { text, isHeading: false }
}

interface Section {
  title: string
  lines: string[]
}

function section(title: string, lines: string[]): Section {
  return { title, lines }
}

function judgedSections(judged: JudgedFigures, most: number): Section[] {
  const { cheapFirst, dropped, mistakes, vote } = judged
  const all = [
    section(
      'Is the confidence honest?',
      wrap(
        `It is off by ${judged.calibrationError.toFixed(3)} on average (ECE); Brier score ${judged.brierScore.toFixed(3)}.`,
        most,
      ),
    ),
    section(
      'Asking cheap members first',
      cheapFirst.length === 0
        ? []
        : columns(
            [
              ['asked first', 'threshold', 'right', 'settled', '$/1,000', 'calls'],
              ...cheapFirst.map((one) => [
                one.first.join(' + '),
                thresholds(one),
                percent(one.accuracy.value),
                percent(one.settled),
                perThousand(one.costUsd),
                one.callsPerQuestion.toFixed(1),
              ]),
            ],
            most,
          ),
    ),
    section(
      'The vote of the first answers without a member',
      columns(
        [
          ['without', 'right', 'points (95%)', 'saves'],
          ['nobody', percent(vote), '', ''],
          ...dropped.map(({ member, accuracy, gain, saves }) => [
            member,
            percent(accuracy),
            pointsWithin(gain),
            percent(saves),
          ]),
        ],
        most,
      ),
    ),
    section(
      MISTAKES_TITLE,
      mistakes.flatMap(({ line, confidence, answer, gold, question }) => [
        cutTo(
          most,
          `line ${line}, ${confidence.toFixed(2)}: ${cutTo(20, oneLine(answer))} instead of ${oneLine(gold)}`,
        ),
        cutTo(most, `  ${oneLine(question)}`),
      ]),
    ),
  ]
  return all.filter(({ lines }) => lines.length > 0)
}

/** Where less room is left for names, they stand above their figures. */
const NARROWEST_NAMES = 20

/** Rows as columns, without those that say nothing; on a narrow terminal names stand above their figures, and last columns that do not fit are left out. */
export function columns(rows: string[][], most: number): string[] {
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
