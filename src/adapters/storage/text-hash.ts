import { hash } from 'node:crypto'
import { memoise } from '../../utils/memoise.ts'

/** A hash that stands for a text in an index: texts may be longer than an index takes. */
export function textHash(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** The same for fingerprints, of which most are those of a few panels. */
export const fingerprintHash = memoise(textHash, { most: 256, longestText: 10_000 })
