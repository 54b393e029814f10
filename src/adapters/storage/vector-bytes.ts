import { DamagedData } from './damaged-data.ts'

/** A vector as bytes, which it shares. */
export function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Stored bytes as this many 32-bit numbers; throws DamagedData if they do not match. */
export function vectorOf(bytes: Uint8Array, dimensions: number): Float32Array {
  if (bytes.byteLength !== dimensions * Float32Array.BYTES_PER_ELEMENT)
    throw new DamagedData('a vector in a row has the wrong length')
  // Copied: bytes of a database need not be aligned for 32-bit numbers.
  const vector = new Float32Array(new Uint8Array(bytes).buffer)
  // A loop, because `every` takes ten times as long, and the service reads all vectors when it starts.
  for (let place = 0; place < dimensions; place++)
    if (!Number.isFinite(vector[place])) throw new DamagedData('a vector in a row is not made of numbers')
  return vector
}
