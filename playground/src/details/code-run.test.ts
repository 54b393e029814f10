import { expect, it } from 'vitest'
import type { CodeRun } from '../../../src/contract/draft-review.ts'
import { rowsOf, runInWords } from './code-run.ts'

const behaviour = (models: string[], passed = 0) => ({ models, passed })
const tried = (input: string, expected: string | null, ...outcomes: string[]) => ({
  input,
  expected,
  outcomes,
})

function ranWith(changed: Partial<CodeRun>): CodeRun {
  return { language: 'python', form: 'call', behaviours: [], not_run: [], inputs: [], ...changed }
}

it('has first the inputs on which a draft differs or the delivered one misses what is stated, each in their order', () => {
  const rows = rowsOf(
    ranWith({
      inputs: [
        tried('same', null, '1', '1'),
        tried('stated', '[1]', '(1)', '(1)'),
        tried('missed', '3', '2', '2'),
        tried('differs', null, '1', '2'),
        tried('text', '"("', '"["', '"["'),
      ],
    }),
  )
  expect(rows.map(({ input }) => input)).toEqual(['missed', 'differs', 'text', 'same', 'stated'])
  expect(rows[1]!.cells).toEqual([
    { outcome: '1', differs: false, misses: false },
    { outcome: '2', differs: true, misses: false },
  ])
  expect(rows[0]!.cells.map(({ misses }) => misses)).toEqual([true, true])
})

it.each<[string, Partial<CodeRun>]>([
  [
    '4 of 5 drafts do the same on 2 inputs. The question states 2 results; the delivered draft gives both.',
    {
      behaviours: [behaviour(['a', 'b', 'c', 'd'], 2), behaviour(['e'])],
      inputs: [tried('f(1)', '1', '1', '0'), tried('f(2)', '2', '2', '2')],
    },
  ],
  [
    'No other draft does the same as the delivered one on 1 input. The question states 1 result; the delivered draft misses it. The drafts of b and c could not be run.',
    { behaviours: [behaviour(['a'])], not_run: ['vendor/b', 'c'], inputs: [tried('f(1)', '1', '0')] },
  ],
  [
    'No other draft does the same as the delivered one on 3 inputs. The question states 3 results; the delivered draft gives 2 of them.',
    {
      behaviours: [behaviour([], 2), behaviour(['a', 'b'])],
      inputs: [1, 2, 3].map((number) => tried('f()', `${number}`, '1', '1')),
    },
  ],
  [
    'No input could be tried on which most drafts come to an end. The draft of b could not be run.',
    { behaviours: [behaviour(['a'])], not_run: ['b'] },
  ],
])('says in words: %s', (words, changed) => {
  expect(runInWords(ranWith(changed))).toBe(words)
})
