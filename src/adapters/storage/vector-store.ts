import { setImmediate } from 'node:timers/promises'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import type { VectorStore } from '../../vectors/embed-stored.ts'
import { type Change, query, type Sql } from './sql.ts'
import { textHash } from './text-hash.ts'
import { bytesOf, vectorOf } from './vector-bytes.ts'

/** The name of this data in damage reports. */
const VECTORS = 'the vectors of the axioms'

/** How many vectors are read at a time: 3 kB each. */
const PAGE = 1_000
const NEXT_PAGE = query(
  { text_hash: 'text', vector: 'blob' },
  `FROM stretto.vectors WHERE embedder = $1 AND text_hash > $2 ORDER BY text_hash LIMIT ${PAGE}`,
)
const HASHES = query({ text_hash: 'text' }, 'FROM stretto.vectors WHERE embedder = $1')
const SAVE = `
  INSERT INTO stretto.vectors (embedder, text_hash, vector) VALUES ($1, $2, $3)
  ON CONFLICT (embedder, text_hash) DO UPDATE SET vector = excluded.vector`
const REMOVE_OTHERS = 'DELETE FROM stretto.vectors WHERE embedder <> $1'
const REMOVE = 'DELETE FROM stretto.vectors WHERE embedder = $1 AND text_hash = $2'

/** Stores vectors by a hash of their text. Damaged ones count as missing, because they can be recomputed. */
export function createVectorStore(sql: Sql): VectorStore {
  const { damage } = sql

  /** On disk when it settles, because other models are paid for. */
  async function change(...changes: Change[]): Promise<void> {
    const lasting = changes.map((each) => ({ ...each, waitsForDisk: true }))
    await damage.during(VECTORS, sql.change(...lasting), undefined)
  }

  return {
    async load(embedder, texts) {
      const wanted = new Map(texts.map((text) => [hashOf(text), text]))
      const found = new Map<string, Float32Array>()
      let last = ''
      for (;;) {
        const before = last
        const rows = await damage.during(VECTORS, sql.read(NEXT_PAGE, [embedder, before]), [])
        for (const row of rows) {
          damage.around(
            VECTORS,
            () => {
              last = row.text_hash
              const text = wanted.get(last)
              if (text !== undefined) found.set(text, vectorOf(row.vector, EMBEDDING_DIMENSIONS))
            },
            undefined,
          )
        }
        // It stays the same where all of a page is damaged.
        if (rows.length < PAGE || last === before) return found
        // All of them may take a while, and others should not have to wait for it.
        await setImmediate()
      }
    },

    save(embedder, vectors) {
      const byHash = [...vectors].map(([text, vector]) => [hashOf(text), bytesOf(vector)] as const)
      // In the order of the hashes, so that processes that save the same texts do not block one another.
      const inOrder = byHash.sort(([left], [right]) => (left < right ? -1 : 1))
      return change({ sql: SAVE, rows: inOrder.map(([hash, vector]) => [embedder, hash, vector]) })
    },

    async keepOnly(embedder, texts) {
      const kept = new Set(texts.map(hashOf))
      const rows = await damage.during(VECTORS, sql.read(HASHES, [embedder]), [])
      const gone = rows.map((row) => row.text_hash).filter((hash) => !kept.has(hash))
      await change(
        { sql: REMOVE_OTHERS, rows: [[embedder]] },
        { sql: REMOVE, rows: gone.map((hash) => [embedder, hash]) },
      )
    },
  }
}

function hashOf(text: string): string {
  return textHash(text).toString('hex')
}
