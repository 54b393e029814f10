/** A point of a precision-recall curve. */
interface Point {
  recall: number
  precision: number
}

interface Curves {
  verifier: Point[]
  cosine: Point[]
  /** The point of the shipped thresholds. */
  bar: { recall: number; precision: number | null }
}

const SIZE = { width: 720, height: 440, left: 64, right: 24, top: 44, bottom: 56 }
/** The lowest precision that is drawn. */
const LOWEST = 0.4
const STEPS = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
const MOST_POINTS = 300

/** Draws precision against recall, readable on light and dark backgrounds. */
export function drawCurves({ verifier, cosine, bar }: Curves): string {
  const x = (recall: number) => round(SIZE.left + recall * (SIZE.width - SIZE.left - SIZE.right))
  const y = (precision: number) =>
    round(
      SIZE.height -
        SIZE.bottom -
        ((precision - LOWEST) / (1 - LOWEST)) * (SIZE.height - SIZE.top - SIZE.bottom),
    )
  const path = (points: Point[]) =>
    thinned(points)
      .filter(({ precision }) => precision >= LOWEST)
      .map(({ recall, precision }, index) => `${index === 0 ? 'M' : 'L'}${x(recall)} ${y(precision)}`)
      .join('')
  const across = STEPS.map(
    (step) =>
      `<line class="grid" x1="${SIZE.left}" x2="${SIZE.width - SIZE.right}" y1="${y(step)}" y2="${y(step)}"/><text x="${SIZE.left - 8}" y="${y(step) + 4}" text-anchor="end">${Math.round(100 * step)}%</text>`,
  )
  const up = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (step) =>
      `<line class="grid" x1="${x(step)}" x2="${x(step)}" y1="${SIZE.top}" y2="${SIZE.height - SIZE.bottom}"/><text x="${x(step)}" y="${SIZE.height - SIZE.bottom + 20}" text-anchor="middle">${Math.round(100 * step)}%</text>`,
  )
  const shipped =
    bar.precision === null
      ? ''
      : `<circle class="bar" cx="${x(bar.recall)}" cy="${y(Math.max(LOWEST, bar.precision))}" r="6"/><text x="${x(bar.recall) + 12}" y="${y(Math.max(LOWEST, bar.precision)) - 8}">shipped bar: ${percent(bar.precision)} right, ${percent(bar.recall)} found</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="Precision against recall on qqp-dev: the verifier above plain cosine">
<!-- Made by the subject “cache” of npm run eval, with its flag picture; not to be changed by hand. -->
<style>
  text { font: 13px system-ui, sans-serif; fill: #57606a }
  .title { font-size: 15px; font-weight: 600; fill: #1f2328 }
  .grid { stroke: #8c959f; stroke-opacity: .3 }
  .verifier { stroke: #0969da } .cosine { stroke: #bc4c00; stroke-dasharray: 6 4 }
  path { fill: none; stroke-width: 2.5; stroke-linejoin: round }
  .bar { fill: #0969da; stroke: #fff; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 } .title { fill: #f0f6fc } .verifier { stroke: #4493f8 } .cosine { stroke: #f0883e } .bar { fill: #4493f8; stroke: #0d1117 }
  }
</style>
<text class="title" x="${SIZE.left}" y="24">qqp-dev: how many hits are right, by how many are found</text>
${across.join('')}
${up.join('')}
<path class="cosine" d="${path(cosine)}"/>
<path class="verifier" d="${path(verifier)}"/>
${shipped}
<line class="verifier" x1="${SIZE.width - 200}" x2="${SIZE.width - 172}" y1="${SIZE.top + 18}" y2="${SIZE.top + 18}" stroke-width="2.5"/><text x="${SIZE.width - 164}" y="${SIZE.top + 22}">verifier</text>
<line class="cosine" x1="${SIZE.width - 200}" x2="${SIZE.width - 172}" y1="${SIZE.top + 40}" y2="${SIZE.top + 40}" stroke-width="2.5"/><text x="${SIZE.width - 164}" y="${SIZE.top + 44}">plain cosine</text>
<text x="${(SIZE.left + SIZE.width - SIZE.right) / 2}" y="${SIZE.height - 12}" text-anchor="middle">recall: share of same questions found</text>
<text transform="translate(16 ${(SIZE.top + SIZE.height - SIZE.bottom) / 2}) rotate(-90)" text-anchor="middle">precision: share of hits that are right</text>
</svg>
`
}

/** Thins out the points to keep the file small; the first ones, where the curve jumps, are all kept. */
function thinned(points: Point[]): Point[] {
  const step = Math.max(1, Math.ceil(points.length / MOST_POINTS))
  return points.filter((_, index) => index % step === 0 || index === points.length - 1)
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)}%`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
