import { stableHash } from '../../src/utils/stable-hash.ts'
import { readJsonLines } from '../json-lines.ts'
import { readPairs } from './labelled-pairs.ts'

/** Two questions and whether they ask the same. */
export interface AskedPair {
  left: string
  right: string
  isSame: boolean
}

/** Labelled pairs under a name. */
export interface PairSet {
  name: string
  pairs: AskedPair[]
}

const LABELLED = ['qqp-dev', 'traps-atis', 'paws-dev']
const EVERYDAY = new URL('question-pairs.jsonl', import.meta.url).pathname

/** The sets that are always measured: three from a folder, and the everyday questions of this project in two halves. */
export function knownSets(folder: string): PairSet[] {
  const everyday = readPairFile(EVERYDAY)
  const isDev = ({ left, right }: AskedPair) => stableHash(`${left}\n${right}`) % 2 === 0
  return [
    ...LABELLED.map((name) => ({
      name,
      pairs: readPairs(folder, name).map(({ left, right, truth }) => ({ left, right, isSame: truth === 1 })),
    })),
    { name: 'everyday, dev', pairs: everyday.filter(isDev) },
    { name: 'everyday, test', pairs: everyday.filter((pair) => !isDev(pair)) },
  ]
}

interface Row {
  text_a?: string
  text_b?: string
  label?: number
  asked?: string
  stored?: string
  same?: boolean
}

/** Reads pairs from a JSON lines file with text_a, text_b and label, or with asked, stored and same. */
export function readPairFile(file: string): AskedPair[] {
  return readJsonLines<Row>(file).map((row, index) => {
    const [left, right] = [row.text_a ?? row.asked, row.text_b ?? row.stored]
    const isSame = row.same ?? (row.label === undefined ? undefined : row.label === 1)
    if (left === undefined || right === undefined || isSame === undefined) {
      throw new Error(
        `${file}, row ${index + 1} has neither text_a, text_b and label nor asked, stored and same.`,
      )
    }
    return { left, right, isSame }
  })
}
