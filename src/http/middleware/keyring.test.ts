import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createKeyring } from './authenticate.ts'

const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())
const keyring = createKeyring(
  [
    { name: 'alice', digest: sha256('key of alice') },
    { name: 'bob', digest: sha256('key of bob') },
  ],
  sha256,
)

describe('the keyring', () => {
  it('names the owner of a key', () => {
    expect(keyring.nameOf('key of alice')).toBe('alice')
    expect(keyring.nameOf('key of bob')).toBe('bob')
  })

  it.each(['', 'key of alic', 'key of alice ', 'Key of alice', 'alice', 'key of carol'])(
    'does not know %j',
    (key) => {
      expect(keyring.nameOf(key)).toBeNull()
    },
  )

  it('does not accept the digest of a key as the key', () => {
    expect(keyring.nameOf(Buffer.from(sha256('key of alice')).toString('hex'))).toBeNull()
  })

  it('does not confuse digests with the same beginning', () => {
    const short = createKeyring([{ name: 'short', digest: sha256('key').slice(0, 8) }], sha256)
    expect(short.nameOf('key')).toBeNull()
    const long = createKeyring([{ name: 'long', digest: Uint8Array.of(...sha256('key'), 0) }], sha256)
    expect(long.nameOf('key')).toBeNull()
  })

  it('requires a key only if one is configured', () => {
    expect(keyring.required).toBe(true)
    expect(createKeyring([], sha256).required).toBe(false)
    expect(createKeyring([], sha256).nameOf('')).toBeNull()
  })
})
