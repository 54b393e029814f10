import { createHash } from 'node:crypto'
import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'
import type { VectorStore } from '../../../vectors/vector-store.ts'
import { createDamageReport } from '../damage.ts'
import type { Database } from '../database.ts'
import { storedColumns, vectorOf } from '../stored-columns.ts'
import { transact } from '../transaction.ts'

const HASH = storedColumns({ text_hash: 'text' })
const VECTOR = storedColumns({ text_hash: 'text', vector: 'blob' })

/** Stores vectors in SQLite by a hash of their text. Damaged ones count as missing, because they can be recomputed. */
export function createSqliteVectorStore(database: Database, damage = createDamageReport()): VectorStore {
  const all = database.prepare(`SELECT ${VECTOR.sql} FROM vectors WHERE embedder = ?`)
  const hashes = database.prepare(`SELECT ${HASH.sql} FROM vectors WHERE embedder = ?`)
  const around = <Value>(work: () => Value, otherwise: Value) =>
    damage.around('the vectors of the axioms', work, otherwise)
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
    around(() => {
      for (const row of all.iterate(embedder)) around(() => keep(row), undefined)
    }, undefined)
    return found
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

    async save(embedder, vectors) {
      const insertAll = () => {
        for (const [text, { buffer, byteOffset, byteLength }] of vectors)
          insert.run(embedder, hashOf(text), Buffer.from(buffer, byteOffset, byteLength))
      }
      around(() => transact(database, insertAll), undefined)
    },

    async keepOnly(embedder, texts) {
      const kept = new Set(texts.map(hashOf))
      const removeRest = () => {
        removeOthers.run(embedder)
        for (const row of hashes.all(embedder)) {
          const { text_hash: hash } = HASH.read(row)
          if (!kept.has(hash)) remove.run(embedder, hash)
        }
      }
      around(() => transact(database, removeRest), undefined)
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
