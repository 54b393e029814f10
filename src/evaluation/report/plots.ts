import type { Interval } from '../figures/intervals.ts'
import type { JudgedFigures, Report } from '../figures/report.ts'
import { dot, label, line, type Point, picture, shortened } from './svg.ts'
import { dollars, percent, percentWithin, points, pointsWithin } from './words.ts'

/** As wide as a phone, so that texts can be read there; larger screens show plots larger. */
const WIDTH = 400
/** Room at both sides for half a number. */
const SIDES = 22

/** A row of a plot: a name, a figure with its interval, and how it is marked. */
export interface PlotRow {
  name: string
  interval: Interval
  mark: 'member' | 'pair' | 'panel'
}

const ROW = 38
const LONGEST_NAME = 48

/** Figures with their intervals, one below the other, each under its name. */
export function intervalPlot(
  description: string,
  rows: PlotRow[],
  { isDifference = false }: { isDifference?: boolean } = {},
): string {
  const [low, high] = boundsOf(
    rows.flatMap(({ interval }) => [interval.low, interval.high]),
    isDifference,
  )
  const x = (value: number) => SIDES + ((value - low) / (high - low)) * (WIDTH - 2 * SIDES)
  const bottom = rows.length * ROW + 8
  const grid = ticksBetween(low, high).flatMap((tick) => [
    line([x(tick), 0], [x(tick), bottom], tick === 0 && isDifference ? 'zero' : 'grid'),
    label([x(tick), bottom + 16], isDifference ? points(tick) : wholePercent(tick), {
      anchor: 'middle',
      className: 'soft',
    }),
  ])
  const marks = rows.flatMap(({ name, interval, mark }, place) => {
    const y = place * ROW + 24
    const said = isDifference ? pointsWithin(interval) : percentWithin(interval)
    const className = mark === 'panel' ? 'strong over' : 'over'
    return [
      line([x(interval.low), y], [x(interval.high), y], `whisker ${mark}`),
      dot([x(interval.value), y], 5, mark, `${name}: ${said}`),
      label([0, y - 10], shortened(name, LONGEST_NAME), { className }),
      label([WIDTH, y - 10], isDifference ? points(interval.value) : percent(interval.value), {
        anchor: 'end',
        className,
      }),
    ]
  })
  return picture([WIDTH, bottom + 22], description, [...grid, ...marks])
}

/** A share in percent with as many digits as it has, for an axis. */
function wholePercent(share: number): string {
  return `${Number((100 * share).toFixed(1))}%`
}

/** The bounds of an axis around some values. */
function boundsOf(values: number[], isDifference: boolean): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const room = Math.max(0.01, (most - least) * 0.06)
  if (isDifference) return [Math.min(-0.01, least - room), Math.max(0.01, most + room)]
  return [Math.max(0, least - room), Math.min(1, most + room)]
}

const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]

function ticksBetween(low: number, high: number): number[] {
  const step = STEPS.find((one) => (high - low) / one <= 6) ?? 0.5
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toFixed(4)))
}

const SIDE = 420

/** How often answers are right by their confidence; on the diagonal it is honest. */
export function calibrationPlot({ curve }: JudgedFigures): string {
  const at = (stated: number, right: number): Point => [
    50 + stated * (SIDE - 70),
    SIDE - 50 - right * (SIDE - 70),
  ]
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((tick) => [
    line(at(0, tick), at(1, tick), 'grid'),
    label([42, at(0, tick)[1] + 4], `${100 * tick}%`, { anchor: 'end', className: 'soft' }),
    label([at(tick, 0)[0], SIDE - 32], `${100 * tick}%`, { anchor: 'middle', className: 'soft' }),
  ])
  const most = Math.max(...curve.map(({ questions }) => questions))
  return picture([SIDE, SIDE], 'How often answers are right, by the confidence that was stated', [
    ...ticks,
    line(at(0, 0), at(1, 1), 'zero'),
    ...curve.slice(1).map(({ stated, right }, place) => {
      const before = curve[place]!
      return line(at(before.stated, before.right.value), at(stated, right.value), 'curve')
    }),
    ...curve.flatMap(({ stated, right, questions }) => [
      line(at(stated, right.low), at(stated, right.high), 'whisker panel'),
      dot(
        at(stated, right.value),
        3 + 4 * Math.sqrt(questions / most),
        'panel',
        `${questions} answers, stated ${percent(stated)}, right ${percentWithin(right)}`,
      ),
    ]),
    label([at(0.5, 0)[0], SIDE - 10], 'stated confidence', { anchor: 'middle', className: 'soft' }),
  ])
}

/** A way to ask: what it costs, and how often it is right. */
export interface CostPoint {
  name: string
  right: number
  cost: number
  kind: 'member' | 'pair' | 'panel' | 'cheap'
}

/** The ways to ask by cost: in US dollars where all costs are known and not zero, otherwise in first calls. */
export function costPoints({ members, judged, costUsd }: Report): {
  unit: 'usd' | 'calls'
  ways: CostPoint[]
} {
  if (judged === null) return { unit: 'calls', ways: [] }
  const isPriced = members.every((member) => member.costUsd !== null) && Boolean(costUsd)
  const costOf = (usd: number | null, calls: number) => (isPriced ? 1_000 * (usd ?? 0) : calls)
  return {
    unit: isPriced ? 'usd' : 'calls',
    ways: [
      ...members.map(
        ({ member, accuracy, costUsd: usd }): CostPoint => ({
          name: member,
          right: accuracy!.value,
          cost: costOf(usd, 1),
          kind: 'member',
        }),
      ),
      ...judged.pairs.map(
        (pair): CostPoint => ({
          name: pair.members.join(' + '),
          right: pair.accuracy.value,
          cost: costOf(pair.costUsd, 2),
          kind: 'pair',
        }),
      ),
      ...judged.cheapFirst.map(
        (one): CostPoint => ({
          name: `${one.first.join(' + ')} first, at ${one.from}`,
          right: one.accuracy.value,
          cost: costOf(one.costUsd, one.callsPerQuestion),
          kind: 'cheap',
        }),
      ),
      { name: 'the panel', right: judged.panel.value, cost: costOf(costUsd, members.length), kind: 'panel' },
    ],
  }
}

const [TOP, BOTTOM, LEFT, RIGHT] = [48, 300, 48, WIDTH - SIDES]

/** Accuracy over cost; named are the panel and the members that no other is better than at the same cost. */
export function costPlot(report: Report): string {
  const { unit, ways } = costPoints(report)
  const costs = ways.map(({ cost }) => Math.max(cost, 1e-9))
  const [least, most] = [Math.log(Math.min(...costs) * 0.8), Math.log(Math.max(...costs) * 1.25)]
  const [low, high] = boundsOf(
    ways.map(({ right }) => right),
    false,
  )
  const x = (cost: number) =>
    LEFT + ((Math.log(Math.max(cost, 1e-9)) - least) / (most - least)) * (RIGHT - LEFT)
  const y = (right: number) => BOTTOM - ((right - low) / (high - low)) * (BOTTOM - TOP)
  const shown = (cost: number) => (unit === 'usd' ? dollars(cost) : String(Number(cost.toFixed(1))))
  const members = ways.filter(({ kind }) => kind === 'member')
  const named = ways.filter(
    ({ kind, cost, right }) =>
      kind === 'panel' ||
      (kind === 'member' && !members.some((other) => other.cost <= cost && other.right > right)),
  )
  return picture([WIDTH, 346], 'How often each way to ask is right, over what it costs', [
    ...ticksBetween(low, high).flatMap((tick) => [
      line([LEFT, y(tick)], [RIGHT, y(tick)], 'grid'),
      label([LEFT - 8, y(tick) + 4], wholePercent(tick), { anchor: 'end', className: 'soft' }),
    ]),
    ...costTicks(Math.exp(least), Math.exp(most)).map((tick) =>
      label([x(tick), BOTTOM + 18], shown(tick), { anchor: 'middle', className: 'soft' }),
    ),
    ...spread(named.map((way) => ({ name: way.name, at: [x(way.cost), y(way.right) - ABOVE] as Point }))).map(
      ({ name, at: [left, top] }) => {
        const anchor = left > WIDTH * 0.6 ? 'end' : left < WIDTH * 0.4 ? 'start' : 'middle'
        return label([left, top], shortened(name, 30), { anchor, className: 'over' })
      },
    ),
    ...['pair', 'cheap', 'member', 'panel'].flatMap((kind) =>
      ways
        .filter((way) => way.kind === kind)
        .map((way) =>
          dot(
            [x(way.cost), y(way.right)],
            kind === 'pair' ? 3 : kind === 'panel' ? 7 : 5,
            kind,
            `${way.name}: ${percent(way.right)}, ${shown(way.cost)}`,
          ),
        ),
    ),
    label(
      [(LEFT + RIGHT) / 2, 338],
      unit === 'usd' ? 'US dollars for 1,000 questions' : 'first calls per question',
      {
        anchor: 'middle',
        className: 'soft',
      },
    ),
  ])
}

const LINE_HEIGHT = 13
/** How far above its mark a name stands: pairs stand beside their better member. */
const ABOVE = 10

/** Names moved up where they would cover each other. */
function spread(names: Array<{ name: string; at: Point }>): Array<{ name: string; at: Point }> {
  const placed: Array<{ name: string; at: Point }> = []
  for (const { name, at } of [...names].sort((one, other) => other.at[1] - one.at[1])) {
    let top = at[1]
    const covers = () =>
      placed.some((one) => Math.abs(one.at[0] - at[0]) < 130 && Math.abs(one.at[1] - top) < LINE_HEIGHT)
    while (covers()) top -= 2
    placed.push({ name, at: [at[0], top] })
  }
  return placed
}

const MOST_TICKS = 6

function costTicks(least: number, most: number): number[] {
  const powers = Array.from({ length: 16 }, (_, place) => 10 ** (place - 7))
  const ticks = powers.flatMap((power) => [1, 2, 5].map((digit) => Number((digit * power).toPrecision(1))))
  const inside = ticks.filter((tick) => tick >= least && tick <= most)
  return inside.length <= MOST_TICKS ? inside : inside.filter((tick) => powers.includes(tick))
}

/** How many answers have which confidence. */
export function confidencePlot({ confidences }: Report): string {
  const most = Math.max(1, ...confidences)
  const width = (WIDTH - 2 * SIDES) / confidences.length
  const bars = confidences.flatMap((count, place) => {
    const height = (150 * count) / most
    const left = SIDES + place * width
    return [
      `<rect x="${(left + 2).toFixed(1)}" y="${(170 - height).toFixed(1)}" width="${(width - 4).toFixed(1)}" height="${height.toFixed(1)}" rx="2" class="bar"/>`,
      label([left + width / 2, 164 - height], String(count), { anchor: 'middle' }),
    ]
  })
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map((tick) =>
    label([SIDES + tick * (WIDTH - 2 * SIDES), 188], String(tick), { anchor: 'middle', className: 'soft' }),
  )
  return picture([WIDTH, 212], 'How many answers have which confidence', [
    ...bars,
    ...ticks,
    label([WIDTH / 2, 206], 'stated confidence', { anchor: 'middle', className: 'soft' }),
  ])
}
