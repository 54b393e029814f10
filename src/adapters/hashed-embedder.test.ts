import { expect, test } from 'vitest'
import { EMBEDDING_DIMENSIONS } from '../contract/limits.ts'
import { createHashedEmbedder } from './hashed-embedder.ts'

const embedder = createHashedEmbedder()

test.each(['hello', 'What is the speed of light?', '', '??', '🙂', 'é'.repeat(32_000)])(
  'every text has a vector of 768 numbers and length 1',
  async (text) => {
    const [vector] = await embedder.embed([text])
    expect(vector).toHaveLength(EMBEDDING_DIMENSIONS)
    expect(Math.hypot(...vector!)).toBeCloseTo(1, 5)
  },
)

test('a text is closer to one that shares its words than to one that does not', async () => {
  const near = await cosine('speed of light', 'the light travels at a high speed')
  const far = await cosine('speed of light', 'the capital of Australia')
  expect(near).toBeGreaterThan(far + 0.2)
})

test('a batch gives the vectors the texts have alone', async () => {
  const [first, second] = await embedder.embed(['one text', 'another'])
  expect(first).toEqual((await embedder.embed(['one text']))[0])
  expect(second).toEqual((await embedder.embed(['another']))[0])
})

test('relevance rises with the cosine, stays within 0 and 1, and is 1 for the same text', () => {
  for (const pair of ['question-statement', 'question-question'] as const) {
    const steps = Array.from({ length: 41 }, (_, index) => embedder.relevance(index / 20 - 1, pair))
    expect(steps).toEqual([...steps].sort((left, right) => left - right))
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
    expect(steps.at(-1)).toBe(1)
  }
})

async function cosine(left: string, right: string): Promise<number> {
  const [first, second] = await embedder.embed([left, right])
  return first!.reduce((sum, value, index) => sum + value * second![index]!, 0)
}
