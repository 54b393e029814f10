import type { Word } from '../reading/read-question.ts'

/** What is known about words from many questions. */
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

/** How rare a stem is. */
export function rarityOf({ rarity, rarest }: WordTable, stem: string): number {
  return rarity.get(stem) ?? rarest
}

/** The key of two stems in either order. */
export function pairKey(left: string, right: string): string {
  return left < right ? `${left} ${right}` : `${right} ${left}`
}

/** Whether a word is a name: by how it is written here, or by how it is usually written. */
export function isNameIn({ names }: WordTable, { isName, stem }: Word): boolean {
  return isName || names.has(stem)
}
