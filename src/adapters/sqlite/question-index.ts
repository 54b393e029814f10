import { setImmediate } from 'node:timers/promises'
import { coversFingerprint, STANDALONE } from '../../cache/cache-policy.ts'
import type { QuestionFilter, ResultFilter } from '../../cache/past-questions.ts'
import { createVectorIndex } from '../../vectors/index/vector-index.ts'
import { vectorOf } from '../storage/sql.ts'
import { rowsOf, type SqliteDatabase, selected } from './sql.ts'

/** How many vectors are read at once: a millisecond or two. */
const READ_AT_ONCE = 128

const VECTOR = { number: 'number', question: 'number', vector: 'blob' } as const
const ORIGIN = { scope: 'text', router: 'text', fingerprint: 'text', edition: 'text' } as const
const readVector = rowsOf(VECTOR)
const readOrigin = rowsOf(ORIGIN)

export interface IndexParts {
  database: SqliteDatabase
  embedder: string
  mostQuestions: number
}

/** The vectors of stored questions in memory, for search. */
export function createQuestionIndex({ database, embedder, mostQuestions }: IndexParts) {
  const following = database.prepare(
    `SELECT ${selected(VECTOR)} FROM question_vectors WHERE question_vectors.number > ?
     ORDER BY question_vectors.number LIMIT ?`,
  )
  const origin = database.prepare(
    `SELECT ${selected(ORIGIN)} FROM questions WHERE questions.number = ? AND questions.embedder = ?`,
  )
  const index = createVectorIndex(setImmediate, mostQuestions)
  const partitions = createPartitions()

  /** Adds a vector that is stored, in place of an earlier one of its question. */
  function add(question: number, vector: Float32Array): void {
    if (!database.open) return
    for (const row of origin.all(question, embedder)) {
      remove(question)
      index.add({ id: question, partition: partitions.add(readOrigin(row)), vector })
    }
  }

  function remove(question: number): void {
    const partition = index.remove(question)
    if (partition !== null) partitions.remove(partition)
  }

  return {
    add,
    remove: (questions: number[]) => questions.forEach(remove),
    search: (vector: Float32Array, filter: QuestionFilter, limit: number) =>
      index.search(vector, { partitions: partitions.find(filter), limit }),
    /** Reads everything that is stored, some at a time; questions may come and go meanwhile. */
    async fill(): Promise<void> {
      let last = 0
      for (;;) {
        await setImmediate()
        if (!database.open) return
        const rows = following.all(last, READ_AT_ONCE).map(readVector)
        for (const { question, vector } of rows) add(question, vectorOf(vector))
        if (rows.length < READ_AT_ONCE) return
        last = rows.at(-1)!.number
      }
    },
  }
}

type Origin = ResultFilter & { fingerprint: string }

interface CountedPartition {
  origin: Origin
  questions: number
}

/** A separator that occurs in no name of a key, router or panel. */
const GAP = '\u0000'

/** The partitions that hold questions, by scope and router, so that those of others are not scanned. */
function createPartitions() {
  const groups = new Map<string, Map<string, CountedPartition>>()
  const groupOf = ({ scope, router }: QuestionFilter) => scope + GAP + router
  const nameOf = (origin: QuestionFilter) => groupOf(origin) + GAP + origin.edition + GAP + origin.fingerprint

  return {
    add(origin: Origin): string {
      const name = nameOf(origin)
      const group = groups.get(groupOf(origin)) ?? new Map<string, CountedPartition>()
      const questions = (group.get(name)?.questions ?? 0) + 1
      groups.set(groupOf(origin), group.set(name, { origin, questions }))
      return name
    },

    remove(name: string): void {
      const groupName = name.split(GAP, 2).join(GAP)
      const group = groups.get(groupName)
      const partition = group?.get(name)
      if (partition === undefined || --partition.questions > 0) return
      group?.delete(name)
      if (group?.size === 0) groups.delete(groupName)
    },

    find(filter: QuestionFilter): string[] {
      const { edition, fingerprint } = filter
      const group = groups.get(groupOf(filter))
      if (group === undefined) return []
      if (edition !== null && fingerprint !== null && fingerprint !== STANDALONE)
        return group.has(nameOf(filter)) ? [nameOf(filter)] : []
      const covered = [...group].filter(
        ([, { origin }]) =>
          (edition ?? origin.edition) === origin.edition &&
          coversFingerprint(fingerprint, origin.fingerprint),
      )
      return covered.map(([name]) => name)
    },
  }
}
