import { createHash } from 'node:crypto'
import type { VectorStore } from '../../vectors/vector-store.ts'
import type { Database } from './database.ts'

interface VectorRow {
  text_hash: string
  vector: Buffer
}

/** Keeps vectors in SQLite under a hash of their text. */
export function createSqliteVectorStore(database: Database): VectorStore {
  const all = database.prepare('SELECT text_hash, vector FROM vectors WHERE embedder = ?')
  const hashes = database.prepare('SELECT text_hash FROM vectors WHERE embedder = ?')
  const insert = database.prepare(
    'INSERT OR REPLACE INTO vectors (embedder, text_hash, vector) VALUES (?, ?, ?)',
  )
  const insertAll = database.transaction((embedder: string, vectors: Map<string, Float32Array>) => {
    for (const [text, { buffer, byteOffset, byteLength }] of vectors)
      insert.run(embedder, hashOf(text), Buffer.from(buffer, byteOffset, byteLength))
  })
  const removeOthers = database.prepare('DELETE FROM vectors WHERE embedder <> ?')
  const remove = database.prepare('DELETE FROM vectors WHERE embedder = ? AND text_hash = ?')
  const removeAll = database.transaction((embedder: string, hashes: string[]) => {
    for (const hash of hashes) remove.run(embedder, hash)
  })

  return {
    async load(embedder, texts) {
      const rows = new Map((all.all(embedder) as VectorRow[]).map((row) => [row.text_hash, row.vector]))
      const found = new Map<string, Float32Array>()
      for (const text of texts) {
        const vector = rows.get(hashOf(text))
        // Copied: a database buffer need not start where 32-bit numbers may.
        if (vector !== undefined) found.set(text, new Float32Array(new Uint8Array(vector).buffer))
      }
      return found
    },

    async save(embedder, vectors) {
      insertAll(embedder, vectors)
    },

    async keepOnly(embedder, texts) {
      removeOthers.run(embedder)
      const kept = new Set(texts.map(hashOf))
      const rows = hashes.all(embedder) as Array<Pick<VectorRow, 'text_hash'>>
      removeAll(
        embedder,
        rows.map((row) => row.text_hash).filter((hash) => !kept.has(hash)),
      )
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
