import { createHash } from 'node:crypto'
import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'
import type { VectorStore } from '../../../vectors/vector-store.ts'
import { createDamageReport } from '../damage.ts'
import type { Database } from '../database.ts'
import { storedColumns, vectorOf } from '../stored-columns.ts'

/** The name of this data in damage reports. */
const VECTORS = 'the vectors of the axioms'

const HASH = storedColumns({ text_hash: 'text' })
const VECTOR = storedColumns({ text_hash: 'text', vector: 'blob' })

/** Stores vectors in SQLite by a hash of their text. Damaged ones count as missing, because they can be recomputed. */
export function createSqliteVectorStore(database: Database, damage = createDamageReport()): VectorStore {
  const all = database.prepare(`SELECT ${VECTOR.sql} FROM vectors WHERE embedder = ?`)
  const hashes = database.prepare(`SELECT ${HASH.sql} FROM vectors WHERE embedder = ?`)
  const insert = database.prepare(
    'INSERT OR REPLACE INTO vectors (embedder, text_hash, vector) VALUES (?, ?, ?)',
  )
  const removeOthers = database.prepare('DELETE FROM vectors WHERE embedder <> ?')
  const remove = database.prepare('DELETE FROM vectors WHERE embedder = ? AND text_hash = ?')

  /** The vectors of a model by the hash of their text, as far as they can be read. */
  function stored(embedder: string): Map<string, Float32Array> {
    const found = new Map<string, Float32Array>()
    const keep = (row: unknown) => {
      const { text_hash, vector } = VECTOR.read(row)
      found.set(text_hash, vectorOf(vector, EMBEDDING_DIMENSIONS))
    }
    const readable = (work: () => void) => damage.around(VECTORS, work, undefined)
    readable(() => {
      for (const row of all.iterate(embedder)) readable(() => keep(row))
    })
    return found
  }

  /** Writes unless the table is damaged; on disk when it settles, because other models are paid for. */
  async function write(work: () => void): Promise<void> {
    try {
      await database.writes.write(work, { waitsForDisk: true })
    } catch (error) {
      if (!damage.takes(VECTORS, error)) throw error
    }
  }

  return {
    async load(embedder, texts) {
      const vectors = stored(embedder)
      return new Map(
        texts.flatMap((text) => {
          const vector = vectors.get(hashOf(text))
          return vector === undefined ? [] : [[text, vector] as const]
        }),
      )
    },

    save: (embedder, vectors) =>
      write(() => {
        for (const [text, { buffer, byteOffset, byteLength }] of vectors)
          insert.run(embedder, hashOf(text), Buffer.from(buffer, byteOffset, byteLength))
      }),

    keepOnly: (embedder, texts) =>
      write(() => {
        const kept = new Set(texts.map(hashOf))
        removeOthers.run(embedder)
        for (const row of hashes.all(embedder)) {
          const { text_hash: hash } = HASH.read(row)
          if (!kept.has(hash)) remove.run(embedder, hash)
        }
      }),
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
