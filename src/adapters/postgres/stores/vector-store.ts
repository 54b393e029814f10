import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'
import type { VectorStore } from '../../../vectors/vector-store.ts'
import type { Postgres } from '../postgres.ts'
import { textHash } from '../text-hash.ts'

/** Stores vectors in Postgres by a hash of their text. */
export function createPostgresVectorStore(postgres: Postgres): VectorStore {
  return {
    async load(embedder, texts) {
      const byHash = new Map(texts.map((text) => [hashOf(text), text]))
      const rows = await postgres.query<{ text_hash: string; vector: Buffer }>(
        'SELECT text_hash, vector FROM stretto.vectors WHERE embedder = $1 AND text_hash = ANY($2)',
        [embedder, [...byHash.keys()]],
      )
      return new Map(rows.map(({ text_hash, vector }) => [byHash.get(text_hash)!, vectorOf(vector)]))
    },

    async save(embedder, vectors) {
      // In the order of the hashes, so that processes that save the same texts do not block one another.
      await postgres.change(
        `INSERT INTO stretto.vectors (embedder, text_hash, vector)
         SELECT $1, text_hash, vector FROM unnest($2::text[], $3::bytea[]) AS saved (text_hash, vector)
         ORDER BY text_hash
         ON CONFLICT (embedder, text_hash) DO UPDATE SET vector = excluded.vector`,
        [embedder, [...vectors.keys()].map(hashOf), [...vectors.values()].map(bytesOf)],
      )
    },

    async keepOnly(embedder, texts) {
      await postgres.change('DELETE FROM stretto.vectors WHERE embedder <> $1 OR NOT text_hash = ANY($2)', [
        embedder,
        texts.map(hashOf),
      ])
    },
  }
}

function hashOf(text: string): string {
  return textHash(text).toString('hex')
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Copied: bytes from the driver need not be aligned for 32-bit numbers. */
function vectorOf(bytes: Buffer): Float32Array {
  const vector = new Float32Array(EMBEDDING_DIMENSIONS)
  new Uint8Array(vector.buffer).set(bytes)
  return vector
}
