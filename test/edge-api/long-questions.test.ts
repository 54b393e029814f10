import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { filled } from '../support/growth.ts'
import { replyAs } from '../support/panel-replies.ts'
import { processorTime } from '../support/processor-time.ts'
import { openService, post, type TestService } from '../support/service.ts'

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeAll(async () => {
  service = await openService(REAL_ROUTER)
  provider = fakeProvider((call) => replyAs('4', call))
})
afterAll(async () => {
  await service.stop()
  provider.restore()
})

const CHARACTERS = 200_000
const ask = async (query: string, more: object = {}) => {
  const response = await post(service.edge, '/consensus-iterative', { query, kind: 'closed', ...more })
  expect(response.status).toBe(200)
  return response.json()
}

describe('a question of 200,000 characters', () => {
  it.each([
    ['prose', 'Mr. A. Smith asked what the price of 5 km of wire was today; nobody answered. '],
    ['one word', 'a'],
    ['digits', '1234567890'],
    ['Chinese', '光的速度是多少今天'],
    ['a sign that stands for eighteen', 'ﷺ'],
    ['letters with accents', 'é à ü '],
    ['accents', '\u0301'],
    ['line breaks', '\n'],
    ['brackets', '[({'],
    ['options', '\nA) one\nB) two'],
    ['quotation marks', '"a '],
  ])('is read, compared and stored in a moment: %s', async (_, piece) => {
    const query = filled('What is it: ', piece)(CHARACTERS - 13)
    const time = await processorTime(async () => {
      expect((await ask(query)).cache_hit).toBe(false)
      expect((await ask(`${query.slice(0, -1)}y`)).cache_hit).toBe(false)
    })
    // Far more than it takes, and far less than anything whose time grows with the square.
    expect(time).toBeLessThan(4_000)
  })

  it('is answered from the cache only for the same text, to the last character', async () => {
    const query = filled('What is this? ', 'Word ')(CHARACTERS - 15)
    const { id } = await ask(query)
    expect(await ask(query)).toMatchObject({ cache_hit: true, id })
    expect((await ask(query.toLowerCase())).cache_hit).toBe(false)
  })

  it('comes with messages of as many characters, and more in all', async () => {
    const text = 'x'.repeat(CHARACTERS)
    const messages = ['user', 'assistant'].map((role) => ({ role, content: text }))
    expect(await ask(text, { messages })).toMatchObject({ final_answer: expect.stringContaining('4') })
  })
})
