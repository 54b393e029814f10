import { expect, it } from 'vitest'
import type { Recording } from './recordings.ts'
import { drawStages, figuresOf } from './stages.ts'

const [ONE, TWO] = ['gpt-4o-mini', 'Llama-3.3-70B-Instruct-Turbo']
const OTHERS = ['gpt-4o', 'DeepSeek-V3', 'claude-3-5-sonnet']

/** A recorded question with the answers of five models, of which 4 is right. */
function recording(query: string, ...answers: string[]): Recording {
  const replies = [ONE, TWO, ...OTHERS].map((model, place) => {
    const answer = answers[place]!
    return [model, { text: `It is ${answer}. (${place})`, answer, right: answer === '4' }] as const
  })
  return { set: 'sums', query, form: 'number', replies: new Map(replies), extracted: [] }
}

it('cheap models are asked alone where they agree, right or wrong, and all models where they differ', async () => {
  const recordings = [
    recording('How many are 2 and 2?', '4', '4', '4', '4', '4'),
    recording('How many are 1 and 3?', '5', '5', '4', '4', '4'),
    recording('How many are 3 and 1?', '5', '4', '4', '4', '4'),
  ]
  const figures = await figuresOf({ set: 'sums', first: [ONE!, TWO!], others: OTHERS }, recordings)
  expect(figures).toMatchObject({
    questions: 3,
    bestOfFirst: { right: 2 / 3, callsPerQuestion: 1 },
    cheapFirst: { right: 2 / 3, passedOn: 1 / 3 },
    whole: { right: 1, passedOn: null },
  })
  expect(figures.cheapFirst.usdPerThousand).toBeLessThan(figures.whole.usdPerThousand)
  expect(figures.cheapFirst.callsPerQuestion).toBeLessThan(figures.whole.callsPerQuestion)
  const picture = drawStages([figures])
  expect(picture.match(/<circle/g)).toHaveLength(3 + 3)
  expect(picture).toContain('sums')
})
