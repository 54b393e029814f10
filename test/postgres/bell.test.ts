import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Bell, createPostgresBell } from '../../src/adapters/postgres/bell.ts'
import type { Postgres } from '../../src/adapters/postgres/postgres.ts'
import { StorageError } from '../../src/contract/storage-error.ts'
import { listenersOn, openOnPostgres } from '../support/postgres.ts'
import { describeWithPostgres } from '../support/services.ts'

/** Generous: the machine may be busy, and nothing here is about speed. */
const PATIENCE = { timeout: 60_000, interval: 20 }

describeWithPostgres('the bell of PostgreSQL', () => {
  let opened: Awaited<ReturnType<typeof openOnPostgres<object>>>
  let here: Bell
  let there: Bell
  beforeEach(async () => {
    opened = await openOnPostgres(() => ({}))
    here = createPostgresBell(opened.postgres)
    there = createPostgresBell(opened.postgres)
  })
  afterEach(async () => {
    await here.close()
    await there.close()
    await opened.close()
  })

  it('rings here and elsewhere, once for each', async () => {
    const [own, other] = [await listenTo(here), await listenTo(there)]
    const topics = Array.from({ length: 250 }, (_, place) => `topic-${place}`)
    for (const topic of topics) here.ring(topic)
    await vi.waitFor(() => expect(other).toEqual(topics), PATIENCE)
    there.ring('last')
    await vi.waitFor(() => expect(own).toEqual([...topics, 'last']), PATIENCE)
  })

  it('carries any topic as it is, and rings no more for those who have stopped listening', async () => {
    const listening = await listenTo(there)
    const stopped: Array<string | null> = []
    there.listen((topic) => stopped.push(topic))()
    here.ring("it's-«β»–100%:a")
    await vi.waitFor(() => expect(listening).toEqual(["it's-«β»–100%:a"]), PATIENCE)
    expect(stopped).toEqual([])
  })

  it('says that rings may have been missed when its connection was lost, and rings again', async () => {
    const heard = await listenTo(there)
    const lost = (await listenersOn(opened.postgres)).map(({ pid }) => pid)
    await opened.postgres.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS one (pid)', [
      lost,
    ])
    await vi.waitFor(() => expect(heard).toEqual([null]), PATIENCE)
    here.ring('topic')
    await vi.waitFor(() => expect(heard).toEqual([null, 'topic']), PATIENCE)
  })

  it('rings as soon as it can when all connections were in use', async () => {
    const heard = await listenTo(there)
    let isBusy = true
    const busy: Postgres = {
      ...opened.postgres,
      async query(sql, values) {
        if (!isBusy) return opened.postgres.query(sql, values)
        isBusy = false
        throw new StorageError('the database cannot be reached', null)
      },
    }
    const ringing = createPostgresBell(busy)
    ringing.ring('topic')
    await vi.waitFor(() => expect(heard).toEqual(['topic']), PATIENCE)
    await ringing.close()
  })

  it('rings no more when it is closed, even while it connects', async () => {
    const heard: Array<string | null> = []
    there.listen((topic) => heard.push(topic))
    await there.close()
    here.ring('topic')
    await here.close()
    expect(heard).toEqual([])
  })
})

/** Listens, and forgets the first ring, which says that the listening has begun. */
async function listenTo(bell: Bell): Promise<Array<string | null>> {
  const heard: Array<string | null> = []
  bell.listen((topic) => heard.push(topic))
  await vi.waitFor(() => expect(heard).toEqual([null]), PATIENCE)
  heard.length = 0
  return heard
}
