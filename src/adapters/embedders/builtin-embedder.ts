import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../../contract/start-error.ts'
import { relevanceOn } from '../../vectors/cosine.ts'
import type { Embedder, PairKind } from '../../vectors/embedder.ts'
import { createTableModel } from '../../vectors/table-model.ts'
import { createWordPieces, type WordPieces } from '../../vectors/word-pieces.ts'
import { assetFolders, type ReadFile, verifyChecksum } from '../assets/data-files.ts'

const Description = z.object({
  name: z.string(),
  buckets: z.int(),
  pieces: z.int(),
  meaning: z.int(),
  order: z.int(),
  hidden: z.int(),
  from_order: z.int(),
  weights_sha256: z.string(),
  vocabulary_sha256: z.string(),
})

const UNBROKEN_PIECES = 500
/** The queue for texts without a caller. */
const OWN_WORK = 'embedding'

const textOf = (content: Uint8Array) => new TextDecoder().decode(content)

const Curve = z.object({ middle: z.number(), slope: z.number().positive() })
const Curves = z.object({ 'question-statement': Curve, 'question-question': Curve })

export type BuiltinEmbedder = Embedder & { wordPieces: WordPieces }

export type BuiltinModel = Awaited<ReturnType<typeof readBuiltinModel>>

/** Reads the embedding model that comes with the service: a table of word pieces, see `models/embedding/README.md`. */
export function readBuiltinModel(folder = assetFolders().embedding) {
  return loadBuiltinModel((file) => readFile(join(folder, file)), verifyChecksum)
}

/** Makes the embedding model of its files, which are verified where they could be damaged. */
export async function loadBuiltinModel(read: ReadFile, verify?: typeof verifyChecksum) {
  const readPart = (file: string) =>
    read(file).catch((error: Error) => {
      throw new StartError(
        `The built-in embedding model cannot be read: ${error.message}. Restore models/embedding from the repository.`,
      )
    })
  const readJson = async (file: string) => JSON.parse(textOf(await readPart(file)))
  const [description, curves, vocabulary, weights] = await Promise.all([
    readJson('model.json').then((content) => Description.parse(content)),
    readJson('relevance.json').then((content) => Curves.parse(content)),
    readPart('vocabulary.txt'),
    readPart('weights.bin'),
  ])
  await Promise.all([
    verify?.('models/embedding/vocabulary.txt', vocabulary, description.vocabulary_sha256),
    verify?.('models/embedding/weights.bin', weights, description.weights_sha256),
  ])

  const { buckets, pieces, meaning, order, hidden, from_order: fromOrder } = description
  const shape = { rows: buckets + pieces, meaning, order, hidden, fromOrder }
  return {
    // The name contains part of the checksum, so that vectors of retrained weights are never mixed with old ones.
    name: `${description.name}+${description.weights_sha256.slice(0, 8)}`,
    wordPieces: createWordPieces({ pieces: textOf(vocabulary).split('\n'), buckets }),
    table: createTableModel(shape, weights),
    relevance: (cosine: number, pair: PairKind) => relevanceOn(curves[pair], cosine),
  }
}

/** An embedder over the built-in model, which lets other work have its turn in between, until it is the caller's again. */
export function createBuiltinEmbedder(
  { name, wordPieces, table, relevance }: BuiltinModel,
  takeTurn: (caller: string) => Promise<void>,
): BuiltinEmbedder {
  return {
    name,
    wordPieces,
    relevance,
    async embed(texts, caller = OWN_WORK) {
      const vectors: Float32Array[] = []
      let unbroken = 0
      for (const text of texts) {
        const sum = table.begin()
        for (const piece of wordPieces.encode(text)) {
          sum.add(piece)
          if (++unbroken < UNBROKEN_PIECES) continue
          // Other requests get their turn, even in the middle of a text.
          await takeTurn(caller)
          unbroken = 0
        }
        vectors.push(sum.vector())
      }
      return vectors
    },
  }
}
