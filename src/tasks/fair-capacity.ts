/** The share of the capacity reserved for callers who use none of it, so that nobody can fill it alone. */
const RESERVED_SHARE = 0.1

/** The total usage up to which a caller with this many places may take another one. */
export function capacityFor(held: number, limit: number): number {
  return held === 0 ? limit : limit - Math.floor(RESERVED_SHARE * limit)
}
