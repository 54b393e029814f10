/** An API key as it is configured: its name and the SHA-256 of its value. */
export interface ApiKey {
  name: string
  digest: Uint8Array
}

/** The API keys the service accepts. */
export interface Keyring {
  /** Whether any key is configured; without one, authentication is off. */
  required: boolean
  /** The name of a key, or null when the key is unknown. */
  nameOf(key: string): string | null
}

/**
 * Compares digests in constant time: every byte of every key each time, so that the duration reveals
 * nothing about which key, or how much of it, matched.
 */
export function createKeyring(keys: ApiKey[], sha256: (text: string) => Uint8Array): Keyring {
  return {
    required: keys.length > 0,
    nameOf(key) {
      const given = sha256(key)
      let name: string | null = null
      for (const { name: candidate, digest } of keys) {
        let difference = digest.length ^ given.length
        for (let index = 0; index < given.length; index++) difference |= given[index]! ^ (digest[index] ?? 0)
        if (difference === 0) name = candidate
      }
      return name
    },
  }
}
