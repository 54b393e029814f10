import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPostgresPastQuestions } from '../../src/adapters/postgres/past-questions.ts'
import { openPostgres, type Postgres } from '../../src/adapters/postgres/postgres.ts'
import { createPostgresRateLimiter } from '../../src/adapters/postgres/rate-limiter.ts'
import { createPostgresSql } from '../../src/adapters/postgres/sql.ts'
import { createDelayedWrites } from '../../src/adapters/storage/delayed-writes.ts'
import { createQuestionPairs } from '../../src/adapters/storage/question-pairs.ts'
import type { PastQuestions, QuestionPairs } from '../../src/cache/past-questions.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { seededRandom } from '../support/sample-vectors.ts'
import { sampleResult, sampleVector } from '../support/samples.ts'
import { describeWithPostgres } from '../support/services.ts'

interface Replica {
  postgres: Postgres
  later: ReturnType<typeof createDelayedWrites>
  past: PastQuestions
  pairs: QuestionPairs
}

const SCOPES = ['key:alice', 'key:bob', 'key:carol']
const CONNECTIONS = 4
const AT_ONCE = 3 * CONNECTIONS
const UNLIMITED = { entries: 1_000_000, bytes: 1e12 }

function openReplica({ url }: TestDatabase): Replica {
  const postgres = openPostgres({ url, poolSize: CONNECTIONS })
  const later = createDelayedWrites(createPostgresSql(postgres), (error) => {
    throw error
  })
  const past = createPostgresPastQuestions({
    postgres,
    sql: createPostgresSql(postgres),
    later,
    embedder: 'sample',
  })
  return {
    postgres,
    later,
    past,
    pairs: createQuestionPairs(createPostgresSql(postgres), later),
  }
}

describeWithPostgres('replicas on one PostgreSQL', () => {
  let database: TestDatabase
  let replicas: Replica[]
  beforeEach(async () => {
    database = await createTestDatabase()
    replicas = [openReplica(database), openReplica(database), openReplica(database)]
  })
  afterEach(async () => {
    for (const { later, postgres } of replicas) {
      await later.close()
      await postgres.close()
    }
    await database.drop()
  })

  const first = () => replicas[0]!
  const replicaAt = (place: number) => replicas[place % replicas.length]!
  /** As many at once as there are connections: a busy machine lets nobody wait for one too long. */
  async function times<Result>(count: number, work: (place: number) => Promise<Result>): Promise<Result[]> {
    const results: Result[] = []
    while (results.length < count) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - results.length) }, (_, place) => place)
      results.push(...(await Promise.all(some.map((place) => work(results.length + place)))))
    }
    return results
  }
  const askedOnce = (id: string, scope = 'key:alice') =>
    sampleResult({ id, scope, query: `What is ${id}?`, normalisedQuery: `what is ${id}` })

  /** What is stored, counted row by row. */
  async function stored() {
    const [rows] = await first().postgres.query<Record<string, number>>(
      `SELECT (SELECT count(*) FROM stretto.questions) AS questions,
         (SELECT count(*) FROM stretto.questions
            WHERE NOT EXISTS (SELECT 1 FROM stretto.results WHERE question = number)) AS orphans,
         (SELECT count(*) FROM (SELECT DISTINCT embedder, query_hash FROM stretto.questions WHERE vector IS NOT NULL)
            AS embedded FULL JOIN stretto.question_graph AS graph USING (embedder, query_hash)
            WHERE embedded IS NULL OR graph IS NULL) AS misplaced,
         count(*) AS entries, COALESCE(sum(bytes), 0)::bigint AS bytes FROM stretto.results`,
    )
    return rows!
  }

  describe('that save the same question at once', () => {
    it('keep every result of it, and one question with one vector', async () => {
      await times(30, (place) => replicaAt(place).past.save(sampleResult({ id: `${place}` }), sampleVector()))
      expect(await stored()).toMatchObject({ questions: 1, entries: 30, misplaced: 0 })
      expect((await first().past.count()).entries).toBe(30)
    })
  })

  describe('that remove the last result of a question while another caller asks the same', () => {
    it('leave the vector of it in the graph', async () => {
      for (let round = 0; round < 20; round++) {
        await first().past.save(sampleResult({ id: `${round} before` }), sampleVector())
        const other = sampleResult({ id: `${round} after`, scope: 'key:bob' })
        await Promise.all([
          replicaAt(1).past.remove([`${round} before`]),
          replicaAt(2).past.save(other, sampleVector()),
        ])
        expect(await stored()).toMatchObject({ questions: 1, misplaced: 0 })
        await first().past.remove([other.id])
        expect(await stored()).toMatchObject({ questions: 0, misplaced: 0 })
      }
    })
  })

  describe('that remove the last result of a question while another saves one to it', () => {
    it('leave the new result with its question', async () => {
      for (let round = 0; round < 20; round++) {
        const [before, after] = [`${round} before`, `${round} after`]
        await first().past.save(sampleResult({ id: before }), sampleVector())
        await Promise.all([
          replicaAt(1).past.remove([before]),
          replicaAt(2).past.save(sampleResult({ id: after, createdAt: 2_000 }), sampleVector()),
        ])
        expect((await first().past.get(after, 'key:alice'))?.id).toBe(after)
        expect(await stored()).toMatchObject({ questions: 1, entries: 1 })
        await first().past.remove([after])
        expect(await stored()).toMatchObject({ questions: 0, entries: 0 })
      }
    })
  })

  describe('that remove and use the same results at once, in any order', () => {
    it('do not block one another, and remove each once', async () => {
      const ids = Array.from({ length: 400 }, (_, place) => `${place}`)
      await times(400, (place) => replicaAt(place).past.save(askedOnce(`${place}`), null))
      const random = seededRandom(7)
      const removed = await times(12, async (place) => {
        const { past, pairs, later } = replicaAt(place)
        const shuffled = ids.toSorted(() => random() - 0.5)
        for (const id of shuffled) {
          past.markUsed(id, 2_000 + place)
          pairs.noteServed(id, 'a question', 2_000 + place)
        }
        const [count] = await Promise.all([past.remove(shuffled), later.flush()])
        return count
      })
      expect(removed.reduce((sum, some) => sum + some)).toBe(400)
      expect(await stored()).toMatchObject({ entries: 0, questions: 0 })
    })
  })

  describe('that evict at once', () => {
    it('delete exactly what is too much', async () => {
      await times(60, (place) =>
        replicaAt(place).past.save(askedOnce(`${place}`, SCOPES[place % 2]), sampleVector()),
      )
      const removed = await times(9, (place) => replicaAt(place).past.evict({ ...UNLIMITED, entries: 40 }))
      expect(removed.reduce((sum, some) => sum + some)).toBe(20)
      expect(await first().past.count()).toMatchObject({ entries: 40 })
      expect(await stored()).toMatchObject({ entries: 40, questions: 40, orphans: 0, misplaced: 0 })
    })

    it('delete exactly what has expired', async () => {
      await times(250, (place) =>
        replicaAt(place).past.save({ ...askedOnce(`${place}`), keptUntil: 5_000 }, null),
      )
      const removed = await times(6, (place) => replicaAt(place).past.expire(5_000))
      expect(removed.reduce((sum, some) => sum + some)).toBe(250)
      expect(await first().past.count()).toEqual({ entries: 0, bytes: 0 })
    })
  })

  describe('that save, use, note, remove, evict and expire at once', () => {
    it('never block one another, and count what is there', async () => {
      const random = seededRandom(19)
      const some = <Item>(items: Item[]) => items[Math.floor(random() * items.length)]!
      const ids = Array.from({ length: 60 }, (_, place) => `${place}`)
      const jobs: Array<(replica: Replica, place: number) => Promise<unknown>> = [
        ({ past }, place) => {
          const scope = some(SCOPES)
          const asked = some(['a', 'b', 'c', 'd'])
          const keptUntil = random() < 0.2 ? 5_000 : 20_000
          const result = { ...askedOnce(asked, scope), id: `${place}`, keptUntil }
          return past.save(result, sampleVector())
        },
        async ({ past, pairs, later }) => {
          for (const id of [some(ids), some(ids), some(ids)]) {
            past.markUsed(id, Math.floor(random() * 10_000))
            pairs.noteServed(id, `question ${some(ids)}`, Math.floor(random() * 10_000))
          }
          await later.flush()
        },
        ({ past }) => past.remove([some(ids), some(ids), some(ids), some(ids)]),
        ({ past }) => past.evict({ ...UNLIMITED, entries: 25 }),
        ({ past }) => past.expire(5_000),
        ({ past }) => past.outdated(0, 10).then(() => past.nearest(sampleVector(), filter, { limit: 5 })),
      ]
      const filter = { scope: 'key:alice', router: 'offline', edition: null, fingerprint: null }
      for (let round = 0; round < 6; round++) {
        await times(60, (place) =>
          jobs[place % 2 === 0 ? 0 : place % jobs.length]!(replicaAt(place), 60 * round + place),
        )
        ids.push(...Array.from({ length: 60 }, (_, place) => `${60 * round + place}`))
      }
      const { questions, orphans, misplaced, ...rows } = await stored()
      expect(await first().past.count()).toEqual(rows)
      expect({ orphans, misplaced }).toEqual({ orphans: 0, misplaced: 0 })
      expect(questions).toBeLessThanOrEqual(SCOPES.length * 4)
    })
  })

  describe('that limit requests', () => {
    const claim = { subject: 'address:one', window: { name: 'minute', limit: 10, seconds: 60 } } as const
    const limiterOf = ({ postgres }: Replica, name = 'edge') =>
      createPostgresRateLimiter(postgres, name, () => 1_700_000_040_000)

    it('allow together exactly the limit, and each API separately', async () => {
      const states = await times(30, (place) => limiterOf(replicaAt(place)).take([claim]))
      expect(states.filter(([state]) => state!.waitMs === 0)).toHaveLength(10)
      expect((await limiterOf(first(), 'local').peek([claim]))[0]?.remaining).toBe(10)
      expect((await limiterOf(first()).peek([claim]))[0]?.remaining).toBe(0)
    })

    it('count in the same windows, by the clock of the server', async () => {
      const hour = { subject: 'key:alice', window: { name: 'hour', limit: 10, seconds: 3600 } } as const
      const limiters = [0, 1, 2].map((place) => createPostgresRateLimiter(replicaAt(place).postgres, 'edge'))
      const states = await times(30, (place) => limiters[place % 3]!.take([hour]))
      // Twice as many if an hour began meanwhile.
      const allowed = states.filter(([state]) => state!.waitMs === 0).length
      expect([10, 20]).toContain(allowed)
    })
  })

  it('find nothing under an id with NUL, which PostgreSQL refuses', async () => {
    expect(await first().past.get('a\0b', 'key:alice')).toBeNull()
  })

  it('take questions of any length', async () => {
    const query = Array.from({ length: 4_000 }, (_, place) => `word${place * 7919}`).join(' ')
    const fingerprint = JSON.stringify([query, query])
    const saved = sampleResult({ id: 'one', query, normalisedQuery: query, fingerprint })
    await first().past.save(saved, sampleVector())
    expect((await first().past.findExact(query, saved, 5_000))?.id).toBe('one')
    const [near] = await first().past.nearest(sampleVector(), saved, { limit: 1 })
    expect(query.startsWith(near!.query), 'only its beginning is read').toBe(true)
    expect(near!.query.length).toBeGreaterThan(16_000)
  })
})
