import { compareQuestions } from '../../src/cache/same-question/compare/compare-questions.ts'
import { leavesNothingOver } from '../../src/cache/same-question/compare/nothing-left-over.ts'
import type { WordTable } from '../../src/cache/same-question/compare/word-table.ts'
import { signalsOf } from '../../src/cache/same-question/features.ts'
import { isLong, readQuestion } from '../../src/cache/same-question/reading/read-question.ts'
import { VETOES } from '../../src/cache/same-question/vetoes.ts'
import { memoise } from '../../src/utils/bounded-cache.ts'
import { FOLDS, foldsOf } from './fit-verifier-folds.ts'
import { countWords, weighWords } from './fit-verifier-words.ts'
import type { LabelledPair } from './labelled-pairs.ts'
import { makeTraps } from './traps.ts'

/** Two questions to learn from. */
export interface Case {
  left: string
  right: string
  isSame: boolean
  fold: number
  /** What was changed to make it, or null where people asked it. */
  kind: string | null
  weight: number
  features: Float32Array
  /** The kinds of difference that set the two apart. */
  vetoes: string[]
  leavesNothing: boolean
}

interface Learning {
  cases: Case[]
  words: WordTable
}

/** All of the made pairs that differ, or that are the same, weigh so much of what the labelled pairs weigh. */
const MADE_WEIGHT = { different: 0.05, same: 0.1 }
const HEAVIEST_MADE = 2

/**
 * The labelled pairs and the pairs made from their questions, read and measured. What words say by themselves was
 * learned for each pair without the fold it stands in; the table that comes with them has seen all.
 */
export function learnCases(
  pairs: LabelledPair[],
  oddsOf: ((left: string, right: string, row: number | null) => number | null) | null,
): Learning {
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
      row,
    })),
    ...makeTraps(texts).map((trap) => ({ ...trap, fold: foldByText.get(trap.left)!, row: null })),
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
  const cases = compared.flatMap(({ pair, row, ...one }): Case[] => {
    const vetoes = Object.keys(VETOES).filter((name) => VETOES[name]!(pair, words) !== null)
    // Trees do not see what a veto decides, so the pair model need not read it.
    const odds =
      oddsOf === null ? undefined : vetoes.length > 0 ? 0 : oddsOf(pair.left.text, pair.right.text, row)
    // What the pair model cannot read is decided without it, and without these trees.
    if (odds === null) return []
    const signals = signalsOf(pair, without[one.fold]!)
    const features = Float32Array.from(odds === undefined ? signals : [...signals, odds])
    return [{ ...one, weight: weigh(one), features, vetoes, leavesNothing: leavesNothingOver(pair) }]
  })
  weighMade(cases)
  return { cases, words }
}

/** A question that stands in many pairs counts less in each, so that the topics of one winter do not rule. */
function weightsOf(pairs: LabelledPair[]): (of: { left: string; right: string }) => number {
  const count = new Map<string, number>()
  for (const text of pairs.flatMap(({ left, right }) => [left, right]))
    count.set(text, (count.get(text) ?? 0) + 1)
  return ({ left, right }) => 1 / Math.sqrt(Math.max(count.get(left) ?? 1, count.get(right) ?? 1))
}

/** Every kind of made pairs weighs as much as any other; those that a veto decides teach nothing. */
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
