import type { JudgedFigures, Report } from '../figures/report.ts'
import type { Interval } from '../figures/statistics.ts'
import { percent, percentWithin, perThousand, pointsWithin, thresholds } from './words.ts'

/** A range on a scale from 0 to 1, drawn beside a figure: from where to where, and the places that are marked. */
export interface Bar {
  from: number
  to: number
  value?: number
  line?: number
}

/** A part of the report: a sentence, a table, or both. */
export interface Section {
  title: string
  text?: string
  /** What the figures mean, where there is room to say it. */
  about?: string
  /** The rows of a table, the headings first. */
  rows?: Array<Array<string | Bar>>
  /** Whether a terminal shows the table too. */
  isShort?: boolean
}

/** What was found, in the order in which it is shown; the mistakes follow. */
export function sectionsOf(report: Report): Section[] {
  const { judged } = report
  if (judged === null) return [membersIn(report), agreementIn(report)]
  return [
    membersIn(report),
    calibrationIn(judged),
    ...(judged.cheapFirst.length === 0 ? [] : [cheapFirstIn(judged)]),
    droppedIn(judged),
    agreementIn(report),
  ]
}

/** Rows with intervals as bars behind them, on a scale that all bars fill; what they are compared with is a line each, or one for all. */
function withBars(rows: string[][], intervals: Interval[], lines: number[] = []): Array<Array<string | Bar>> {
  const all = [...lines, ...intervals.flatMap(({ low, high }) => [low, high])]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const at = (value: number) => (most === least ? 0.5 : (value - least) / (most - least))
  return rows.map((row, place) => {
    const interval = intervals[place]
    if (interval === undefined) return [...row, '']
    const line = lines[place] ?? lines[0]
    const bar = { from: at(interval.low), to: at(interval.high), value: at(interval.value) }
    return [...row, line === undefined ? bar : { ...bar, line: at(line) }]
  })
}

function membersIn({ members, judged, questions, costUsd }: Report): Section {
  const entries = [
    ...members.map(({ member: name, ...figures }) => ({ name, ...figures })),
    ...(judged ? [{ name: 'the panel', accuracy: judged.panel, costUsd, answered: questions }] : []),
  ]
  const rows = withBars(
    entries.map(({ name, accuracy, costUsd: usd, answered }) => {
      return [name, accuracy === null ? '–' : percentWithin(accuracy), perThousand(usd), String(answered)]
    }),
    entries.flatMap(({ accuracy }) => accuracy ?? []),
  )
  return {
    title: judged ? 'Who is right how often' : 'Who answers how often',
    about: judged ? 'With 95% intervals.' : '',
    rows: [['', 'right (95%)', '$/1,000', 'answered', ''], ...rows],
    isShort: true,
  }
}

function calibrationIn({ curve, calibrationError, brierScore }: JudgedFigures): Section {
  const rows = withBars(
    curve.map(({ stated, questions, right }) => [percent(stated), String(questions), percentWithin(right)]),
    curve.map(({ right }) => right),
    curve.map(({ stated }) => stated),
  )
  return {
    title: 'Is the confidence honest?',
    text: `It is off by ${calibrationError.toFixed(3)} on average (ECE); Brier score ${brierScore.toFixed(3)}.`,
    about:
      'Answers by their confidence, in bins of about equal size. The line is what was stated, the bar how often such answers are right: where they meet, it is honest.',
    rows: [['stated', 'answers', 'right (95%)', ''], ...rows],
  }
}

function cheapFirstIn({ cheapFirst, panel }: JudgedFigures): Section {
  const rows = withBars(
    cheapFirst.map((one) => [
      ...[one.first.join(' + '), thresholds(one), percent(one.accuracy.value), percent(one.settled)],
      ...[perThousand(one.costUsd), one.callsPerQuestion.toFixed(1)],
    ]),
    cheapFirst.map(({ accuracy }) => accuracy),
  )
  return {
    title: 'Asking cheap members first',
    about: `The answer of the first members stands if all agree and the calibrated confidence in that reaches a threshold; otherwise the whole panel is asked, which is right on ${percent(panel.value)}.`,
    rows: [['asked first', 'threshold', 'right', 'settled', '$/1,000', 'calls', ''], ...rows],
    isShort: true,
  }
}

function droppedIn({ dropped, vote }: JudgedFigures): Section {
  const rows = withBars(
    dropped.map(({ member, accuracy, gain, saves }) => {
      return [member, percent(accuracy), pointsWithin(gain), percent(saves)]
    }),
    dropped.map(({ gain }) => gain),
    [0],
  )
  return {
    title: 'Which member to drop: the vote of the first answers without it',
    about: 'In points of a percentage: right of the line the others are better off without it.',
    rows: [['without', 'right', 'points (95%)', 'saves', ''], ['nobody', percent(vote), '', '', ''], ...rows],
    isShort: true,
  }
}

function agreementIn({ agreement, members }: Report): Section {
  return {
    title: 'Who agrees with whom',
    about:
      'In percent of the questions that both answer: how often two members give the same first answer. Members that always agree tell you the same thing twice.',
    rows: [
      ['', ...members.map((_, place) => String(place + 1))],
      ...members.map(({ member }, row) => [
        `${row + 1} ${member}`,
        ...agreement[row]!.map((share, column) =>
          share === null || row === column ? '–' : (100 * share).toFixed(0),
        ),
      ]),
    ],
  }
}
