import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { answerErrors } from '../shared/error-response.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { admission, createPlaces } from './admission.ts'

/** An app whose requests stay under way until they are let go. */
function heldApp(limit: number, waitOf: (caller: string) => number = () => 0) {
  const waiting: Array<() => void> = []
  const turns: string[] = []
  const app = new Hono<RequestEnvironment>()
  answerErrors(app, { info() {}, error() {} })
  app.use(async (context, next) => {
    context.set('caller', { name: null, address: context.req.header('x-address') ?? 'one' })
    await next()
  })
  app.use(
    admission(
      {
        limit,
        longestWaitMs: 1_000,
        waitOf,
        takeTurn: async (caller) => {
          turns.push(caller)
        },
      },
      ['/health'],
    ),
  )
  app.get('/health', (context) => context.text('up'))
  app.get('/fails', () => {
    throw new Error('broken')
  })
  app.get('/held', async (context) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return context.text('done')
  })
  const ask = (path: string, address = 'one') => app.request(path, { headers: { 'x-address': address } })
  return {
    turns,
    ask,
    /** Sends a request and comes back once it is under way. */
    async hold(address?: string) {
      const before = waiting.length
      const response = ask('/held', address)
      while (waiting.length === before) await new Promise(setImmediate)
      return response
    },
    letGo: () => waiting.shift()?.(),
  }
}

describe('admission', () => {
  it('refuses requests over the limit at once, with Retry-After', async () => {
    const { ask, hold, letGo } = heldApp(2)
    const held = [hold(), hold('two')].map((request) => request.catch(() => null))
    await new Promise(setImmediate)
    const refused = await ask('/held')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2'])
    expect(await refused.json()).toMatchObject({ error: 'unavailable' })
    letGo()
    letGo()
    await Promise.all(held)
    expect((await Promise.all([ask('/fails'), ask('/fails')])).map(({ status }) => status)).toEqual([
      500, 500,
    ])
  })

  it('answers free paths however many requests are in progress', async () => {
    const { ask, hold, letGo } = heldApp(1)
    const held = hold()
    await new Promise(setImmediate)
    expect((await ask('/health')).status).toBe(200)
    letGo()
    await held
  })

  it('frees a place when a request fails', async () => {
    const { ask } = heldApp(1)
    for (let request = 0; request < 3; request++) expect((await ask('/fails')).status).toBe(500)
  })

  it('reserves the last places for callers without one', async () => {
    const { ask, hold, letGo } = heldApp(10)
    const held = Array.from({ length: 9 }, () => hold())
    await new Promise(setImmediate)
    expect((await ask('/held', 'one')).status).toBe(503)
    const other = hold('two')
    await new Promise(setImmediate)
    for (let request = 0; request < 10; request++) letGo()
    expect((await other).status).toBe(200)
    await Promise.all(held)
  })

  it("starts each request in its caller's turn", async () => {
    const { ask, turns } = heldApp(3)
    await ask('/fails', 'two')
    await ask('/health', 'two')
    expect(turns).toEqual(['address:two', 'free address:two'])
  })

  it('refuses only the caller whose earlier work has waited too long', async () => {
    const { ask } = heldApp(10, (caller) => (caller === 'address:one' ? 1_001 : 0))
    const refused = await ask('/fails', 'one')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2'])
    expect((await ask('/fails', 'two')).status).toBe(500)
    expect((await ask('/health', 'one')).status).toBe(200)
  })
})

describe('places', () => {
  it('are refused with Retry-After beyond the limit, the last of them to one caller alone', () => {
    const places = createPlaces(10)
    const take = (caller: string) => places.take(caller, (taken) => `has ${taken} watchers`)
    const freed = Array.from({ length: 9 }, () => take('one'))
    const refusal = {
      code: 'unavailable',
      retryAfterSeconds: 2,
      message: expect.stringContaining('9 watchers'),
    }
    expect(() => take('one')).toThrow(expect.objectContaining(refusal))
    take('two')
    expect(() => take('three')).toThrow(expect.objectContaining({ code: 'unavailable' }))
    freed[0]!()
    expect(take('three')).toBeTypeOf('function')
  })
})
