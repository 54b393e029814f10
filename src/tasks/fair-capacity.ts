/** The last share of a room is for those who hold none of it, so that nobody can fill it alone. */
const KEPT_FREE = 0.1

/** How full a room may be for one more of a caller who holds so many places in it. */
export function capacityFor(held: number, limit: number): number {
  return held === 0 ? limit : limit - Math.floor(KEPT_FREE * limit)
}
