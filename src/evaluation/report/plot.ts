/** A mark in a plot, with what a pointer shows of it. */
export interface Mark {
  x: number
  y: number
  /** Between which values its place is uncertain. */
  within?: { low: number; high: number }
  title: string
  /** A name that stands beside it. */
  name?: string
  isPanel?: boolean
}

interface Axis {
  from: number
  to: number
  ticks: Array<{ at: number; text: string }>
  about: string
}

interface Plot {
  x: Axis
  y: Axis
  marks: Mark[]
  /** Whether the marks are joined, and compared with the line on which both values are equal. */
  isCurve?: boolean
}

/** As wide as a phone, so that texts can be read there; larger screens show it larger. */
const [WIDTH, HEIGHT] = [400, 340]
const [LEFT, RIGHT, TOP, BOTTOM] = [48, 378, 26, 290]
const LONGEST_NAME = 28
const LINE_HEIGHT = 13
const ABOVE_MARK = 10

/** Marks over two axes, as SVG; what it shows stands in a table below it, so that nobody needs to see it. */
export function plotOf({ x, y, marks, isCurve = false }: Plot): string {
  const across = (value: number) => LEFT + ((value - x.from) / (x.to - x.from)) * (RIGHT - LEFT)
  const up = (value: number) => BOTTOM - ((value - y.from) / (y.to - y.from)) * (BOTTOM - TOP)
  const path = marks.map((mark) => `${across(mark.x).toFixed(1)},${up(mark.y).toFixed(1)}`).join(' ')
  const parts = [
    ...y.ticks.flatMap(({ at, text }) => [
      line([LEFT, up(at)], [RIGHT, up(at)], 'grid'),
      label([LEFT - 8, up(at) + 4], text, 'end'),
    ]),
    ...x.ticks.map(({ at, text }) => label([across(at), BOTTOM + 18], text, 'middle')),
    label([(LEFT + RIGHT) / 2, HEIGHT - 8], x.about, 'middle'),
    label([0, 14], y.about, 'start'),
    ...(isCurve
      ? [
          line([across(x.from), up(x.from)], [across(x.to), up(x.to)], 'equal'),
          `<polyline points="${path}" class="curve"/>`,
        ]
      : []),
    ...marks.flatMap(({ x: at, y: value, within, title, isPanel }) => [
      ...(within ? [line([across(at), up(within.low)], [across(at), up(within.high)], 'whisker')] : []),
      `<circle cx="${across(at).toFixed(1)}" cy="${up(value).toFixed(1)}" r="${isPanel ? 7 : 4.5}"${isPanel ? ' class="panel"' : ''}><title>${escaped(title)}</title></circle>`,
    ]),
    ...apart(
      marks.flatMap((mark) =>
        mark.name === undefined
          ? []
          : [{ name: shortened(mark.name), left: across(mark.x), top: up(mark.y) - ABOVE_MARK }],
      ),
    ).map(({ name, left, top }) =>
      label([left, top], name, left > 0.6 * WIDTH ? 'end' : left < 0.4 * WIDTH ? 'start' : 'middle'),
    ),
  ]
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${parts.join('')}</svg>`
}

/** Names moved up where they would cover each other. */
function apart<Name extends { left: number; top: number }>(names: Name[]): Name[] {
  const placed: Name[] = []
  for (const name of names.toSorted((one, other) => other.top - one.top)) {
    const covered = (top: number) =>
      placed.some((one) => Math.abs(one.left - name.left) < 130 && Math.abs(one.top - top) < LINE_HEIGHT)
    let { top } = name
    while (covered(top)) top -= 2
    placed.push({ ...name, top })
  }
  return placed
}

function line([x1, y1]: [number, number], [x2, y2]: [number, number], className: string): string {
  return `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" class="${className}"/>`
}

function label([x, y]: [number, number], text: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escaped(text)}</text>`
}

function shortened(text: string): string {
  return text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME - 1)}…`
}

/** A text in HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
