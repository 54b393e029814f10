import { AGREEING_PAIRS } from '../../src/engine/conclude/confidence.ts'
import { createPairReader, type Embed } from '../../src/engine/measure/agreement/pair-reader.ts'
import { SUPPORT_FEATURES } from '../../src/engine/measure/agreement/support-features.ts'
import type { BoostedTrees } from '../../src/utils/boosted-trees.ts'
import { growBoostedTrees } from '../fitting/boosted-trees.ts'
import { readMembers } from './read-panel.ts'
import { foldOf, type Recording } from './recordings.ts'

/** Two answers to a question, the other of which was right, and whether this one was. */
interface OrderedPair {
  fold: number
  features: Float32Array
  isRight: boolean
}

const GROWTH = { trees: 300, leaves: 8, rate: 0.05, smallestLeaf: 60 }

/** The ordered pairs of answers that people judged separately, with a right other answer. */
export async function readOrderedPairs(recordings: Recording[], embed: Embed): Promise<OrderedPair[]> {
  const pairs: OrderedPair[] = []
  for (const recording of recordings) {
    if (!recording.isJudged) continue
    const reader = createPairReader(recording.query, embed)
    const members = readMembers(recording).filter((member) => member.answer !== null)
    const read = await Promise.all(members.map(({ answer }) => reader.read(answer!)))
    const fold = foldOf(recording)
    members.forEach((mine, index) => {
      members.forEach((other, place) => {
        if (index === place || !other.right) return
        pairs.push({ fold, features: reader.features(read[index]!, read[place]!), isRight: mine.right })
      })
    })
  }
  return pairs
}

/**
 * Trees that predict whether one answer is right if another is, grown on all pairs except those of some folds. Equivalent
 * pairs are weighted down: a panel must not be considered to agree only because most panels do.
 */
export function fitAgreement(pairs: OrderedPair[], without: number[] = []): BoostedTrees {
  const used = pairs.filter(({ fold }) => !without.includes(fold))
  const right = used.filter(({ isRight }) => isRight).length
  const weight = {
    right: (AGREEING_PAIRS * used.length) / right,
    wrong: ((1 - AGREEING_PAIRS) * used.length) / (used.length - right),
  }
  return growBoostedTrees(
    {
      features: SUPPORT_FEATURES,
      rows: used.map(({ features }) => features),
      truth: used.map(({ isRight }) => isRight),
      weights: used.map(({ isRight }) => (isRight ? weight.right : weight.wrong)),
    },
    GROWTH,
  )
}
