import { describe, expect, it } from 'vitest'
import { NO_WORDS } from '../../../test/support/no-words.ts'
import { readQuestion } from './read-question.ts'
import type { WordTable } from './verifier-model.ts'
import { vetoesOf } from './vetoes.ts'
import { compareQuestions } from './word-order.ts'

/** Words that everybody knows, so that not every word is a rare one. */
const KNOWN =
  'kill city flight capital year boil water euro people work job recip build make drop price cost boston denver'.split(
    ' ',
  )
const TABLE: WordTable = {
  ...NO_WORDS,
  rarity: new Map(KNOWN.map((word) => [word, 3])),
  names: new Set(['boston', 'denver']),
}
const vetoes = (left: string, right: string) =>
  vetoesOf(compareQuestions(readQuestion(left), readQuestion(right), TABLE), TABLE)

describe('vetoesOf', () => {
  it.each([
    ['Who ruled in 1914?', 'Who ruled in 1918?', 'number'],
    ['Is Python 2 dead?', 'Is Python 3 dead?', 'number'],
    ['How do I buy an iPhone 6?', 'How do I buy an iPhone 6s?', 'number'],
    ['the largest city', 'the second largest city', 'number'],
    ['What does "carpe diem" mean?', 'What does "memento mori" mean?', 'quotation'],
    ['Why does it work?', 'Why does it not work?', 'negation'],
    ['Which birds live here?', 'Which birds live only here?', 'narrowing'],
    ['What does a[1:] do?', 'What does a[:1] do?', 'fine print'],
    ['How do I enable it?', 'How do I disable it?', 'opposite'],
    ['Can I work before the job?', 'Can I work after the job?', 'opposite'],
    ['flights from boston to denver', 'flights from denver to boston', 'swap'],
    ['people in boston', 'people in denver', 'name'],
  ])('sets “%s” and “%s” apart by their %s', (left, right, kind) => {
    expect(vetoes(left, right)).toContain(kind)
    expect(vetoes(right, left)).toContain(kind)
  })

  it.each([
    ['What does "carpe diem" mean?', 'What does carpe diem mean?'],
    ['The price is 1,000 euros', 'The price is €1000'],
    ['What is 5 km?', 'What is five kilometres?'],
    ['Who killed Caesar?', 'Who was Caesar killed by?'],
    ['How do I work?', 'Where can I work?'],
    ['Is C++ hard?', 'is c++ hard'],
  ])('finds nothing between “%s” and “%s”', (left, right) => expect(vetoes(left, right)).toEqual([]))
})
