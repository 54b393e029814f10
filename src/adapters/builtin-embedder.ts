import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Embedder } from '../vectors/embedder.ts'
import { inSlices } from '../vectors/in-slices.ts'
import { relevanceOn } from '../vectors/relevance-curve.ts'
import { createTableModel, tableBytes } from '../vectors/table-model.ts'
import { createWordPieces } from '../vectors/word-pieces.ts'
import { projectRoot } from './data-files.ts'

const Description = z.object({
  name: z.string(),
  buckets: z.int(),
  longest_piece: z.int(),
  pieces: z.int(),
  meaning: z.int(),
  order: z.int(),
  hidden: z.int(),
  from_order: z.int(),
  weights_sha256: z.string(),
  vocabulary_sha256: z.string(),
})

const Curve = z.object({ middle: z.number(), slope: z.number().positive() })
const Curves = z.object({ 'question-statement': Curve, 'question-question': Curve })

/** Opens the model that comes with the service: a table of word pieces, see `models/embedding/README.md`. */
export async function openBuiltinEmbedder(
  folder = join(projectRoot(), 'models', 'embedding'),
): Promise<Embedder> {
  const path = (file: string) => join(folder, file)
  const [description, curves, vocabulary, weights] = await Promise.all([
    readFile(path('model.json'), 'utf8').then((text) => Description.parse(JSON.parse(text))),
    readFile(path('relevance.json'), 'utf8').then((text) => Curves.parse(JSON.parse(text))),
    readFile(path('vocabulary.txt')),
    readFile(path('weights.bin')),
  ])
  verify(path('vocabulary.txt'), vocabulary, description.vocabulary_sha256)
  verify(path('weights.bin'), weights, description.weights_sha256)

  const { buckets, meaning, order, hidden } = description
  const shape = {
    rows: buckets + description.pieces,
    meaning,
    order,
    hidden,
    fromOrder: description.from_order,
  }
  if (weights.length !== tableBytes(shape)) {
    throw new Error(`${path('weights.bin')} has ${weights.length} bytes where model.json tells of others.`)
  }
  const pieces = vocabulary.toString('utf8').split('\n')
  const wordPieces = createWordPieces({ pieces, buckets, longestPiece: description.longest_piece })
  const embedPieces = createTableModel(shape, weights)
  return {
    name: description.name,
    embed: (texts) => inSlices(texts, (text) => embedPieces(wordPieces.encode(text))),
    relevance: (cosine, pair) => relevanceOn(curves[pair], cosine),
  }
}

function verify(file: string, content: Buffer, expected: string): void {
  const found = createHash('sha256').update(content).digest('hex')
  if (found !== expected) {
    throw new Error(
      `${file} is damaged: its SHA-256 is ${found}, not ${expected}. Fetch the file from the repository again.`,
    )
  }
}
