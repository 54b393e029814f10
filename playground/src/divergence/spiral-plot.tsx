import type { Divergence } from '../run/divergence.ts'
import { pathThrough, round } from './scales.ts'
import { goldenSpiral, spiralPoint, spiralThrough } from './spiral-geometry.ts'

const SIZE = 220
const CENTRE = SIZE / 2
const REACH = 88
const TARGETS_SHOWN = 7
/** So that a panel that agreed at once is shown at the centre. */
const LEAST_SHOWN = 0.24

/** The run on a spiral around agreement: the nearer to the centre, the closer the voices are. */
export function SpiralPlot({ figures, agreement }: { figures: Divergence[]; agreement: number }) {
  const largest = Math.max(LEAST_SHOWN, ...figures.map(({ D }) => D))
  const scale = REACH / largest
  const first = figures[0]?.D ?? 0
  const length = Math.max(TARGETS_SHOWN, figures.length)
  const place = (iteration: number, D: number) => {
    const { x, y } = spiralPoint(iteration, D * scale)
    return { x: round(CENTRE + x), y: round(CENTRE + y) }
  }
  const centred = (points: Array<{ x: number; y: number }>) =>
    pathThrough(points.map(({ x, y }) => ({ x: CENTRE + x, y: CENTRE + y })))
  return (
    <svg class="plot spiral" viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
      {agreement > 0 && <circle class="agreement" cx={CENTRE} cy={CENTRE} r={round(agreement * scale)} />}
      <circle class="grid" cx={CENTRE} cy={CENTRE} r={round(largest * scale)} fill="none" />
      {first > 0 && <path class="target" d={centred(goldenSpiral(first * scale, length))} />}
      {figures.map(({ iteration, target }) => (
        <circle class="target-mark" key={iteration} {...at(place(iteration, target))} r={3} />
      ))}
      <path class="measured" d={centred(spiralThrough(figures.map(({ D }) => D * scale)))} />
      {figures.map(({ iteration, D, target, isEstimated }) => {
        const { x, y } = place(iteration, D)
        const label = spiralPoint(iteration, Math.max(D, target) * scale + 14)
        return (
          <g key={iteration}>
            <circle class={isEstimated ? 'mark estimated' : 'mark'} cx={x} cy={y} r={4.5} />
            <text
              class="value"
              x={round(CENTRE + label.x)}
              y={round(CENTRE + label.y) + 4}
              text-anchor="middle"
            >
              {iteration}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function at({ x, y }: { x: number; y: number }) {
  return { cx: x, cy: y }
}
