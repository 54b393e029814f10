import { readQuestion } from '../../src/cache/same-question/read-question.ts'
import { stableHash } from '../../src/utils/stable-hash.ts'
import type { Change, TrapSource } from './trap-source.ts'
import { CHANGES } from './traps-different.ts'
import { REWORDINGS } from './traps-same.ts'

/** A question and a changed version of it, and whether both still ask the same. */
export interface Trap {
  left: string
  right: string
  isSame: boolean
  kind: string
}

/** One in this many questions is used for each common kind of change. */
const ONE_IN = 40

/** Generates similar pairs that differ in meaning, and reworded pairs that do not; always the same ones. */
export function makeTraps(questions: string[]): Trap[] {
  const { names, nouns } = wordsFor(questions)
  return questions.flatMap((text) => {
    const words = readQuestion(text).words
    if (words.length < 4 || words.length > 40) return []
    const pick = <Item>(items: Item[], purpose: string) =>
      items[stableHash(`${purpose} ${text}`) % Math.max(1, items.length)]
    const source: TrapSource = { text, words, pick, names, nouns }
    const made = (changes: Record<string, Change>, isSame: boolean) =>
      Object.entries(changes).flatMap(([kind, change]): Trap[] => {
        // Rare kinds are always used, common ones only sometimes.
        if (COMMON.has(kind) && stableHash(`${kind} ${text}`) % ONE_IN !== 0) return []
        const right = change(source)
        return right === null || right === text ? [] : [{ left: text, right, isSame, kind }]
      })
    return [...made(CHANGES, false), ...made(REWORDINGS, true)]
  })
}

const COMMON = new Set([
  'name',
  'noun',
  'word swap',
  'word swap, reworded',
  'keywords',
  'question word',
  'condition',
  'negation',
  'politeness',
  'contraction',
  'typo',
  'spacing',
  'how to',
  'asking',
  'article',
  'number',
  'place added',
  'year added',
  'part dropped',
  'opposite',
  'quantifier',
])

function wordsFor(questions: string[]): { names: string[]; nouns: string[] } {
  const names = new Set<string>()
  const nouns = new Set<string>()
  for (const text of questions.slice(0, 20_000)) {
    for (const { written, isName, wordClass, number, place } of readQuestion(text).words) {
      if (wordClass !== null || number !== null || place === 0 || !/^\p{L}{3,}$/u.test(written)) continue
      if (isName) names.add(written)
      else nouns.add(written)
    }
  }
  return { names: [...names], nouns: [...nouns] }
}
