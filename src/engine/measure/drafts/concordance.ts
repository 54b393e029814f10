/** Fewer reviewers agree or disagree by chance. */
const FEWEST_REVIEWERS = 4

/** The ranks one reviewer gave, by the place of the draft. */
export type Ranking = ReadonlyMap<number, number>

/**
 * How far reviewers prefer the same drafts: Kendall's W, from 0 to 1; null with fewer than four. Nobody ranks their own
 * draft, so W is computed from the mean correlation r of all pairs of reviewers over the drafts that both ranked: with m
 * reviewers, W = (r (m − 1) + 1) / m, which for complete rankings is the usual definition.
 */
export function concordanceOf(rankings: Ranking[]): number | null {
  const given = rankings.filter((ranking) => ranking.size > 1)
  if (given.length < FEWEST_REVIEWERS) return null
  const correlations = given.flatMap((left, index) =>
    given.slice(index + 1).flatMap((right) => {
      const common = [...left.keys()].filter((draft) => right.has(draft))
      const value = correlation(
        common.map((draft) => left.get(draft)!),
        common.map((draft) => right.get(draft)!),
      )
      return value === null ? [] : [value]
    }),
  )
  if (correlations.length === 0) return null
  const mean = correlations.reduce((sum, value) => sum + value, 0) / correlations.length
  return Math.min(1, Math.max(0, (mean * (given.length - 1) + 1) / given.length))
}

/** The correlation of two lists of ranks; null where one of them prefers nothing. */
function correlation(left: number[], right: number[]): number | null {
  const [from, to] = [centred(left), centred(right)]
  const scale = Math.hypot(...from) * Math.hypot(...to)
  if (left.length < 2 || scale === 0) return null
  return from.reduce((sum, value, index) => sum + value * to[index]!, 0) / scale
}

/** Ranks within the list, ties sharing their mean rank, less their mean. */
function centred(values: number[]): number[] {
  const ranks = values.map(
    (value) =>
      values.filter((other) => other < value).length +
      (values.filter((other) => other === value).length - 1) / 2,
  )
  const mean = (values.length - 1) / 2
  return ranks.map((rank) => rank - mean)
}
