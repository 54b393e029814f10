import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

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

type Headers = Record<string, string>
const EVENTS = { Accept: 'text/event-stream' }
let asked = 0
const newQuestion = () => `What is ${++asked} + 4?`

/** The doors through which a stored answer may come: how they are asked, and whether their answer was stored. */
const DOORS = [
  ['POST /consensus-iterative', '/consensus-iterative', (query: string) => ({ query }), {}],
  ['POST /consensus-iterative with events', '/consensus-iterative', (query: string) => ({ query }), EVENTS],
  ['POST /consensus', '/consensus', (query: string) => ({ query }), {}],
  ['POST /v1/chat/completions', '/v1/chat/completions', chatOf(false), {}],
  ['POST /v1/chat/completions with stream: true', '/v1/chat/completions', chatOf(true), {}],
  ['POST /v1/responses', '/v1/responses', responseOf({}), {}],
  ['POST /v1/responses with stream: true', '/v1/responses', responseOf({ stream: true }), {}],
  ['POST /v1/responses with a summary', '/v1/responses', responseOf({ reasoning: { summary: 'auto' } }), {}],
] as const

function responseOf(fields: object) {
  return (input: string) => ({ model: 'stretto/auto', input, ...fields })
}

function chatOf(stream: boolean) {
  return (content: string) => ({ model: 'stretto/auto', messages: [{ role: 'user', content }], stream })
}

describe.each(DOORS)('%s', (_, path, body, headers) => {
  async function ask(query: string, more: Headers = {}) {
    const response = await post(service.edge, path, body(query), { ...headers, ...more })
    const text = await response.text()
    expect(response.status).toBe(200)
    const id = /"id":"([0-9a-f-]{36})"/.exec(text.slice(text.indexOf('"cache_hit"')))?.[1]
    expect(id).toBeDefined()
    return {
      isStored: text.includes('"cache_hit":true'),
      id,
      age: response.headers.get('Age'),
      ageInBody: /"age_seconds":([\d.]+)/.exec(text)?.[1],
    }
  }

  it('tells the age of a stored answer in whole seconds, and none of a fresh one', async () => {
    const query = newQuestion()
    expect(await ask(query)).toMatchObject({ isStored: false, age: null })
    for (let time = 0; time < 2; time++) {
      const { isStored, age, ageInBody } = await ask(query)
      expect(isStored).toBe(true)
      expect(age).toBe(String(Math.floor(Number(ageInBody))))
    }
  })

  it.each(['no-cache', 'max-age=0, No-Cache'])(
    'asks anew with Cache-Control: %s, and stores it',
    async (value) => {
      const query = newQuestion()
      const first = await ask(query)
      // Twice, since a body that is repeated is answered before it is read.
      for (let time = 0; time < 2; time++) await ask(query)
      const fresh = await ask(query, { 'Cache-Control': value })
      expect(fresh).toMatchObject({ isStored: false, age: null })
      expect(fresh.id).not.toBe(first.id)
      expect(await ask(query)).toMatchObject({ isStored: true, id: fresh.id })
    },
  )

  it('asks anew with Cache-Control: no-store, and stores nothing', async () => {
    const query = newQuestion()
    const first = await ask(query)
    const unstored = await ask(query, { 'Cache-Control': 'no-store' })
    expect(unstored.isStored).toBe(false)
    expect((await get(service.edge, `/results/${unstored.id}`)).status).toBe(404)
    expect(await ask(query)).toMatchObject({ isStored: true, id: first.id })
  })

  it('serves stored answers with other directives', async () => {
    const query = newQuestion()
    await ask(query)
    expect((await ask(query, { 'Cache-Control': 'max-age=60, private="no-cache"' })).isStored).toBe(true)
  })
})
