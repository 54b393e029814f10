import { describe, expect, it } from 'vitest'
import { NO_WORDS } from '../../../test/support/no-words.ts'
import { compareQuestions } from './compare/compare-questions.ts'
import type { WordTable } from './compare/word-table.ts'
import { readQuestion } from './reading/read-question.ts'
import { vetoesOf } from './vetoes.ts'

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
    ['Who ruled in 1914?', 'Who ruled in 1918?', 'number 1914 / 1918'],
    ['Is Python 2 dead?', 'Is Python 3 dead?', 'number 2 / 3'],
    ['How do I buy an iPhone 6?', 'How do I buy an iPhone 6s?', 'number 6 / 6s'],
    ['the largest city', 'the second largest city', 'number second / none'],
    [
      'What does "carpe diem" mean?',
      'What does "memento mori" mean?',
      'quoted text carpe diem / memento mori',
    ],
    ['Why does it work?', 'Why does it not work?', 'negation on one side'],
    ['Which birds live here?', 'Which birds live only here?', 'word only / none'],
    ['What does a[1:] do?', 'What does a[:1] do?', 'signs a[1:] / a[:1]'],
    ['How do I enable it?', 'How do I disable it?', 'opposites enable / disable'],
    ['Can I work before the job?', 'Can I work after the job?', 'opposites before / after'],
    ['flights from boston to denver', 'flights from denver to boston', 'places of boston and denver'],
    ['people in boston', 'people in denver', 'name boston / denver'],
  ])('sets “%s” and “%s” apart: %s', (left, right, difference) => {
    // Which comes first does not matter, but says in which order the difference is told.
    const [kind, ...details] = difference.split(/ (?:\/ )?/)
    for (const told of [vetoes(left, right), vetoes(right, left)]) {
      const found = told.find((text) => text.startsWith(kind!))
      for (const detail of details) expect(found).toContain(detail)
    }
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
