import { signalsOf } from '../../src/cache/same-question/create-question-verifier.ts'
import { isLong, readQuestion } from '../../src/cache/same-question/read-question.ts'
import type { WordTable } from '../../src/cache/same-question/verifier-model.ts'
import { vetoesOf } from '../../src/cache/same-question/vetoes.ts'
import { compareQuestions } from '../../src/cache/same-question/word-order.ts'
import { memoise } from '../../src/utils/memoise.ts'
import { FOLDS, foldsOf } from './fit-verifier-folds.ts'
import { countWords, weighWords } from './fit-verifier-words.ts'
import type { LabelledPair } from './labelled-pairs.ts'
import { makeTraps } from './traps.ts'

/** A training pair of questions. */
export interface Case {
  left: string
  right: string
  isSame: boolean
  fold: number
  /** The change that produced it, or null if people asked it. */
  kind: string | null
  weight: number
  signals: Record<string, number>
  /** The kinds of difference between the two that are vetoes. */
  vetoes: string[]
}

interface Learning {
  cases: Case[]
  words: WordTable
}

/** The total weight of the generated pairs, different or same, relative to the labelled ones. */
const MADE_WEIGHT = { different: 0.05, same: 0.1 }
const HEAVIEST_MADE = 2

/**
 * The labelled pairs and the pairs generated from their questions, read and measured. The word weights of each pair were
 * learned without its fold; the table returned with them was learned from all.
 */
export function learnCases(pairs: LabelledPair[]): Learning {
  const read = memoise(readQuestion)
  const folds = foldsOf(pairs)
  const foldByText = new Map(
    pairs.flatMap(
      ({ left, right }, row) =>
        [
          [left, folds[row]!],
          [right, folds[row]!],
        ] as const,
    ),
  )
  const texts = [...foldByText.keys()]
  const counted: WordTable = { ...countWords(texts.map(read)), alone: new Map(), instead: new Map() }
  const raw = [
    ...pairs.map(({ left, right, truth }, row) => ({
      left,
      right,
      isSame: truth === 1,
      fold: folds[row]!,
      kind: null,
    })),
    ...makeTraps(texts).map((trap) => ({ ...trap, fold: foldByText.get(trap.left)! })),
  ].filter(({ left, right }) => !isLong(read(left)) && !isLong(read(right)))
  const compared = raw.map((one) => ({
    ...one,
    pair: compareQuestions(read(one.left), read(one.right), counted),
  }))
  const labelled = compared
    .filter(({ kind }) => kind === null)
    .map(({ pair, isSame, fold }) => ({ alignment: pair.alignment, isSame, fold }))
  const without = Array.from(
    { length: FOLDS },
    (_, fold): WordTable => ({ ...counted, ...weighWords(labelled.filter((one) => one.fold !== fold)) }),
  )
  const words: WordTable = { ...counted, ...weighWords(labelled) }
  const weigh = weightsOf(pairs)
  const cases = compared.map(
    ({ pair, ...one }): Case => ({
      ...one,
      weight: weigh(one),
      signals: signalsOf(pair, without[one.fold]!),
      vetoes: vetoesOf(pair, words),
    }),
  )
  weighMade(cases)
  return { cases, words }
}

/** A question that occurs in many pairs counts less in each, so that a few popular topics do not dominate. */
function weightsOf(pairs: LabelledPair[]): (of: { left: string; right: string }) => number {
  const count = new Map<string, number>()
  for (const text of pairs.flatMap(({ left, right }) => [left, right]))
    count.set(text, (count.get(text) ?? 0) + 1)
  return ({ left, right }) => 1 / Math.sqrt(Math.max(count.get(left) ?? 1, count.get(right) ?? 1))
}

/** Every kind of generated pairs has the same weight; vetoed pairs have none. */
function weighMade(cases: Case[]): void {
  const whole = cases.reduce((sum, { kind, weight }) => sum + (kind === null ? weight : 0), 0)
  for (const isSame of [true, false]) {
    const made = cases.filter((one) => one.kind !== null && one.isSame === isSame && one.vetoes.length === 0)
    const counts = new Map<string, number>()
    for (const { kind } of made) counts.set(kind!, (counts.get(kind!) ?? 0) + 1)
    const share = (whole * (isSame ? MADE_WEIGHT.same : MADE_WEIGHT.different)) / Math.max(1, counts.size)
    for (const one of made) one.weight = Math.min(HEAVIEST_MADE, share / counts.get(one.kind!)!)
  }
}
