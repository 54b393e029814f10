import type { VectorMatch } from '../../vectors/vector-index.ts'

/** Inserts a match among the nearest so far, and drops those beyond the limit. */
export function keepNearest(best: VectorMatch[], match: VectorMatch, limit: number): void {
  if (best.length >= limit && (limit === 0 || !isCloser(match, best[limit - 1]!))) return
  const place = best.findIndex((other) => isCloser(match, other))
  best.splice(place === -1 ? best.length : place, 0, match)
  best.length = Math.min(best.length, limit)
}

/** The nearest of several lists, nearest first. */
export function mergeNearest(lists: VectorMatch[][], limit: number): VectorMatch[] {
  return lists
    .flat()
    .sort((left, right) => (isCloser(left, right) ? -1 : 1))
    .slice(0, limit)
}

/** Closer by cosine; ties are broken by id. */
function isCloser(left: VectorMatch, right: VectorMatch): boolean {
  return left.cosine > right.cosine || (left.cosine === right.cosine && left.id < right.id)
}
