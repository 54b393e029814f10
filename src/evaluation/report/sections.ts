import type { Interval } from '../figures/intervals.ts'
import type { JudgedFigures, Report } from '../figures/report.ts'
import { plotOf } from './plot.ts'
import { dollars, percent, percentWithin, perThousand, pointsWithin, thresholds } from './words.ts'

/** A range on a scale from 0 to 1, drawn beside a figure: from where to where, and the places that are marked. */
export interface Bar {
  from: number
  to: number
  /** Where the figure itself is. */
  value?: number
  /** What it is compared with. */
  line?: number
}

/** A part of the report: a sentence, a table, or both. */
export interface Section {
  title: string
  text?: string
  /** What the figures mean, where there is room to say it. */
  about?: string
  /** What the table shows as a plot, where there is room for one: SVG. */
  picture?: string
  /** The rows of a table, the headings first. */
  rows?: Array<Array<string | Bar>>
  /** Whether a terminal shows the table too. */
  isShort?: boolean
}

/** What was found, in the order in which it is shown; the mistakes follow. */
export function sectionsOf(report: Report): Section[] {
  const { judged } = report
  if (judged === null) return [membersIn(report), agreementIn(report), confidencesIn(report)]
  return [
    membersIn(report),
    costsIn(report, judged),
    calibrationIn(judged),
    ...(judged.cheapFirst.length === 0 ? [] : [cheapFirstIn(judged)]),
    droppedIn(judged),
    agreementIn(report),
    confidencesIn(report),
  ]
}

/** How the whole panel is called among the ways to ask. */
const PANEL = 'the panel'

/** Intervals as bars on a scale that all of them fill. */
function barsOf(intervals: Interval[], lines: number[] = []): Bar[] {
  const all = [...lines, ...intervals.flatMap(({ low, high }) => [low, high])]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const at = (value: number) => (most === least ? 0.5 : (value - least) / (most - least))
  return intervals.map(({ value, low, high }, place) => ({
    ...{ from: at(low), to: at(high), value: at(value) },
    ...(lines.length > 0 && { line: at(lines[place] ?? lines[0]!) }),
  }))
}

function membersIn({ members, judged, questions, costUsd }: Report): Section {
  const pair = judged?.pairs[0]
  const entries = [
    ...members.map(({ member, accuracy, answered, ...rest }) => ({
      ...{ name: member, accuracy, costUsd: rest.costUsd, answered: String(answered) },
    })),
    ...(pair ? [{ ...pair, name: `pair ${pair.members.join(' + ')}`, answered: '' }] : []),
    ...(judged ? [{ name: PANEL, accuracy: judged.panel, costUsd, answered: String(questions) }] : []),
  ]
  const bars = barsOf(entries.flatMap(({ accuracy }) => accuracy ?? []))
  const told = pair
    ? ` Two votes never outvote each other, so a pair is right as often as its better member; the other is worth what its assent tells: the best pair agrees on ${percent(pair.agreement)}, and is right on ${pair.rightWhenAgreed === null ? 'none' : percent(pair.rightWhenAgreed)} of these.`
    : ''
  return {
    title: judged ? 'Who is right how often' : 'Who answers how often',
    about: judged ? `With 95% intervals.${told}` : '',
    rows: [
      ['', 'right (95%)', '$/1,000', 'answered', ''],
      ...entries.map(({ name, accuracy, costUsd: usd, answered }, place) => [
        name,
        accuracy === null ? '–' : percentWithin(accuracy),
        perThousand(usd),
        answered,
        bars[place] ?? '',
      ]),
    ],
    isShort: true,
  }
}

/** The ways to ask by cost: in US dollars where all costs are known and not zero, otherwise in first calls. */
function costsIn({ members, costUsd }: Report, judged: JudgedFigures): Section {
  const isPriced = members.every((member) => member.costUsd !== null) && Boolean(costUsd)
  const ways = [
    ...members.map(({ member, accuracy, costUsd: usd }) => ({
      name: member,
      right: accuracy!,
      usd,
      calls: 1,
    })),
    ...judged.pairs.map((pair) => ({
      ...{ name: pair.members.join(' + '), right: pair.accuracy, usd: pair.costUsd, calls: 2 },
    })),
    ...judged.cheapFirst.map((one) => ({
      ...{ name: `${one.first.join(' + ')} first, at ${one.from}`, right: one.accuracy },
      ...{ usd: one.costUsd, calls: one.callsPerQuestion },
    })),
    { name: PANEL, right: judged.panel, usd: costUsd, calls: members.length },
  ].map(({ usd, calls, ...way }) => ({ ...way, cost: isPriced ? 1_000 * (usd ?? 0) : calls }))
  ways.sort((one, other) => one.cost - other.cost)
  const bars = barsOf(ways.map(({ right }) => right))
  return {
    title: 'Accuracy over cost',
    about: `The cheapest way to ask comes first.${isPriced ? '' : ' First calls are counted, since there are no prices to compare.'}`,
    picture: costPlot(ways, isPriced),
    rows: [
      ['', isPriced ? '$/1,000' : 'calls', 'right', ''],
      ...ways.map(({ name, right, cost }, place) => [
        name,
        isPriced ? dollars(cost) : cost.toFixed(1),
        percent(right.value),
        bars[place]!,
      ]),
    ],
  }
}

const QUARTERS = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, text: `${100 * at}%` }))

const POWERS = Array.from({ length: 16 }, (_, place) => 10 ** (place - 7))
/** Steps of an axis of shares: the first of which few enough fit. */
const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]
const MOST_TICKS = 6

/** Accuracy over cost; named are the panel and the ways that no cheaper one is as good as. */
function costPlot(ways: Array<{ name: string; right: Interval; cost: number }>, isPriced: boolean): string {
  const shown = (cost: number) => (isPriced ? dollars(cost) : String(Number(cost.toFixed(1))))
  const costs = ways.map(({ cost }) => Math.log(Math.max(cost, 1e-9)))
  const rights = ways.map(({ right }) => right.value)
  const [least, most] = [Math.min(...costs) - 0.2, Math.max(...costs) + 0.2]
  const [low, high] = [Math.max(0, Math.min(...rights) - 0.01), Math.min(1, Math.max(...rights) + 0.01)]
  const step = STEPS.find((one) => (high - low) / one <= MOST_TICKS) ?? 0.5
  const shares = Array.from({ length: Math.floor(1 / step) + 1 }, (_, place) => place * step)
  const fine = POWERS.flatMap((power) => [power, 2 * power, 5 * power])
  const [few, many] = [POWERS, fine].map((all) =>
    all.filter((cost) => Math.log(cost) >= least && Math.log(cost) <= most),
  ) as [number[], number[]]
  let best = 0
  return plotOf({
    x: {
      from: least,
      to: most,
      ticks: (many.length > MOST_TICKS ? few : many).map((cost) => ({
        at: Math.log(cost),
        text: shown(cost),
      })),
      about: isPriced ? 'US dollars for 1,000 questions' : 'first calls per question',
    },
    y: {
      from: low,
      to: high,
      ticks: shares
        .filter((share) => share >= low && share <= high)
        .map((at) => ({ at, text: `${Number((100 * at).toFixed(1))}%` })),
      about: 'right',
    },
    marks: ways.map(({ name, right, cost }, place) => {
      const isPanel = name === PANEL
      const isBest = right.value > best
      best = Math.max(best, right.value)
      const title = `${name}: ${percent(right.value)}, ${shown(cost)}`
      return { x: costs[place]!, y: right.value, title, isPanel, ...((isPanel || isBest) && { name }) }
    }),
  })
}

function calibrationIn({ curve, calibrationError, brierScore }: JudgedFigures): Section {
  const bars = barsOf(
    curve.map(({ right }) => right),
    curve.map(({ stated }) => stated),
  )
  return {
    title: 'Is the confidence honest?',
    text: `It is off by ${calibrationError.toFixed(3)} on average (ECE); Brier score ${brierScore.toFixed(3)}.`,
    about:
      'Answers by their confidence, in bins of about equal size. The line is what was stated, the bar how often such answers are right: where they meet, it is honest.',
    picture: plotOf({
      x: { from: 0, to: 1, ticks: QUARTERS, about: 'stated confidence' },
      y: { from: 0, to: 1, ticks: QUARTERS, about: 'right' },
      marks: curve.map(({ stated, questions, right }) => ({
        x: stated,
        y: right.value,
        within: right,
        title: `${questions} answers, stated ${percent(stated)}, right ${percentWithin(right)}`,
      })),
      isCurve: true,
    }),
    rows: [
      ['stated', 'answers', 'right (95%)', ''],
      ...curve.map(({ stated, questions, right }, place) => [
        ...[percent(stated), String(questions), percentWithin(right)],
        bars[place]!,
      ]),
    ],
  }
}

function cheapFirstIn({ cheapFirst, panel }: JudgedFigures): Section {
  const bars = barsOf(cheapFirst.map(({ accuracy }) => accuracy))
  return {
    title: 'Asking cheap members first',
    about: `The answer of the first members stands if all agree and the calibrated confidence in that reaches a threshold; otherwise the whole panel is asked, which is right on ${percent(panel.value)}.`,
    rows: [
      ['asked first', 'threshold', 'right', 'settled', '$/1,000', 'calls', ''],
      ...cheapFirst.map((one, place) => [
        one.first.join(' + '),
        thresholds(one),
        percent(one.accuracy.value),
        percent(one.settled),
        perThousand(one.costUsd),
        one.callsPerQuestion.toFixed(1),
        bars[place]!,
      ]),
    ],
    isShort: true,
  }
}

function droppedIn({ dropped, vote }: JudgedFigures): Section {
  const bars = barsOf(
    dropped.map(({ gain }) => gain),
    [0],
  )
  return {
    title: 'Which member to drop: the vote of the first answers without it',
    about: 'In points of a percentage: right of the line the others are better off without it.',
    rows: [
      ['without', 'right', 'points (95%)', 'saves', ''],
      ['nobody', percent(vote), '', '', ''],
      ...dropped.map(({ member, accuracy, gain, saves }, place) => [
        ...[member, percent(accuracy), pointsWithin(gain), percent(saves)],
        bars[place]!,
      ]),
    ],
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

function confidencesIn({ confidences }: Report): Section {
  const most = Math.max(1, ...confidences)
  return {
    title: 'How sure the panel is',
    rows: [
      ['stated', 'answers', ''],
      ...confidences.map((count, place) => [
        `${place / 10}–${(place + 1) / 10}`,
        String(count),
        { from: 0, to: count / most },
      ]),
    ],
  }
}
