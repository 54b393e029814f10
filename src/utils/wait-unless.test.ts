import { expect, test } from 'vitest'
import { waitUnless } from './wait-unless.ts'

test('a wait ends by itself, or with the reason of the signal that aborts first', async () => {
  const [one, other] = [new AbortController(), new AbortController()]
  await waitUnless(1, [one.signal, other.signal])
  const given = waitUnless(60_000, [one.signal, other.signal])
  const reason = new Error('enough')
  other.abort(reason)
  await expect(given).rejects.toBe(reason)
  await expect(waitUnless(60_000, [one.signal, other.signal])).rejects.toBe(reason)
})
