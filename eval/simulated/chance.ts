import { stableHash } from '../../src/utils/stable-hash.ts'

/**
 * A number in [0, 1) drawn from what it is for. Two runs that differ in one respect draw the same for all others, so
 * that what comes out differently is due to it.
 */
export function chance(...purpose: Array<string | number>): number {
  return stableHash(purpose.join('|')) / 2 ** 32
}

/** One of some items, drawn the same way. */
export function pick<Item>(items: readonly Item[], ...purpose: Array<string | number>): Item {
  return items[Math.floor(chance(...purpose) * items.length)]!
}
