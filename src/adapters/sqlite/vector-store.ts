import { createHash } from 'node:crypto'
import type { VectorStore } from '../../vectors/vector-store.ts'
import type { Database } from './database.ts'
import { transact } from './transaction.ts'

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
  const removeOthers = database.prepare('DELETE FROM vectors WHERE embedder <> ?')
  const remove = database.prepare('DELETE FROM vectors WHERE embedder = ? AND text_hash = ?')

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
      transact(database, () => {
        for (const [text, { buffer, byteOffset, byteLength }] of vectors)
          insert.run(embedder, hashOf(text), Buffer.from(buffer, byteOffset, byteLength))
      })
    },

    async keepOnly(embedder, texts) {
      const kept = new Set(texts.map(hashOf))
      transact(database, () => {
        removeOthers.run(embedder)
        for (const { text_hash: hash } of hashes.all(embedder) as Array<Pick<VectorRow, 'text_hash'>>)
          if (!kept.has(hash)) remove.run(embedder, hash)
      })
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
