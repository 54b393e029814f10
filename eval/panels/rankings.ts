/** Spearman's rank correlation: the correlation of the ranks, with average ranks for ties. */
export function spearman(left: number[], right: number[]): number {
  return pearson(ranks(left), ranks(right))
}

/** Average precision: the mean of the precision at each true case, from the highest score down. */
export function averagePrecision(scores: number[], labels: number[]): number {
  const order = scores.map((score, index) => ({ score, label: labels[index] ?? 0 }))
  order.sort((left, right) => right.score - left.score)
  let found = 0
  let sum = 0
  order.forEach(({ label }, index) => {
    if (label !== 1) return
    found++
    sum += found / (index + 1)
  })
  return found === 0 ? 0 : sum / found
}

/** The highest recall at which precision is at least this high. */
export function recallAtPrecision(scores: number[], labels: number[], precision: number): number {
  const order = scores.map((score, index) => ({ score, label: labels[index] ?? 0 }))
  order.sort((left, right) => right.score - left.score)
  const all = labels.filter((label) => label === 1).length
  let found = 0
  let best = 0
  order.forEach(({ label }, index) => {
    found += label
    if (found / (index + 1) >= precision) best = found
  })
  return best / Math.max(1, all)
}

/** A statement of how sure it is, whether it was right, and the fold of its question. */
interface Stated {
  confidence: number
  right: boolean
  fold: number
}

/**
 * The share of questions that are answered where the confidence must reach a threshold, and how many of these answers are
 * right. The threshold answers most of the questions of the other folds at this precision.
 */
export function answerableAt(precision: number, stated: Stated[]): { answered: number; right: number } {
  const given = [...new Set(stated.map(({ fold }) => fold))].flatMap((fold) => {
    const least = thresholdFor(
      precision,
      stated.filter((one) => one.fold !== fold),
    )
    return stated.filter((one) => one.fold === fold && one.confidence >= least)
  })
  return {
    answered: given.length / stated.length,
    right: given.filter(({ right }) => right).length / given.length,
  }
}

/** The lowest confidence from which on this share is right; infinite if there is none. */
function thresholdFor(precision: number, stated: Stated[]): number {
  const order = [...stated].sort((one, other) => other.confidence - one.confidence)
  let [right, threshold] = [0, Number.POSITIVE_INFINITY]
  order.forEach((one, place) => {
    right += Number(one.right)
    const isLast = order[place + 1]?.confidence !== one.confidence
    if (isLast && right >= precision * (place + 1)) threshold = one.confidence
  })
  return threshold
}

function ranks(values: number[]): number[] {
  const order = values
    .map((value, index) => ({ value, index }))
    .sort((left, right) => left.value - right.value)
  const result = new Array<number>(values.length)
  for (let start = 0; start < order.length; ) {
    let end = start
    while (end < order.length && order[end]!.value === order[start]!.value) end++
    for (let place = start; place < end; place++) result[order[place]!.index] = (start + end - 1) / 2
    start = end
  }
  return result
}

function pearson(left: number[], right: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [leftMean, rightMean] = [mean(left), mean(right)]
  let together = 0
  let leftSquares = 0
  let rightSquares = 0
  left.forEach((value, index) => {
    const x = value - leftMean
    const y = right[index]! - rightMean
    together += x * y
    leftSquares += x * x
    rightSquares += y * y
  })
  return together / Math.sqrt(leftSquares * rightSquares)
}

/** The area under the ROC curve: the probability that a true case scores higher than a false one, with ties counting half. */
export function areaUnderRoc(scores: number[], labels: boolean[]): number {
  const places = ranks(scores)
  const positive = labels.filter(Boolean).length
  const negative = labels.length - positive
  if (positive === 0 || negative === 0) return Number.NaN
  const sum = places.reduce((total, place, index) => total + (labels[index] ? place + 1 : 0), 0)
  return (sum - (positive * (positive + 1)) / 2) / (positive * negative)
}
