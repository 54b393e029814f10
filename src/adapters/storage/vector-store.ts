import { setImmediate } from 'node:timers/promises'
import type { VectorStore } from '../../vectors/embed-stored.ts'
import { bytesOf, type Change, query, type Sql, textHash, vectorOf } from './sql.ts'

/** How many vectors are read at a time: 3 kB each. */
const PAGE = 1_000
const NEXT_PAGE = query(
  { text_hash: 'text', vector: 'blob' },
  `FROM stretto.vectors WHERE embedder = $1 AND text_hash > $2 ORDER BY vectors.text_hash LIMIT ${PAGE}`,
)
const HASHES = query({ text_hash: 'text' }, 'FROM stretto.vectors WHERE embedder = $1')
const SAVE = `
  INSERT INTO stretto.vectors (embedder, text_hash, vector) VALUES :rows
  ON CONFLICT (embedder, text_hash) DO UPDATE SET vector = excluded.vector`
const REMOVE_OTHERS = 'DELETE FROM stretto.vectors WHERE embedder <> $1'
const REMOVE = 'DELETE FROM stretto.vectors WHERE embedder = $1 AND text_hash = $2'

/** Stores vectors by a hash of their text. */
export function createVectorStore(sql: Sql): VectorStore {
  /** On disk when it settles, because other models are paid for. */
  const change = (...changes: Change[]) =>
    sql.change(...changes.map((each) => ({ ...each, waitsForDisk: true })))

  return {
    async load(embedder, texts) {
      const wanted = new Map(texts.map((text) => [hashOf(text), text]))
      const vectors = new Map<string, Float32Array>()
      let last = ''
      for (;;) {
        const rows = await sql.read(NEXT_PAGE, [embedder, last])
        for (const row of rows) {
          const text = wanted.get(row.text_hash)
          if (text !== undefined) vectors.set(text, vectorOf(row.vector))
        }
        if (rows.length < PAGE) return vectors
        last = rows.at(-1)!.text_hash
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
      const rows = await sql.read(HASHES, [embedder])
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
