import { stableHash } from '../../src/utils/stable-hash.ts'
import type { LabelledPair } from './labelled-pairs.ts'

/** The number of folds for cross-validation. */
export const FOLDS = 5

/** The fold of each pair: pairs that share a question, even through other pairs, are in the same fold. */
export function foldsOf(pairs: LabelledPair[]): number[] {
  const parent = new Map<string, string>()
  const rootOf = (text: string): string => {
    let root = text
    while ((parent.get(root) ?? root) !== root) root = parent.get(root)!
    // Path compression, for later lookups.
    for (let step = text; step !== root; ) {
      const next = parent.get(step)!
      parent.set(step, root)
      step = next
    }
    return root
  }
  for (const { left, right } of pairs) {
    const [one, other] = [rootOf(left), rootOf(right)]
    // The smaller text becomes the root, so that the order of the pairs does not matter.
    if (one !== other) parent.set(one < other ? other : one, one < other ? one : other)
  }
  return pairs.map(({ left }) => stableHash(rootOf(left)) % FOLDS)
}
