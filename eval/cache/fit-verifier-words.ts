import type { Alignment } from '../../src/cache/same-question/align.ts'
import { exchangedIn } from '../../src/cache/same-question/create-question-verifier.ts'
import type { ReadQuestion, Word } from '../../src/cache/same-question/read-question.ts'
import { pairKey, type WordTable } from '../../src/cache/same-question/verifier-model.ts'
import { sigmoid } from '../fitting/logistic-regression.ts'

const FEWEST_QUESTIONS = 15
const FEWEST_NAMED = 5
const NAMED_SHARE = 0.85

/** How rare each stem is in the questions, and which stems are nearly always written as names. */
export function countWords(questions: ReadQuestion[]): Pick<WordTable, 'rarity' | 'rarest' | 'names'> {
  const holders = new Map<string, number>()
  const written = new Map<string, { all: number; named: number }>()
  for (const { words } of questions) {
    for (const stem of new Set(words.filter(counts).map((word) => word.stem)))
      holders.set(stem, (holders.get(stem) ?? 0) + 1)
    for (const { stem, isName, place, wordClass, number } of words) {
      // The first word is always capitalised.
      if (place === 0 || wordClass !== null || number !== null) continue
      const seen = written.get(stem) ?? { all: 0, named: 0 }
      written.set(stem, { all: seen.all + 1, named: seen.named + Number(isName) })
    }
  }
  const rarityOf = (count: number) => Math.round(10 * Math.log(questions.length / count)) / 10
  const known = [...holders].filter(([, count]) => count >= FEWEST_QUESTIONS)
  return {
    rarity: new Map(known.map(([stem, count]) => [stem, rarityOf(count)])),
    rarest: rarityOf(FEWEST_QUESTIONS / 3),
    names: new Set(
      [...written]
        .filter(([, { all, named }]) => named >= FEWEST_NAMED && named / all >= NAMED_SHARE)
        .map(([stem]) => stem),
    ),
  }
}

function counts({ wordClass, number }: Word): boolean {
  return wordClass === null && number === null
}

/** An aligned pair and whether both ask the same. */
export interface AlignedCase {
  alignment: Alignment
  isSame: boolean
}

const ROUNDS = 12
const PULL_TO_ZERO = 0.02
const RATE = 0.2
const FEWEST_ALONE = 20
const FEWEST_INSTEAD = 6
const SMALLEST = 0.25

/**
 * The weight of each word that occurs on one side only, and of each two words that replace each other: a logistic
 * regression on these and on the number of words left over, by gradient descent with decreasing step size.
 */
export function weighWords(cases: AlignedCase[]): Pick<WordTable, 'alone' | 'instead'> {
  const signals = cases.map(({ alignment }) => signalsOf(alignment))
  const seen = new Map<string, number>()
  for (const list of signals) for (const name of list) seen.set(name, (seen.get(name) ?? 0) + 1)
  const fewest = (name: string) =>
    name.startsWith('instead ') ? FEWEST_INSTEAD : name.startsWith('alone ') ? FEWEST_ALONE : 1
  const kept = signals.map((list) => list.filter((name) => seen.get(name)! >= fewest(name)))
  const weights = new Map<string, { weight: number; squares: number }>()
  for (let round = 0; round < ROUNDS; round++) {
    kept.forEach((list, index) => {
      const own = list.map((name) => {
        const known = weights.get(name) ?? { weight: 0, squares: 1 }
        weights.set(name, known)
        return known
      })
      const error = (cases[index]!.isSame ? 1 : 0) - sigmoid(own.reduce((sum, { weight }) => sum + weight, 0))
      for (const [place, one] of own.entries()) {
        const pull = list[place]!.includes(' ') ? (PULL_TO_ZERO * 30) / seen.get(list[place]!)! : 0
        const gradient = error - pull * one.weight
        one.squares += gradient * gradient
        one.weight += (RATE * gradient) / Math.sqrt(one.squares)
      }
    })
  }
  const of = (kind: string) =>
    new Map(
      [...weights]
        .filter(([name, { weight }]) => name.startsWith(`${kind} `) && Math.abs(weight) >= SMALLEST)
        .map(([name, { weight }]) => [name.slice(kind.length + 1), Math.round(weight * 10) / 10]),
    )
  return { alone: of('alone'), instead: of('instead') }
}

function signalsOf({ pairs, leftOver, rightOver }: Alignment): string[] {
  const [fewer, more] = [leftOver.length, rightOver.length].sort((one, other) => one - other)
  return [
    'always',
    `fewer${Math.min(4, fewer!)}`,
    `more${Math.min(6, more!)}`,
    ...[...leftOver, ...rightOver].filter(({ number }) => number === null).map(({ stem }) => `alone ${stem}`),
    ...pairs
      .filter(({ tie }) => tie !== 'equal')
      .map(({ left, right }) => `instead ${pairKey(left.stem, right.stem)}`),
    ...exchangedIn(leftOver, rightOver).map(([one, other]) => `instead ${pairKey(one.stem, other.stem)}`),
  ]
}
