import type { QuestionFilter } from '../../../../cache/past-questions.ts'
import { EMBEDDING_DIMENSIONS } from '../../../../contract/limits.ts'
import { createVectorIndex } from '../../../../vectors/index/vector-index.ts'
import type { DamageReport } from '../../../storage/damage.ts'
import { vectorOf } from '../../../storage/vector-bytes.ts'
import type { Database } from '../../database.ts'
import { readableRows } from '../../readable-rows.ts'
import { storedColumns } from '../../stored-columns.ts'
import { checkOpen } from '../../transaction.ts'
import { createPartitions, type Origin, originOf } from './partitions.ts'
import type { WrittenVector } from './question-rows.ts'

/** How many vectors are read at once: a millisecond or two. */
const READ_AT_ONCE = 128
/** How many numbers of questions are read at once. */
const NUMBERS_AT_ONCE = 2_000

const VECTOR = storedColumns({ number: 'number', question: 'number', vector: 'blob' })
const ORIGIN = storedColumns({ scope: 'text', router: 'text', fingerprint: 'text', edition: 'text' })
const readOrigin = (row: unknown) => originOf(ORIGIN.read(row))

/** The names of this data in damage reports. */
const VECTORS = 'the vectors of the cache'
const QUESTIONS = 'the questions of the cache'

interface IndexParts {
  database: Database
  /** Name of the model whose vectors are searched. */
  embedder: string
  damage: DamageReport
  /** How many questions may be stored. */
  mostQuestions: number
  /** Lets other work have its turn. */
  rest: () => Promise<void>
  /** Changes when another process has written. */
  othersVersion: () => number
}

/** The vectors of stored questions in memory, for search. It follows the table, whose rows are numbered in the order in which processes write them. */
export function createQuestionIndex(parts: IndexParts) {
  const { database, embedder, damage, mostQuestions, rest, othersVersion } = parts
  const since = database.prepare(
    `SELECT ${VECTOR.sql} FROM question_vectors WHERE number > ? ORDER BY rowid LIMIT ?`,
  )
  const origin = database.prepare(`SELECT ${ORIGIN.sql} FROM questions WHERE number = ? AND embedder = ?`)
  const count = database.prepare('SELECT COUNT(*) AS count FROM question_vectors')
  const numbers = database.prepare('SELECT number FROM questions WHERE number > ? ORDER BY number LIMIT ?')
  const index = createVectorIndex(rest, mostQuestions)
  const partitions = createPartitions()
  let last = 0
  /** Whether rows were written that are not in the index yet. */
  let isBehind = true
  let seen = othersVersion()
  let isDamaged = false
  let filling: Promise<void> | null = null

  function rowsSince() {
    const rows = damage.around(VECTORS, () => since.all(last, READ_AT_ONCE).map(VECTOR.read), null)
    if (rows !== null) return rows
    // What a damaged page hides is read once around it.
    const { sql, read } = VECTOR
    const all = { database, table: 'question_vectors', columns: sql, read, part: VECTORS, damage }
    const readable = isDamaged ? [] : readableRows(all)
    isDamaged = true
    return readable
  }

  /** Adds some of the vectors that were stored since the last call; returns whether there may be more. */
  function follow(): boolean {
    const rows = rowsSince()
    for (const row of rows) {
      last = Math.max(last, row.number)
      damage.around(VECTORS, () => addRow(row), undefined)
    }
    isBehind = rows.length >= READ_AT_ONCE
    return isBehind
  }

  function addRow({ question, vector }: ReturnType<typeof VECTOR.read>): void {
    const asked = damage.around(QUESTIONS, () => origin.all(question, embedder).map(readOrigin), [])
    for (const one of asked) put(question, one, vectorOf(vector, EMBEDDING_DIMENSIONS))
  }

  function put(question: number, asked: Origin, vector: Float32Array): void {
    remove(question)
    index.add({ id: question, partition: partitions.add(asked), vector })
  }

  function remove(question: number): void {
    const partition = index.remove(question)
    if (partition !== null) partitions.remove(partition)
  }

  const numbersAfter = (number: number) => numbers.all(number, NUMBERS_AT_ONCE) as Array<{ number: number }>

  /** Reads everything that is stored and not yet in the index. */
  function fill(): Promise<void> {
    filling ??= followToTheEnd().finally(() => {
      filling = null
    })
    return filling
  }

  async function followToTheEnd(): Promise<void> {
    do await rest()
    while (database.open && follow())
  }

  return {
    /** The nearest stored questions, whoever stored them. */
    async search(vector: Float32Array, filter: QuestionFilter, limit: number) {
      const version = othersVersion()
      if (version !== seen) isBehind = true
      seen = version
      // Much was written since the last search; the rest is found a moment later. If it fails, so will the next search.
      if (isBehind && follow()) fill().catch(() => {})
      return index.search(vector, { partitions: partitions.find(filter), limit })
    },
    /** Adds a vector that this process has written. */
    add({ number, question, vector }: WrittenVector, asked: Origin): void {
      // Rows of other processes that came before it have yet to be read.
      isBehind ||= number !== last + 1
      if (isBehind) return
      last = number
      put(question, asked, vector)
    },
    /** This process has written vectors that are yet to be read. */
    fallBehind() {
      isBehind = true
    },
    remove: (questions: number[]) => questions.forEach(remove),
    fill,
    /** Removes what another process has deleted. */
    async prune(): Promise<void> {
      checkOpen(database)
      const { count: stored } = count.get() as { count: number }
      if (index.size() <= stored) return
      const kept = new Set<number>()
      let read = 0
      for (let some = numbersAfter(read); some.length > 0; some = numbersAfter(read)) {
        for (const { number } of some) kept.add(number)
        read = some.at(-1)!.number
        await rest()
        checkOpen(database)
      }
      // A question stored since then has a higher number.
      for (const question of index.ids()) if (question <= read && !kept.has(question)) remove(question)
    },
  }
}
