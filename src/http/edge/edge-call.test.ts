import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { cacheWishOf } from './edge-call.ts'

const app = new Hono().get('/', (context) => context.json(cacheWishOf(context)))

async function wishOf(header?: string) {
  const headers = new Headers(header === undefined ? [] : [['Cache-Control', header]])
  return (await app.request('/', { headers })).json()
}

describe('the header Cache-Control', () => {
  it.each([
    undefined,
    '',
    'max-age=10',
    'x-max-age=0',
    'max-age',
    'no-transform',
    'x-no-cache',
    'private="a, no-cache, b"',
    'no cache',
  ])('asks for nothing: %s', async (header) => {
    expect(await wishOf(header)).toEqual({ noCache: false, noStore: false })
  })

  it.each([
    'no-cache',
    'NO-CACHE',
    'max-age=0',
    'private, Max-Age=00',
    'max-age=5, no-cache',
    'private="a, b" ,\tNo-Cache ,',
    'no-cache="x, y"',
  ])('asks for an answer that was not stored: %s', async (header) => {
    expect(await wishOf(header)).toEqual({ noCache: true, noStore: false })
  })

  it.each(['no-store', 'No-Store, no-cache', 'max-age=5,no-store'])(
    'asks that nothing be stored, either: %s',
    async (header) => {
      expect(await wishOf(header)).toEqual({ noCache: true, noStore: true })
    },
  )
})
