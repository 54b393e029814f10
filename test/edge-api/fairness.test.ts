import { afterEach, describe, expect, it } from 'vitest'
import { openService, post, type TestService } from '../support/service.ts'

let service: TestService
afterEach(() => service.stop())

describe('one caller beside another', () => {
  it('is answered while a large batch of texts is being embedded', async () => {
    service = await openService({ API_KEYS: 'alice:key-of-alice,bob:key-of-bob', EMBEDDINGS_AUTH: 'on' })
    const answered: string[] = []
    const embed = async (name: string, text: string | string[]) => {
      const response = await post(service.edge, '/embeddings', { text }, { 'x-api-key': `key-of-${name}` })
      expect(response.status).toBe(200)
      await response.arrayBuffer()
      answered.push(name)
    }
    const batch = Array.from({ length: 100 }, (_, place) =>
      `rare words ${place} `.repeat(500).slice(0, 8_000),
    )
    const [large, ...small] = [
      ...Array.from({ length: 3 }, () => embed('alice', batch)),
      ...Array.from({ length: 5 }, () => embed('bob', 'a short text')),
    ]
    await Promise.all([large, ...small])
    expect(answered.slice(0, 5)).toEqual(['bob', 'bob', 'bob', 'bob', 'bob'])
  })
})
