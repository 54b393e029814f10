import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { createKeyring, identify } from './authenticate.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const keyring = createKeyring([{ name: 'alice', digest: bytes('key of alice') }], bytes)

/** Whose key an Authorization header carries. */
async function nameIn(authorization: string): Promise<string> {
  const app = new Hono<RequestEnvironment>()
  app.use(identify({ keyring, addressOf: () => 'nowhere', isOperator: () => false }))
  app.get('/', (context) => context.text(context.get('caller').name ?? 'nobody'))
  return (await app.request('/', { headers: { authorization } })).text()
}

it.each(['Bearer key of alice', 'bearer key of alice', 'BEARER   key of alice', 'Bearer\tkey of alice'])(
  'the bearer token is read as a key: %j',
  async (authorization) => {
    expect(await nameIn(authorization)).toBe('alice')
  },
)

it.each(['Bearer', 'Bearerkey of alice', 'Basic key of alice', 'key of alice'])(
  'nothing else in the header is read as a key: %j',
  async (authorization) => {
    expect(await nameIn(authorization)).toBe('nobody')
  },
)

// Quadratic work on a header this long would not end within the day.
it('a header of a million spaces is read in linear time', async () => {
  expect(await nameIn(`Bearer${' '.repeat(1_000_000)}key of alice`)).toBe('alice')
})
