import type { JudgedFigures, Report } from '../figures/report.ts'
import { percent, percentWithin, perThousand, pointsWithin, thresholds } from './words.ts'

/** A part of the report: a sentence, a table, or both. */
export interface Section {
  title: string
  text?: string
  /** What the figures mean, where there is room to say it. */
  about?: string
  /** The rows of a table, the headings first. */
  rows?: string[][]
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

function membersIn({ members, judged, questions, costUsd }: Report): Section {
  const entries = [
    ...members.map(({ member: name, ...figures }) => ({ name, ...figures })),
    ...(judged ? [{ name: 'the panel', accuracy: judged.panel, costUsd, answered: questions }] : []),
  ]
  const rows = entries.map(({ name, accuracy, costUsd: usd, answered }) => {
    return [name, accuracy === null ? '–' : percentWithin(accuracy), perThousand(usd), String(answered)]
  })
  return {
    title: judged ? 'Who is right how often' : 'Who answers how often',
    about: judged ? 'With 95% intervals.' : '',
    rows: [['', 'right (95%)', '$/1,000', 'answered'], ...rows],
    isShort: true,
  }
}

function calibrationIn({ curve, calibrationError, brierScore }: JudgedFigures): Section {
  const rows = curve.map(({ stated, questions, right }) => {
    return [percent(stated), String(questions), percentWithin(right)]
  })
  return {
    title: 'Is the confidence honest?',
    text: `It is off by ${calibrationError.toFixed(3)} on average (ECE); Brier score ${brierScore.toFixed(3)}.`,
    about: 'Answers by their confidence, in bins of about equal size.',
    rows: [['stated', 'answers', 'right (95%)'], ...rows],
  }
}

function cheapFirstIn({ cheapFirst, panel }: JudgedFigures): Section {
  const rows = cheapFirst.map((one) => [
    ...[one.first.join(' + '), thresholds(one), percent(one.accuracy.value), percent(one.settled)],
    ...[perThousand(one.costUsd), one.callsPerQuestion.toFixed(1)],
  ])
  return {
    title: 'Asking cheap members first',
    about: `The answer of the first members stands if all agree and the calibrated confidence in that reaches a threshold; otherwise the whole panel is asked, which is right on ${percent(panel.value)}.`,
    rows: [['asked first', 'threshold', 'right', 'settled', '$/1,000', 'calls'], ...rows],
    isShort: true,
  }
}

function droppedIn({ dropped, vote }: JudgedFigures): Section {
  const rows = dropped.map(({ member, accuracy, gain, saves }) => {
    return [member, percent(accuracy), pointsWithin(gain), percent(saves)]
  })
  return {
    title: 'Which member to drop: the vote of the first answers without it',
    about: 'In points of a percentage; above 0 the others are better off without it.',
    rows: [['without', 'right', 'points (95%)', 'saves'], ['nobody', percent(vote), '', ''], ...rows],
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
