import type { Word } from './read-question.ts'

export interface VerifierModel extends BoostedTrees {
  /** The lowest probability of a hit. */
  bar: number
  /** The highest probability if there is a veto. */
  vetoed: number
  words: WordTable
}

export interface WordTable {
  /** How rare each stem is, in nats, from 0; a stem that is not listed is rarer than all others. */
  rarity: Map<string, number>
  rarest: number
  /** Stems that are nearly always written as names. */
  names: Set<string>
  /** What it adds to the odds of the same question if a stem occurs on only one side. */
  alone: Map<string, number>
  /** What it adds if one stem corresponds to another, `left right` in alphabetical order. */
  instead: Map<string, number>
}

/** The key of two stems in either order. */
export function pairKey(left: string, right: string): string {
  return left < right ? `${left} ${right}` : `${right} ${left}`
}

/** Whether a word is a name: by how it is written here, or by how it is usually written. */
export function isNameIn({ names }: WordTable, { isName, stem }: Word): boolean {
  return isName || names.has(stem)
}

/** A decision tree: the value of a leaf, or a threshold on one feature and the trees for both sides. */
export type Tree = number | [feature: number, threshold: number, atMost: Tree, above: Tree]

export interface BoostedTrees {
  features: string[]
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
