import type { QuickFigures } from '../../bench/quick.ts'
import { label, path, svg } from './svg.ts'

interface Work {
  name: string
  beside: string
  /** The ratio of commit 9c31e2f, measured by the same benchmark. */
  before: number
  goal: number
}

/** What `npm run bench -- --quick` measures; every ratio is baseline over service, so longer is better. */
const WORKS: Record<keyof QuickFigures, Work> = {
  portkey: { name: 'model calls', beside: "Portkey's gateway", before: 0.4, goal: 2 },
  run: {
    name: 'a run of three models',
    beside: 'a bare relay of the same calls',
    before: 0.038,
    goal: 1 / 3,
  },
  hit: { name: 'an exact cache hit', beside: 'a bare route', before: 0.14, goal: 0.6 },
  search: { name: 'an axiom search', beside: 'a bare route', before: 0.02, goal: 0.5 },
}

const [LEFT, TOP, ROW, LENGTH, LONGEST] = [250, 70, 58, 400, 2]

/** Work for as much processor time as others need: before, now, and the goal. */
export function drawSpeed(figures: QuickFigures): string {
  const works = Object.entries(WORKS) as Array<[keyof QuickFigures, Work]>
  const at = (ratio: number) => LEFT + (LENGTH * Math.min(ratio, LONGEST)) / LONGEST
  const rows = works.flatMap(([key, { name, beside, before, goal }], row) => {
    const y = TOP + row * ROW
    const now = figures[key] ?? 0
    const bar = (top: number, ratio: number, colour: string) =>
      `<rect class="${colour}" x="${LEFT}" y="${top}" width="${(at(ratio) - LEFT).toFixed(1)}" height="12" rx="2"/>`
    return [
      label(20, y + 12, name),
      label(20, y + 28, `beside ${beside}`, { className: 'soft small' }),
      bar(y, before, 'quiet'),
      bar(y + 16, now, 'good'),
      label(at(before) + 6, y + 10, before.toFixed(2), { className: 'soft small' }),
      label(at(now) + 6, y + 26, now.toFixed(2), { className: 'small' }),
      path(
        [
          [at(goal), y - 4],
          [at(goal), y + 32],
        ],
        'target',
      ),
    ]
  })
  const description =
    'How much work Stretto does for the processor time that others need: before, now, and the goal.'
  return svg(LEFT + LENGTH + 70, TOP + works.length * ROW + 10, description, [
    label(20, 28, 'Work for the processor time that others need', { className: 'title' }),
    label(20, 48, 'grey: before; green: now; dashed: the goal', { className: 'soft small' }),
    path(
      [
        [at(1), TOP - 12],
        [at(1), TOP + works.length * ROW - 14],
      ],
      'line',
    ),
    ...rows,
  ])
}
