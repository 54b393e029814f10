import { decimal } from '../page/figures.ts'
import type { Divergence } from '../run/divergence.ts'

const WIDTH = 340
const HEIGHT = 220
const LEFT = 34
const RIGHT = 12
const TOP = 14
const BOTTOM = 30
const LEAST_SHOWN = 4
const HALF = 0.5

/** D after every round. */
export function LinePlot({ figures, agreement }: { figures: Divergence[]; agreement: number }) {
  const shown = Math.max(LEAST_SHOWN, figures.length)
  const xOf = (iteration: number) => LEFT + ((iteration - 1) / (shown - 1)) * (WIDTH - LEFT - RIGHT)
  // Half the scale is enough for many runs, and shows more of them.
  const top = figures.some(({ D }) => D > HALF) ? 1 : HALF
  const yOf = (D: number) => TOP + (1 - D / top) * (HEIGHT - TOP - BOTTOM)
  const points = figures.map(({ iteration, D }) => ({ x: round(xOf(iteration)), y: round(yOf(D)) }))
  return (
    <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {[0, top / 2, top].map((D) => (
        <g key={D}>
          <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={yOf(D)} y2={yOf(D)} />
          <text class="tick" x={LEFT - 8} y={yOf(D) + 4} text-anchor="end">
            {D}
          </text>
        </g>
      ))}
      {agreement > 0 && (
        <>
          <line class="threshold" x1={LEFT} x2={WIDTH - RIGHT} y1={yOf(agreement)} y2={yOf(agreement)} />
          <text class="tick" x={LEFT} y={yOf(agreement) - 5}>
            agreement
          </text>
        </>
      )}
      {Array.from({ length: shown }, (_, index) => (
        <text class="tick" key={index} x={xOf(index + 1)} y={HEIGHT - 8} text-anchor="middle">
          {index + 1}
        </text>
      ))}
      <path
        class="measured"
        d={points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')}
      />
      {figures.map(({ iteration, D, isEstimated }, index) => {
        const { x, y } = points[index]!
        return (
          <g key={iteration}>
            <circle class={isEstimated ? 'mark estimated' : 'mark'} cx={x} cy={y} r={4.5} />
            <text
              class="value"
              x={x + (index === shown - 1 ? 4 : 7)}
              y={y - 9}
              text-anchor={index === shown - 1 ? 'end' : 'start'}
            >
              {decimal(D)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** A tenth of a unit is finer than anyone sees. */
function round(value: number): number {
  return Math.round(value * 10) / 10
}
