/** A decision tree: the value of a leaf, or a threshold on one feature and the trees for both sides. */
export type Tree = number | [feature: number, threshold: number, atMost: Tree, above: Tree]

/** Trees whose values add up to log odds. */
export interface BoostedTrees {
  /** The names of the features, by index. */
  features: string[]
  /** The log odds before any tree is applied. */
  start: number
  trees: Tree[]
}

/** The probability that the trees assign to a feature vector. */
export function probabilityBy({ start, trees }: BoostedTrees, features: ArrayLike<number>): number {
  let odds = start
  for (const tree of trees) {
    let node = tree
    while (typeof node !== 'number') node = (features[node[0]] ?? 0) <= node[1] ? node[2] : node[3]
    odds += node
  }
  return 1 / (1 + Math.exp(-odds))
}
