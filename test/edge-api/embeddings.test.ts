import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EmbeddingBatchResponse, EmbeddingResponse } from '../../src/contract/embedding.ts'
import { expectError } from '../support/expect-error.ts'
import { get, keysOf, openService, post, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.stop())

const embed = (body: unknown) => post(service.edge, '/embeddings', body)

describe('POST /embeddings', () => {
  it('answers one text with its embedding, the model and the dimensions', async () => {
    const response = await embed({ text: 'The speed of light' })
    const body = await response.json()
    expect(response.status).toBe(200)
    EmbeddingResponse.strict().parse(body)
    expect(keysOf(body)).toEqual(['dimensions', 'embedding', 'model'])
    expect(body.dimensions).toBe(768)
    expect(body.embedding).toHaveLength(768)
    expect(body.embedding.every(Number.isFinite)).toBe(true)
    expect(Math.hypot(...body.embedding)).toBeCloseTo(1, 5)
  })

  it('names the model that serves axiom search too', async () => {
    const { model } = await (await embed({ text: 'light' })).json()
    const { embedding_model } = await (await get(service.edge, '/debug/axioms')).json()
    expect(model).toBe(embedding_model)
  })

  it('answers several texts with their embeddings in order, and their count', async () => {
    const texts = ['light', 'sound', 'heat']
    const body = await (await embed({ text: texts })).json()
    EmbeddingBatchResponse.strict().parse(body)
    expect(keysOf(body)).toEqual(['count', 'dimensions', 'embeddings', 'model'])
    expect(body.count).toBe(3)
    for (const [index, text] of texts.entries()) {
      expect(body.embeddings[index]).toEqual((await (await embed({ text })).json()).embedding)
    }
  })

  it('answers an array of one text like an array of several', async () => {
    const body = await (await embed({ text: ['light'] })).json()
    expect(body.count).toBe(1)
    expect(body.embeddings).toHaveLength(1)
  })

  it('accepts `input` for `text`, one or several, and prefers `text`', async () => {
    const one = await (await embed({ text: 'light' })).json()
    expect(await (await embed({ input: 'light' })).json()).toEqual(one)
    expect((await (await embed({ input: ['light', 'sound'] })).json()).count).toBe(2)
    expect(await (await embed({ text: 'light', input: 'sound' })).json()).toEqual(one)
  })

  it('accepts 128 texts of 32,000 characters', async () => {
    expect((await embed({ text: 'x'.repeat(32_000) })).status).toBe(200)
    expect((await embed({ text: Array.from({ length: 128 }, () => 'x') })).status).toBe(200)
  })

  it.each([
    ['no text', {}, 'text'],
    ['an empty text', { text: '' }, 'text'],
    ['a blank text', { text: ' \n\t' }, 'text'],
    ['a blank one among several', { text: ['light', ' '] }, 'text.1'],
    ['a number', { text: 5 }, 'text'],
    ['no texts', { text: [] }, 'text'],
    ['an empty one among several', { text: ['light', ''] }, 'text.1'],
    ['a text too long', { text: 'x'.repeat(32_001) }, 'text'],
    ['too many texts', { text: Array.from({ length: 129 }, () => 'x') }, 'text'],
    ['a number as input', { input: 5 }, 'input'],
  ])('rejects %s', async (_, body, path) => {
    await expectError(await embed(body), { status: 400, error: 'bad_request', paths: [path] })
  })
})
