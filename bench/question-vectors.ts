import { existsSync } from 'node:fs'
import { readJsonLines } from '../eval/json-lines.ts'
import { EMBEDDING_DIMENSIONS } from '../src/contract/limits.ts'
import { toUnitLength } from '../src/vectors/cosine.ts'
import { openBuiltinEmbedder } from '../test/support/embedder.ts'
import { clusteredVectors, seededRandom } from '../test/support/sample-vectors.ts'

/** Pairs of real questions, which are not part of the repository. */
const FILES = ['qqp-train', 'qqp-dev'].map((name) => `../shared/eval/${name}.jsonl.gz`)

/** Vectors of questions to store, one after the other, and of others to ask. */
export interface QuestionVectors {
  /** What they are, for display. */
  name: string
  asked: Float32Array[]
  /** The vector of a question by its number, the same whenever it is called. */
  stored(place: number): Float32Array
}

/**
 * Real questions embedded by the built-in model, where they are to be found, otherwise made-up vectors. Beyond their
 * number, vectors lie between two of them.
 */
export async function questionVectors(askedCount: number, most: number): Promise<QuestionVectors> {
  const real = FILES.every((file) => existsSync(file)) ? await realVectors(most) : null
  const made = () => {
    const next = clusteredVectors(1, 2000)
    return Array.from({ length: most }, next)
  }
  const all = real ?? made()
  const step = Math.floor(all.length / askedCount)
  const isAsked = (place: number) => place % step === 0 && place / step < askedCount
  const stored = all.filter((_, place) => !isAsked(place))
  return {
    name: real ? 'real questions' : 'made-up vectors',
    asked: all.filter((_, place) => isAsked(place)),
    stored: (place) => stored[place] ?? between(stored, place),
  }
}

async function realVectors(most: number): Promise<Float32Array[]> {
  const pairs = FILES.flatMap((file) => readJsonLines<{ text_a: string; text_b: string }>(file))
  const texts = [...new Set(pairs.flatMap(({ text_a, text_b }) => [text_a, text_b]))].slice(0, most)
  const embedder = await openBuiltinEmbedder()
  const vectors: Float32Array[] = []
  for (let start = 0; start < texts.length; start += 256)
    vectors.push(...(await embedder.embed(texts.slice(start, start + 256))))
  return vectors
}

/** A vector somewhere between two others. */
function between(vectors: Float32Array[], place: number): Float32Array {
  const random = seededRandom(place)
  const some = () => vectors[Math.floor(random() * vectors.length)]!
  const [left, right, share] = [some(), some(), 0.2 + 0.6 * random()]
  const sum = new Float32Array(EMBEDDING_DIMENSIONS)
  for (let column = 0; column < sum.length; column++)
    sum[column] = share * left[column]! + (1 - share) * right[column]!
  return toUnitLength(sum)
}
