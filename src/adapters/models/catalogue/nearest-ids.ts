const MOST_NAMED = 3
/** Ids that share less than this are not meant; found with the mistakes in the test beside this file. */
const LEAST_SHARED = 0.5

/** The ids that share the most pairs of letters with one, most similar first; the vendor may be missing. */
export function nearestIds(id: string, known: string[]): string[] {
  const given = pairsIn(id)
  return known
    .map((candidate) => {
      const model = candidate.slice(candidate.indexOf('/') + 1)
      return {
        candidate,
        shared: Math.max(share(given, pairsIn(candidate)), share(given, pairsIn(model))),
      }
    })
    .filter(({ shared }) => shared >= LEAST_SHARED)
    .sort((one, other) => other.shared - one.shared)
    .slice(0, MOST_NAMED)
    .map(({ candidate }) => candidate)
}

/** The pairs of neighbouring letters and digits of an id, whatever stands between them. */
function pairsIn(id: string): Set<string> {
  const letters = [...id.toLowerCase().replace(/[^a-z0-9]/g, '')]
  return new Set(letters.slice(1).map((letter, index) => letters[index]! + letter))
}

/** The share of the pairs of both that both have, from 0 to 1. */
function share(one: Set<string>, other: Set<string>): number {
  let common = 0
  for (const pair of one) if (other.has(pair)) common++
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size)
}
