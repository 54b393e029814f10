import { EMBEDDING_DIMENSIONS } from '../../src/contract/limits.ts'
import { toUnitLength } from '../../src/vectors/cosine.ts'

/** A vector along one axis, bent a little towards the last. */
export function axis(place: number, bend = 0): Float32Array {
  const vector = new Float32Array(EMBEDDING_DIMENSIONS)
  vector[place % EMBEDDING_DIMENSIONS] = Math.sqrt(1 - bend * bend)
  if (bend > 0) vector[EMBEDDING_DIMENSIONS - 1] = bend
  return vector
}

/**
 * Gives unit vectors one by one, always the same for a seed: each near one topic and somewhat towards another, like
 * the embeddings of questions, with cosines around 0.6 within a topic and 0 across.
 */
export function clusteredVectors(seed: number, topics: number): () => Float32Array {
  const random = seededRandom(seed)
  const centres = Array.from({ length: topics }, () => noise(random))
  const some = () => centres[Math.floor(random() * topics)]!
  return () => {
    const [topic, other, lean, own] = [some(), some(), random() * 0.7, noise(random)]
    return toUnitLength(own.map((value, place) => topic[place]! + lean * other[place]! + 0.7 * value))
  }
}

/** About as long as 1, in a direction of its own. */
function noise(random: () => number): Float32Array {
  const scale = 2 * Math.sqrt(3 / EMBEDDING_DIMENSIONS)
  return new Float32Array(EMBEDDING_DIMENSIONS).map(() => (random() - 0.5) * scale)
}

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
