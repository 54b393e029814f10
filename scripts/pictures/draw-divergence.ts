import type { StoredConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { dot, label, path, svg } from './svg.ts'

type Trace = NonNullable<StoredConsensusResponse['trace']>
type Point = [number, number]

const PHI = (1 + Math.sqrt(5)) / 2
const [WIDTH, HEIGHT] = [760, 330]

/** D by iteration beside the golden target, as a line and on the spiral that gave the algorithm its name. */
export function drawDivergence({ query, trace = [] }: StoredConsensusResponse): string {
  const description = `“${query}”: D is ${trace.map(({ D }) => D).join(', then ')}; the golden target is ${trace
    .map(({ target_D }) => target_D)
    .join(', then ')}.`
  return svg(WIDTH, HEIGHT, description, [
    label(20, 28, `“${query}” asked of ${trace[0]?.responses.length} models`, { className: 'title' }),
    ...lineOf(trace),
    ...spiralOf(trace),
  ])
}

function lineOf(trace: Trace): string[] {
  const [left, right, top, bottom] = [60, 390, 60, 270]
  const at = (index: number, value: number): Point => [
    left + 20 + (index * (right - left - 40)) / Math.max(1, trace.length - 1),
    bottom - value * (bottom - top),
  ]
  return [
    ...[0, 0.5, 1].flatMap((value) => [
      path(
        [
          [left, at(0, value)[1]],
          [right, at(0, value)[1]],
        ],
        'line',
      ),
      label(left - 8, at(0, value)[1] + 4, value.toFixed(1), { className: 'soft small', anchor: 'end' }),
    ]),
    path(
      trace.map(({ target_D }, index) => at(index, target_D)),
      'target',
    ),
    path(
      trace.map(({ D }, index) => at(index, D)),
      'main',
    ),
    ...trace.flatMap(({ D, target_D, iteration }, index) => [
      dot(at(index, target_D), 4, 'ring'),
      dot(at(index, D), 5, 'dot'),
      label(at(index, D)[0], at(index, D)[1] - 11, String(D), { anchor: 'middle' }),
      label(at(index, 0)[0], bottom + 20, `iteration ${iteration}`, {
        className: 'soft small',
        anchor: 'middle',
      }),
    ]),
    label(left, HEIGHT - 18, 'line: divergence D', { className: 'small' }),
    label(left + 130, HEIGHT - 18, 'dashed: golden target, D₁ / φ per iteration', {
      className: 'soft small',
    }),
  ]
}

/** A quarter turn for each iteration; the distance from the centre is D. */
function spiralOf(trace: Trace): string[] {
  const [centreX, centreY, radius] = [590, 175, 125]
  const first = trace[0]?.D ?? 1
  const at = (iteration: number, value: number): Point => {
    const angle = -Math.PI / 2 + ((iteration - 1) * Math.PI) / 2
    return [centreX + Math.cos(angle) * value * radius, centreY + Math.sin(angle) * value * radius]
  }
  const golden = Array.from({ length: 161 }, (_, step) => 1 + step / 20)
  return [
    path(
      [
        [centreX - radius, centreY],
        [centreX + radius, centreY],
      ],
      'line',
    ),
    path(
      [
        [centreX, centreY - radius],
        [centreX, centreY + radius],
      ],
      'line',
    ),
    path(
      golden.map((iteration) => at(iteration, first * PHI ** (1 - iteration))),
      'target',
    ),
    path(
      trace.map(({ D, iteration }) => at(iteration, D)),
      'main',
    ),
    ...trace.map(({ D, iteration }) => dot(at(iteration, D), 5, 'dot')),
    ...trace.map(({ D, iteration }) => {
      const [x, y] = at(iteration, D)
      return label(x + 9, y - 6, `${iteration}`, { className: 'small' })
    }),
    label(centreX, HEIGHT - 18, 'the same on the spiral: the centre is D = 0', {
      className: 'soft small',
      anchor: 'middle',
    }),
  ]
}
