import { afterEach, describe, expect, it } from 'vitest'
import { openService, post, type TestService } from '../support/service.ts'

let service: TestService
afterEach(() => service.stop())

describe('a caller, while another is busy,', () => {
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

  it('is served despite the many connections and long lookups of the other', async () => {
    service = await openService({ TRUST_PROXY: '1' })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const answered: string[] = []
    const check = async (address: string, query: string) => {
      const response = await post(service.edge, '/cache/check', { query }, from(address))
      expect(response.status).toBe(200)
      answered.push(address)
    }
    await post(service.edge, '/consensus', { query: 'How high is the highest mountain?' }, from('192.0.2.9'))
    const long = Array.from({ length: 30 }, (_, place) =>
      `Why is stone ${place} grey? `.repeat(600).slice(0, 16_000),
    )
    await Promise.all([
      ...long.map((query) => check('192.0.2.1', query)),
      check('192.0.2.2', 'How high is that mountain?'),
    ])
    expect(answered.indexOf('192.0.2.2')).toBeLessThan(15)
  })
})
