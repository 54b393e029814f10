import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPostgresPastQuestions } from '../../src/adapters/postgres/past-questions.ts'
import { openPostgres, type Postgres } from '../../src/adapters/postgres/postgres.ts'
import { createPostgresSql } from '../../src/adapters/postgres/sql.ts'
import { closeDatabase, openDatabase } from '../../src/adapters/sqlite/database.ts'
import { createDelayedWrites } from '../../src/adapters/storage/delayed-writes.ts'
import { createQuestionPairs } from '../../src/adapters/storage/question-pairs.ts'
import { createResponseStore } from '../../src/adapters/storage/response-store.ts'
import { createRunLedger } from '../../src/adapters/storage/run-ledger.ts'
import { createTallyStore } from '../../src/adapters/storage/tally-store.ts'
import { readSettings } from '../../src/config/settings.ts'
import { moveToPostgres } from '../../src/main/move-to-postgres.ts'
import { FULL, fillDatabase, taskId } from '../support/full-database.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { openProcess } from '../support/postgres-tasks.ts'
import { sampleVector } from '../support/samples.ts'
import { describeWithPostgres } from '../support/services.ts'
import { inDatabase } from '../support/stored-database.ts'
import { createSqliteTaskPorts } from '../support/task-ports.ts'

const SCOPE = 'anonymous'

describeWithPostgres('stretto migrate', () => {
  let folder: string
  let database: TestDatabase
  let postgres: Postgres
  const move = () => moveToPostgres(readSettings({ DATA_DIR: folder, DATABASE_URL: database.url }))
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stretto-move-'))
    await fillDatabase(folder)
    database = await createTestDatabase({ isEmpty: true })
    postgres = openPostgres({ url: database.url, poolSize: 4 })
  })
  afterEach(async () => {
    await postgres.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('moves tasks in every state, with all that is needed to resume them', async () => {
    const sqlite = openDatabase(folder)
    const before = createSqliteTaskPorts(sqlite)
    await move()
    const after = await openProcess(postgres)
    for (let number = 0; number < FULL.tasks; number++) {
      const id = taskId(number)
      expect(await after.store.get(id, SCOPE)).toEqual(await before.store.get(id, SCOPE))
      expect(await after.progress.checkpointOf(id)).toEqual(await before.progress.checkpointOf(id))
      expect(await after.progress.repliesOf(id)).toEqual(await before.progress.repliesOf(id))
    }
    const unfinished = Array.from({ length: FULL.tasks }, (_, number) => number).filter(
      (number) => number % 3 < 2,
    )
    const claimed = await after.leases.claim({ owner: 'next', leaseMs: 10_000 }, { most: 100, except: [] })
    expect(claimed.map(({ task }) => task.id).sort()).toEqual(unfinished.map(taskId))
    await after.close()
    closeDatabase(sqlite)
  })

  it('moves a task that used the key of its caller as one whose process is gone', async () => {
    inDatabase(folder, (sqlite) =>
      sqlite.prepare('UPDATE tasks SET uses_caller_key = 1 WHERE id = ?').run(taskId(0)),
    )
    await move()
    const held = await postgres.query('SELECT id, leased_until FROM stretto.tasks WHERE owner IS NOT NULL')
    expect(held).toEqual([{ id: taskId(0), leased_until: new Date(0) }])
  })

  it('moves results with their vectors, pairs, statistics, counted runs and responses', async () => {
    await move()
    const later = createDelayedWrites(createPostgresSql(postgres), (error) => {
      throw error
    })
    const past = createPostgresPastQuestions({
      postgres,
      sql: createPostgresSql(postgres),
      later,
      embedder: 'sample',
    })
    expect((await past.count()).entries).toBe(FULL.results)
    expect((await past.get('result-3', SCOPE))?.query).toBe('What is the answer to question 3?')
    const stored = (await past.get('result-3', SCOPE))!
    const near = await past.nearest(sampleVector(3), { ...stored }, { limit: 1 })
    expect(near).toMatchObject([{ resultId: 'result-3', cosine: expect.closeTo(1, 3) }])
    const pairs = createQuestionPairs(createPostgresSql(postgres), later)
    expect(await pairs.servedTo('result-3')).toEqual(['Tell me the answer to question 3'])
    expect(await pairs.areDifferent(SCOPE, 'two', 'one')).toBe(true)
    expect(await createTallyStore(createPostgresSql(postgres), later).read(SCOPE)).toMatchObject({
      lookups: 5,
      hits: 3,
    })
    const [run] = await createRunLedger(createPostgresSql(postgres)).recent(SCOPE)
    expect(run).toMatchObject({ id: 'run', ballots: [{ model: 'vendor/first', group: 0, right: true }, {}] })
    expect(await createResponseStore(createPostgresSql(postgres)).get(SCOPE, 'resp_1')).not.toBeNull()
    await later.close()
  })

  it('refuses a database that is in use, and changes nothing', async () => {
    await move()
    const count = () => postgres.query('SELECT count(*) FROM stretto.results')
    const before = await count()
    await expect(move()).rejects.toThrow(/already in use/)
    expect(await count()).toEqual(before)
  })

  it('says what is missing', async () => {
    await expect(moveToPostgres(readSettings({ DATA_DIR: folder }))).rejects.toThrow(
      /^DATABASE_URL is missing/,
    )
    const elsewhere = readSettings({ DATA_DIR: join(folder, 'none'), DATABASE_URL: database.url })
    await expect(moveToPostgres(elsewhere)).rejects.toThrow(/^There is no database in/)
  })
})
