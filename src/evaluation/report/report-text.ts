import type { Report } from '../figures/report.ts'
import { adviceOn, dollars, percent, percentWithin, perThousand, pointsWithin, thresholds } from './words.ts'

const WIDTH = 80

export interface ReportLine {
  text: string
  isHeading: boolean
}

/** The report as lines of at most 80 columns, for a terminal. */
export function reportLines(report: Report): ReportLine[] {
  const { judged, members } = report
  const lines: Array<string | ReportLine> = [
    heading(
      `${report.name}: ${report.questions} ${report.questions === 1 ? 'question' : 'questions'}, ${members.length} models`,
    ),
    ...(judged === null || judged.questions === report.questions
      ? []
      : [`${judged.questions} of them with a right answer to compare with`]),
    `all agree at once on ${percent(report.consensus)}; mean D ${report.divergence.toFixed(3)}; ${dollars(report.totalCostUsd)} in all`,
    '',
    ...columns([
      ['', 'right (95%)', '$ per 1,000', 'answered'],
      ...members.map(({ member, accuracy, costUsd, answered }) => [
        member,
        accuracy === null ? '–' : percentWithin(accuracy),
        perThousand(costUsd),
        String(answered),
      ]),
      ...(judged === null
        ? []
        : [
            [
              `pair ${judged.pairs[0]?.members.join(' + ')}`,
              percentWithin(judged.pairs[0]!.accuracy),
              perThousand(judged.pairs[0]!.costUsd),
              '',
            ],
            ['the panel', percentWithin(judged.panel), perThousand(report.costUsd), String(report.questions)],
          ]),
    ]),
  ]
  if (judged !== null) {
    lines.push(
      '',
      `confidence: ECE ${judged.calibrationError.toFixed(3)}, Brier ${judged.brierScore.toFixed(3)}`,
      '',
      heading('Cheap first'),
      ...columns([
        ['first', 'at', 'right', 'settled', 'calls', '$ per 1,000'],
        ...judged.cheapFirst.map((one) => [
          one.first.join(' + '),
          thresholds(one),
          percent(one.accuracy.value),
          percent(one.settled),
          one.callsPerQuestion.toFixed(1),
          perThousand(one.costUsd),
        ]),
      ]),
      '',
      heading('Without a member'),
      ...columns([
        ['without', 'right', 'points (95%)', 'saves'],
        ...judged.dropped.map(({ member, accuracy, gain, saves }) => [
          member,
          percent(accuracy),
          pointsWithin(gain),
          percent(saves),
        ]),
      ]),
      '',
      heading('The most confident mistakes'),
      ...judged.mistakes.map(({ line, confidence, answer, gold, question }) =>
        cut(
          `line ${line}, ${confidence.toFixed(2)}: ${oneLine(answer, 20)} for ${oneLine(gold, 20)} – ${oneLine(question, WIDTH)}`,
          WIDTH,
        ),
      ),
    )
  }
  lines.push(
    '',
    heading('Which models to pay for'),
    ...adviceOn(report).flatMap((sentence) => wrapped(sentence)),
  )
  return lines.map((line) => (typeof line === 'string' ? { text: line, isHeading: false } : line))
}

function heading(text: string): ReportLine {
  return { text, isHeading: true }
}

/** Rows as columns; the first one is cut so that all fit. */
export function columns(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 0)
  const first = Math.min(widths[0]!, WIDTH - others)
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cut(cell, first).padEnd(first) : `  ${cell.padStart(widths[column]!)}`,
      )
      .join('')
      .trimEnd(),
  )
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`
}

/** A text without line breaks and control characters, which could change what a terminal shows. */
function oneLine(text: string, most: number): string {
  return cut(text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim(), most)
}

export function wrapped(sentence: string): string[] {
  const lines: string[] = []
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
