import { expect, test } from 'vitest'
import { type Embedder, rememberVectors } from './embedder.ts'

function counting() {
  const asked: string[] = []
  const embedder: Embedder = {
    name: 'counting',
    relevance: () => 0,
    async embed(texts) {
      asked.push(...texts)
      return texts.map((text) => Float32Array.of(text.length))
    },
  }
  return { asked, ...rememberVectors(embedder) }
}

test('a text that a caller repeats is embedded once, and each text gets its own vector', async () => {
  const { asked, embed } = counting()
  await embed(['one'], 'caller')
  const vectors = await embed(['fourth', 'one', 'three'], 'caller')
  expect(vectors.map(([length]) => length)).toEqual([6, 3, 5])
  expect(asked).toEqual(['one', 'fourth', 'three'])
})

test('what one caller asked is not remembered for another, nor for background work', async () => {
  const { asked, embed } = counting()
  await embed(['one'], 'caller')
  await embed(['one'], 'another')
  await embed(['one'])
  await embed(['one'])
  expect(asked).toHaveLength(4)
})
