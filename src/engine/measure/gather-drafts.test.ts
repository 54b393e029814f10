import { expect, it } from 'vitest'
import { type Draft, draftDistances } from './drafts.ts'

const draftBy = (author: string, similarity: Draft['similarity']): Draft => ({
  text: author,
  notes: '',
  authors: [author],
  score: 0,
  similarity: { ...similarity, [author]: 1 },
})

it('the distance of a draft is how unlike the others it is on average', () => {
  const distances = draftDistances([
    draftBy('ada', { bob: 0.8, cleo: 0 }),
    draftBy('bob', { ada: 0.8, cleo: 0.2 }),
    draftBy('cleo', { ada: 0, bob: 0.2 }),
  ])
  expect(distances.get('ada')).toBeCloseTo(0.6)
  expect(distances.get('bob')).toBeCloseTo(0.5)
  expect(distances.get('cleo')).toBeCloseTo(0.9)
})

it('the distance of the only draft is whole', () => {
  expect(draftDistances([draftBy('ada', {})])).toEqual(new Map([['ada', 1]]))
})
