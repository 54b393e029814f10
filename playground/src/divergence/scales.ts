/** A point in a drawing. */
export interface Point {
  x: number
  y: number
}

/** A path through points, in the language of SVG. */
export function pathThrough(points: Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
}

/** A tenth of a unit is finer than anyone sees. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}
