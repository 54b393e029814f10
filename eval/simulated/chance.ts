import { stableHash } from '../../src/utils/stable-hash.ts'

/**
 * A number in [0, 1) derived from its purpose. Two runs that differ in one respect draw the same numbers for all others,
 * so that this respect explains the difference in their results.
 */
export function chance(...purpose: Array<string | number>): number {
  return stableHash(purpose.join('|')) / 2 ** 32
}

/** Picks one of some items in the same way. */
export function pick<Item>(items: readonly Item[], ...purpose: Array<string | number>): Item {
  return items[Math.floor(chance(...purpose) * items.length)]!
}
