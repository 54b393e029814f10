/** A decision tree: a leaf's value, or a question about one feature and the trees for both answers. */
export type Tree = number | [feature: number, threshold: number, atMost: Tree, above: Tree]

/** Trees whose values add up to the logarithm of the odds. */
export interface BoostedTrees {
  /** The names of the features, in the order of their numbers. */
  features: string[]
  /** The logarithm of the odds before any tree has spoken. */
  start: number
  trees: Tree[]
}

/** The probability that boosted trees give to some features. */
export function probabilityBy({ start, trees }: BoostedTrees, features: ArrayLike<number>): number {
  let odds = start
  for (const tree of trees) {
    let node = tree
    while (typeof node !== 'number') node = (features[node[0]] ?? 0) <= node[1] ? node[2] : node[3]
    odds += node
  }
  return 1 / (1 + Math.exp(-odds))
}

/** The most that boosted trees could say whatever one feature is that is not known yet. */
export function mostProbableBy(
  { start, trees }: BoostedTrees,
  features: ArrayLike<number>,
  unknown: number,
): number {
  const most = (node: Tree): number => {
    if (typeof node === 'number') return node
    const [feature, threshold, atMost, above] = node
    if (feature === unknown) return Math.max(most(atMost), most(above))
    return most((features[feature] ?? 0) <= threshold ? atMost : above)
  }
  const odds = trees.reduce<number>((sum, tree) => sum + most(tree), start)
  return 1 / (1 + Math.exp(-odds))
}
