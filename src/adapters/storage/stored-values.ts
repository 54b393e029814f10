import { hash } from 'node:crypto'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { memoise } from '../../utils/memoise.ts'

/** A hash that stands for a text in an index: texts may be longer than an index takes. */
export function textHash(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** The same for fingerprints, of which most are those of a few panels. */
export const fingerprintHash = memoise(textHash, { most: 256, longestText: 10_000 })

/** A vector as bytes, which it shares. */
export function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** The vector in stored bytes. */
export function vectorOf(bytes: Uint8Array): Float32Array {
  // Copied: bytes of a database need not be aligned for 32-bit numbers.
  const vector = new Float32Array(new Uint8Array(bytes).buffer)
  if (vector.length !== EMBEDDING_DIMENSIONS)
    throw new Error(`A stored vector has ${vector.length} numbers instead of ${EMBEDDING_DIMENSIONS}.`)
  return vector
}
