/** The score of a pair, whether it is a hit, and whether both questions really ask the same. */
export interface Verdict {
  score: number
  isHit: boolean
  isSame: boolean
}

/** The figures of a verifier on a set. */
export interface HitFigures {
  pairs: number
  same: number
  /** The share of different pairs that are hits. */
  falseHits: number
  /** The share of same pairs that are hits. */
  recall: number
  /** The share of hits that are right; null without hits. */
  precision: number | null
}

/** False hits, recall and precision of verdicts. */
export function hitFigures(verdicts: Verdict[]): HitFigures {
  const same = verdicts.filter(({ isSame }) => isSame)
  const hits = verdicts.filter(({ isHit }) => isHit)
  const right = hits.filter(({ isSame }) => isSame).length
  const different = verdicts.length - same.length
  return {
    pairs: verdicts.length,
    same: same.length,
    falseHits: (hits.length - right) / Math.max(1, different),
    recall: right / Math.max(1, same.length),
    precision: hits.length === 0 ? null : right / hits.length,
  }
}

/** The verdicts of a threshold that accepts at most a given share of the different pairs. */
export function atFalseHits(verdicts: Verdict[], most: number): Verdict[] {
  const scores = verdicts.filter(({ isSame }) => !isSame).map(({ score }) => score)
  const [bar = Number.NEGATIVE_INFINITY] = scores
    .sort((one, other) => other - one)
    .slice(Math.floor(most * scores.length + 1e-9))
  return verdicts.map((verdict) => ({ ...verdict, isHit: verdict.score > bar }))
}

/** Recall and precision at every threshold, from the highest score down. */
export function precisionCurve(verdicts: Verdict[]): Array<{ recall: number; precision: number }> {
  const ordered = verdicts.toSorted((one, other) => other.score - one.score)
  const same = ordered.filter(({ isSame }) => isSame).length
  let right = 0
  return ordered.flatMap(({ isSame, score }, index) => {
    right += Number(isSame)
    // Pairs with the same score are accepted or rejected together.
    if (ordered[index + 1]?.score === score) return []
    return [{ recall: right / Math.max(1, same), precision: right / (index + 1) }]
  })
}
