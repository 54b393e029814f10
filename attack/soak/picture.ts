import type { SoakWindow } from './window.ts'

const WIDTH = 760
const LEFT = 88
const RIGHT = 24
const PANEL = { height: 120, gap: 56, top: 48 }

interface Line {
  name: string
  /** The class that colours it. */
  colour: 'first' | 'second'
  values: number[]
}

interface Panel {
  title: string
  unit: string
  lines: Line[]
  /** Whether each step of the grid is ten times the one before. */
  isLogarithmic?: boolean
}

/** The soak as three plots one above the other: waiting times, event loop and memory over time. */
export function soakPicture(windows: SoakWindow[], windowMs: number): string {
  const read = (value: (window: SoakWindow) => number) => windows.map(value)
  const panels: Panel[] = [
    {
      title: 'A run with models that take 1.2 to 12 s',
      unit: 's',
      lines: [
        { name: 'p99', colour: 'second', values: read(({ runP99 }) => runP99 / 1_000) },
        { name: 'p50', colour: 'first', values: read(({ runP50 }) => runP50 / 1_000) },
      ],
    },
    {
      title: 'Requests that need no model, and the event loop',
      unit: 'ms',
      isLogarithmic: true,
      lines: [
        { name: 'requests, p99', colour: 'second', values: read(({ shortP99 }) => shortP99) },
        { name: 'longest block', colour: 'first', values: read(({ lateMs }) => lateMs) },
      ],
    },
    {
      title: 'Resident memory',
      unit: 'MB',
      lines: [{ name: 'memory', colour: 'first', values: read(({ memoryMb }) => memoryMb) }],
    },
  ]
  const height = PANEL.top + panels.length * (PANEL.height + PANEL.gap)
  const minutes = (windows.length * windowMs) / 60_000
  const drawn = panels.map((panel, place) =>
    drawPanel(panel, PANEL.top + place * (PANEL.height + PANEL.gap), minutes),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Waiting times, event loop and memory over ${minutes.toFixed(0)} minutes with 200 runs at a time">
<!-- Made by the attack “soak” with its flag picture; not to be changed by hand. -->
<style>
  text { font: 13px system-ui, sans-serif; fill: #57606a }
  .title { font-size: 14px; font-weight: 600; fill: #1f2328 }
  .grid { stroke: #8c959f; stroke-opacity: .3 }
  path { fill: none; stroke-width: 2; stroke-linejoin: round }
  .first { stroke: #0969da } .second { stroke: #bc4c00 }
  text.first { fill: #0969da; stroke: none } text.second { fill: #bc4c00; stroke: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 } .title { fill: #f0f6fc }
    .first { stroke: #4493f8 } .second { stroke: #f0883e }
    text.first { fill: #4493f8 } text.second { fill: #f0883e }
  }
</style>
${drawn.join('\n')}
</svg>
`
}

function drawPanel(
  { title, unit, lines, isLogarithmic = false }: Panel,
  top: number,
  minutes: number,
): string {
  const highest = Math.max(...lines.flatMap(({ values }) => values))
  const steps = isLogarithmic ? powersUpTo(highest) : halvesUpTo(highest)
  const height = (value: number) =>
    isLogarithmic
      ? Math.log10(Math.max(value, 1)) / Math.log10(steps.at(-1)!)
      : value / Math.max(steps.at(-1)!, 1)
  const y = (value: number) => (top + PANEL.height * (1 - height(value))).toFixed(1)
  const x = (place: number, of: number) =>
    (LEFT + ((WIDTH - LEFT - RIGHT) * place) / Math.max(1, of - 1)).toFixed(1)
  const grid = steps.map(
    (value) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 8}" y="${Number(y(value)) + 4}" text-anchor="end">${value} ${unit}</text>`,
  )
  const times = [0, minutes / 2, minutes].map(
    (minute, place) =>
      `<text x="${x(place, 3)}" y="${top + PANEL.height + 18}" text-anchor="${['start', 'middle', 'end'][place]}">${minute.toFixed(0)} min</text>`,
  )
  const paths = lines.map(
    ({ values, colour }) =>
      `<path class="${colour}" d="M${values.map((value, place) => `${x(place, values.length)} ${y(value)}`).join('L')}"/>`,
  )
  const names = lines.map(
    ({ name, colour }, place) =>
      `<text class="${colour}" x="${WIDTH - RIGHT - place * 110}" y="${top - 12}" text-anchor="end">${name}</text>`,
  )
  return [
    `<text class="title" x="${LEFT}" y="${top - 12}">${title}</text>`,
    ...grid,
    ...times,
    ...paths,
    ...names,
  ].join('')
}

/** Nothing, half, and all of the next number of the form 1, 2, 4 or 6 times a power of ten, so that half is round, too. */
function halvesUpTo(value: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  const most = [1, 2, 4, 6, 10].map((step) => step * power).find((step) => step >= value) ?? value
  return [0, most / 2, most]
}

/** 1, 10, 100 … until a value is reached. */
function powersUpTo(value: number): number[] {
  const count = Math.ceil(Math.log10(Math.max(value, 10)))
  return Array.from({ length: count + 1 }, (_, power) => 10 ** power)
}
