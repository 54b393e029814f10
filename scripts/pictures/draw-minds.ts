import type { SeatResponse } from '../../src/contract/deliberation.ts'
import type { StoredConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { label, svg, wrapped } from './svg.ts'

const ROW = 90
const COLUMN = 235
const LEFT = 150
const TOP = 80

/** What every model said in every iteration, who changed its mind, and because of what. */
export function drawMinds({ query, answer, trace = [] }: StoredConsensusResponse): string {
  const names = trace[0]?.responses.map(({ name }) => name) ?? []
  const width = LEFT + trace.length * COLUMN + 20
  const height = TOP + names.length * ROW + 20
  const cells = trace.flatMap(({ responses }, column) =>
    responses.flatMap((seat, row) =>
      cellOf(seat, before(trace, column, row), LEFT + column * COLUMN, TOP + row * ROW, answer),
    ),
  )
  return svg(width, height, `What each model answered to “${query}”, iteration by iteration.`, [
    label(20, 28, `“${query}”: who changed its mind, and why`, { className: 'title' }),
    ...trace.map(({ iteration, D }, column) =>
      label(LEFT + column * COLUMN + 10, 62, `iteration ${iteration}: D = ${D}`, { className: 'soft' }),
    ),
    ...names.flatMap((name, row) =>
      voiceIn(name).map((line, index) => label(20, TOP + row * ROW + 24 + index * 17, line)),
    ),
    ...cells,
  ])
}

function before(trace: NonNullable<StoredConsensusResponse['trace']>, column: number, row: number) {
  return column === 0 ? null : (trace[column - 1]?.responses[row]?.position ?? null)
}

function cellOf(
  { position, label: held, rulings_on_answers: rulings = [], changed_because }: SeatResponse,
  previous: string | null,
  x: number,
  y: number,
  answer: string | null,
): string[] {
  const changed = previous !== null && position !== previous
  const colour = position === answer ? 'good' : 'bad'
  const others = rulings.filter((ruling) => ruling.label !== held)
  const note = changed
    ? `was ${previous}, but ${changed_because ?? ''}`
    : others.map(({ answer: other, verdict }) => `${other}: ${verdict}`).join('; ') || 'answered alone'
  return [
    `<rect class="card" x="${x}" y="${y}" width="${COLUMN - 12}" height="${ROW - 10}" rx="5"/>`,
    `<rect class="${colour}" x="${x}" y="${y}" width="5" height="${ROW - 10}" rx="2"/>`,
    label(x + 16, y + 22, `${position ?? '–'}`, { className: 'title' }),
    ...wrapped(note, 32, 3).map((line, index) =>
      label(x + 16, y + 39 + index * 14, line, { className: 'soft small' }),
    ),
  ]
}

/** The model, and which of the offline voices speaks for it. */
function voiceIn(name: string): string[] {
  const voice = /“([^”]+)” \(for (.+)\)/.exec(name)
  return voice === null ? [name] : [voice[2]!, `“${voice[1]}”`]
}
