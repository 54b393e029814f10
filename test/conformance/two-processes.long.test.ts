import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openPostgres } from '../../src/adapters/postgres/postgres.ts'
import { createPostgresSql } from '../../src/adapters/postgres/sql.ts'
import { createRunLedger } from '../../src/adapters/storage/run-ledger.ts'
import { allEventsOf, eventsOf, type ServerEvent } from '../support/event-stream.ts'
import { askedFor, replyAs } from '../support/panel-replies.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { type RunningService, startService } from '../support/process.ts'
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'
import { describeWithPostgres } from '../support/services.ts'

/** Generous: the machine may be busy, and nothing here is about speed. */
const PATIENCE = { timeout: 120_000, interval: 20 }
/** Long enough that a process on a busy machine does not lose a task by accident. */
const LEASE_MS = 5_000
const MODELS = ['vendor/agrees', 'vendor/follows', 'vendor/slow']
const PANEL = MODELS.map((model) => ({ provider: 'openrouter', name: model, model }))
const LOST = 'the lease of a task was lost; its run has stopped and pays for nothing more'

/** The ids of the runs that were counted for callers without a key. */
async function countedIn({ url }: { url: string }): Promise<string[]> {
  const postgres = openPostgres({ url, poolSize: 1 })
  const runs = await createRunLedger(createPostgresSql(postgres)).recent('anonymous').finally(postgres.close)
  return runs.map(({ id }) => id)
}

// Either takes a new task; the other is held back until the first has it.
describeWithPostgres('two processes on one PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let provider: ScriptedProvider
  let first: RunningService
  let second: RunningService
  /** Each test has a question of its own, because all share the processes. */
  let question: string
  let asks = 0
  /** How often the cache was asked so far. */
  let lookups = 0
  /** Lets the slow model answer when it is asked for a revision; those who wait are let go at once. */
  let release: () => void
  let released: Promise<void>

  beforeAll(async () => {
    database = await createTestDatabase({ isChanged: true })
    provider = await startScriptedProvider(async (call) => {
      const isSlow = call.model === 'vendor/slow'
      if (isSlow && askedFor(call.prompt) === 'rulings') await released
      return replyAs({ answer: isSlow ? '41' : '42', yieldsTo: '42' }, call)
    })
    const settings = {
      DATABASE_URL: database.url,
      OPENROUTER_API_KEY: 'some-key',
      OPENROUTER_BASE_URL: provider.url,
      TASK_LEASE_MS: String(LEASE_MS),
      // Counted together.
      RATE_LIMIT_BURST: '1000',
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_PER_HOUR: '100000',
    }
    ;[first, second] = await Promise.all([startService(settings), startService(settings)])
  })
  beforeEach(() => {
    question = `How many are in drawer ${asks++}?`
    released = new Promise<void>((resolve) => {
      release = resolve
    })
  })
  afterEach(() => {
    release()
    for (const { process } of [first, second]) process.kill('SIGCONT')
  })
  afterAll(async () => {
    for (const service of [first, second]) await service.end('SIGKILL')
    await provider.close()
    await database.drop()
  })

  const calls = () => provider.calls.filter(({ prompt }) => prompt.includes(question))
  const post = (url: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  /** Creates a task of the first process. */
  const createTask = async (headers: Record<string, string> = {}) => {
    second.process.kill('SIGSTOP')
    const created = await post(`${first.local}/consensus`, { query: question, models: PANEL }, headers)
    const { id } = (await created.json()) as { id: string }
    await vi.waitFor(() => expect(calls().length).toBeGreaterThan(0), PATIENCE)
    second.process.kill('SIGCONT')
    return id
  }
  const taskOf = async ({ local }: RunningService, id: string) =>
    (await fetch(`${local}/consensus/${id}`)).json()
  const watch = ({ local }: RunningService, id: string, after = '0') =>
    fetch(`${local}/consensus/${id}/events`, { headers: { 'last-event-id': after } })
  const asked = (what: ReturnType<typeof askedFor>) =>
    MODELS.map(
      (model) => calls().filter((call) => call.model === model && askedFor(call.prompt) === what).length,
    )

  /** Waits until a task of the first process is in its second iteration, with two of three replies paid for. */
  async function halfway(id: string): Promise<ServerEvent[]> {
    const seen: ServerEvent[] = []
    for await (const event of eventsOf(await watch(second, id))) {
      seen.push(event)
      const late = seen.filter(({ event: name, data }) => name === 'answer-received' && data.iteration === 2)
      if (late.length === 2) break
    }
    await vi.waitFor(() => expect(asked('rulings')).toEqual([1, 1, 1]), PATIENCE)
    return seen
  }

  it('hand over a task when the first is suspended for longer than its lease, and the first is fenced when it wakes', async () => {
    const before = first.output().length
    const id = await createTask()
    const seen = await halfway(id)
    const rest = watch(second, id, seen.at(-1)!.id!).then(allEventsOf)
    first.process.kill('SIGSTOP')
    // The second asks the one model again whose reply never came, and nobody else.
    await vi.waitFor(() => expect(asked('rulings')).toEqual([1, 1, 2]), PATIENCE)
    release()
    const events = [...seen, ...(await rest)]
    expect(asked('reply')).toEqual([1, 1, 1])
    const finished = await taskOf(second, id)
    expect(finished).toMatchObject({
      status: 'completed',
      result: { consensus_reached: true, iterations_used: 2 },
    })
    await vi.waitFor(
      () => expect(second.output()).toContain('resuming a task that no process was running'),
      PATIENCE,
    )
    // Begun by the first and again by the second, which kept it to the end.
    const begun = events.filter(({ event, data }) => event === 'iteration-start' && data.iteration === 2)
    expect(begun).toHaveLength(2)
    expect(events.at(-1)).toMatchObject({ event: 'task-change', data: finished })
    const paid = calls().length

    first.process.kill('SIGCONT')
    await vi.waitFor(() => expect(first.output().slice(before)).toContain(LOST), PATIENCE)
    expect(await taskOf(first, id)).toEqual(finished)
    expect(await allEventsOf(await watch(first, id))).toEqual(events)
    expect(calls()).toHaveLength(paid)
    expect((await countedIn(database)).filter((counted) => counted === id)).toHaveLength(1)
  })

  it('show the events of a task in either, in order, also to a watcher who comes back', async () => {
    const id = await createTask()
    const seen = await halfway(id)
    const rest = watch(second, id, seen.at(-1)!.id!).then(allEventsOf)
    release()
    const there = [...seen, ...(await rest)]
    expect(await allEventsOf(await watch(first, id))).toEqual(there)
    expect(there.map(({ id: number }) => Number(number))).toEqual(there.map((_, place) => place + 1))
    const iterations = there.filter(({ event }) => event === 'iteration-end')
    expect(iterations.map(({ data }) => data.iteration)).toEqual([1, 2])
    expect(there.at(-1)).toMatchObject({ event: 'task-change', data: { status: 'completed' } })
  })

  it('cancel a task of the other, which stops and pays for nothing more', async () => {
    const before = first.output().length
    const id = await createTask()
    await halfway(id)
    const paid = calls().length
    const cancelled = await fetch(`${second.local}/consensus/${id}`, { method: 'DELETE' })
    expect(await cancelled.json()).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
    await vi.waitFor(() => expect(first.output().slice(before)).toContain(LOST), PATIENCE)
    expect(calls()).toHaveLength(paid)
    const unanswered = calls().find(
      (call) => call.model === 'vendor/slow' && askedFor(call.prompt) === 'rulings',
    )
    await vi.waitFor(() => expect(unanswered?.gone.aborted).toBe(true), PATIENCE)
    expect(await taskOf(first, id)).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
  })

  it('answer a blocking caller in one with the result of the other', async () => {
    const once = { 'idempotency-key': question }
    const id = await createTask(once)
    await halfway(id)
    const waiting = post(`${second.local}/consensus/sync`, { query: question, models: PANEL }, once)
    release()
    expect(await (await waiting).json()).toMatchObject({ id, answer: '42', consensus_reached: true })
    expect(asked('rulings')).toEqual([1, 1, 1])
  })

  it('pay once for the same question at the same time', async () => {
    const ask = ({ edge }: RunningService) =>
      post(`${edge}/consensus-iterative`, { query: question, models: MODELS })
    const paid = ask(first)
    await vi.waitFor(() => expect(asked('rulings')).toEqual([1, 1, 1]), PATIENCE)
    const waiting = ask(second)
    release()
    const [one, two] = await Promise.all([paid, waiting].map(async (response) => (await response).json()))
    lookups += 2
    expect(two).toMatchObject({ id: one.id, cache_hit: true })
    expect(asked('reply')).toEqual([1, 1, 1])
  })

  it('count together', async () => {
    const lookUp = ({ edge }: RunningService) => post(`${edge}/cache/check`, { query: question })
    const answers = Array.from({ length: 20 }, (_, place) => lookUp(place % 2 === 0 ? first : second))
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
    lookups += answers.length
    const stats = { total_queries: lookups }
    for (const { edge } of [first, second])
      await vi.waitFor(
        async () => expect(await (await fetch(`${edge}/cache/stats`)).json()).toMatchObject(stats),
        PATIENCE,
      )
  })

  // The last one, since the first process is gone then.
  it('count a task once that is killed in the first and completed by the second', async () => {
    const id = await createTask()
    await halfway(id)
    await first.end('SIGKILL')
    release()
    await vi.waitFor(
      async () => expect(await taskOf(second, id)).toMatchObject({ status: 'completed' }),
      PATIENCE,
    )
    expect((await countedIn(database)).filter((counted) => counted === id)).toHaveLength(1)
  })
})
