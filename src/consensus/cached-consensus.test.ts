import { describe, expect, it } from 'vitest'
import { openProcess } from '../../test/support/cached-consensus.ts'
import { createMemoryPastQuestions } from '../../test/support/memory-past-questions.ts'
import { createMemoryRunClaims } from '../../test/support/memory-run-claims.ts'
import { createVirtualClock, settle } from '../../test/support/virtual-clock.ts'

const QUERY = 'What is the speed of light in a vacuum?'

describe('a result that the time limit of its caller cut short', () => {
  it.each([
    ['is served to nobody', { timeoutSeconds: 1 }, false],
    ['unlike one that took all the time there is', {}, true],
  ])('%s', async (_, more, isServed) => {
    const { ask, started } = await openProcess()
    const first = ask(QUERY, more)
    await settle()
    started[0]!.finish({ ending: 'deadline', reached: false })
    await first
    const again = ask(QUERY)
    await settle()
    expect(started).toHaveLength(isServed ? 1 : 2)
    started.at(-1)!.finish()
    expect((await again).cache_hit).toBe(isServed)
  })
})

describe('concurrent identical requests', () => {
  it('share one run, and each gets its own wording back', async () => {
    const { ask, started } = await openProcess()
    const answers = [QUERY, QUERY.toLowerCase()].map((query) => ask(query, { kind: 'closed' }))
    await settle()
    expect(started).toHaveLength(1)
    started[0]!.finish()
    const [first, second] = await Promise.all(answers)
    expect(second).toEqual({ ...first, query: QUERY.toLowerCase() })
    expect(first?.query).toBe(QUERY)
  })

  it('share nothing with another wording where a draft may be wanted', async () => {
    const { ask, started } = await openProcess()
    const answers = [ask(QUERY), ask(QUERY.toLowerCase())]
    await settle()
    expect(started).toHaveLength(2)
    for (const run of started) run.finish()
    await Promise.all(answers)
  })

  it('share what the same model reads, whether the request or the server names it', async () => {
    const { ask, started } = await openProcess({ readerModel: 'small' })
    const answers = [ask(QUERY), ask(QUERY, { reader: 'small' }), ask(QUERY, { reader: 'other' })]
    await settle()
    expect(started.map(({ run }) => run.reader)).toEqual(['small', 'other'])
    for (const run of started) run.finish()
    const [first, same, other] = await Promise.all(answers)
    expect(same?.id).toBe(first?.id)
    expect(other?.id).not.toBe(first?.id)
    expect(await ask(QUERY, { reader: 'other' })).toMatchObject({ id: other?.id, cache_hit: true })
  })

  it.each([
    ['another scope', { scope: 'bob' }],
    ['another key for the router', { callerKeys: { openrouter: 'key-of-bob' } }],
    ['another router', { callerKeys: { openrouter: 'offline' } }],
    ['another document', { context: [{ title: 'Optics', text: 'Light is slower in water.' }] }],
  ])('share nothing with %s', async (_, more) => {
    const { ask, started } = await openProcess()
    const answers = [ask(QUERY), ask(QUERY, more)]
    await settle()
    expect(started).toHaveLength(2)
    for (const run of started) run.finish()
    const [first, second] = await Promise.all(answers)
    expect(first?.id).not.toBe(second?.id)
  })

  it('get their models in the order of their own request, whether they share a run or its stored result', async () => {
    const { ask, started } = await openProcess()
    const votes = ['a/1', 'a/2'].map((name) => ({ name, model: name, provider: 'openrouter', weight: 1 }))
    const answers = [ask(QUERY, { models: ['a/1', 'a/2'] }), ask(QUERY, { models: ['a/2', 'a/1'] })]
    await settle()
    expect(started).toHaveLength(1)
    started[0]!.finish({ votes: votes as never })
    const [first, second] = await Promise.all(answers)
    const later = await ask(QUERY, { models: ['a/2', 'a/1'] })
    expect(later.cache_hit).toBe(true)
    const orders = [first, second, later].map((response) => [
      response?.models,
      response?.votes?.map(({ name }) => name),
    ])
    expect(orders).toEqual([
      [
        ['a/1', 'a/2'],
        ['a/1', 'a/2'],
      ],
      [
        ['a/2', 'a/1'],
        ['a/2', 'a/1'],
      ],
      [
        ['a/2', 'a/1'],
        ['a/2', 'a/1'],
      ],
    ])
  })

  it('continue for the others when the caller that started the run leaves', async () => {
    const { ask, started } = await openProcess()
    const starter = new AbortController()
    const left = ask(QUERY, { signal: starter.signal })
    const stayed = ask(QUERY)
    await settle()
    starter.abort()
    await expect(left).rejects.toMatchObject({ code: 'cancelled' })
    expect(started[0]!.run.signal.aborted).toBe(false)
    started[0]!.finish()
    expect((await stayed).final_answer).toContain('299')
    expect(started).toHaveLength(1)
  })

  it('all fail if the shared run fails, and the next request starts a new run', async () => {
    const { ask, started } = await openProcess()
    const answers = [ask(QUERY), ask(QUERY)]
    await settle()
    started[0]!.fail(new Error('no quorum'))
    for (const answer of answers) await expect(answer).rejects.toThrow('no quorum')
    const next = ask(QUERY)
    await settle()
    started[1]!.finish()
    expect((await next).cache_hit).toBe(false)
  })

  it('are not run again by a request that checked the cache just before the result was stored', async () => {
    const { ask, started, cache, clock } = await openProcess()
    const first = ask(QUERY)
    await settle()
    // Its lookup misses, and takes until the other's run has ended.
    const lookup = cache.lookup
    let goOn = () => {}
    cache.lookup = async (...asked) => {
      const hit = await lookup(...asked)
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      return hit
    }
    const late = ask(QUERY)
    await settle()
    started[0]!.finish()
    const { id } = await first
    await clock.advance(100)
    goOn()
    expect(await late).toMatchObject({ id, cache_hit: true, cached: { similarity: 1, same_question: 1 } })
    expect(started).toHaveLength(1)
  })
})

describe('requests that skip the cache', () => {
  it('share a run among themselves', async () => {
    const { ask, started } = await openProcess()
    void ask(QUERY, { skipCache: true })
    void ask(QUERY, { skipCache: true })
    await settle()
    expect(started).toHaveLength(1)
  })

  it('never wait for a run that may end with a stored result', async () => {
    const { ask, started } = await openProcess()
    void ask(QUERY)
    await settle()
    void ask(QUERY, { skipCache: true })
    await settle()
    expect(started).toHaveLength(2)
  })

  it('can be joined by requests that accept a stored result', async () => {
    const { ask, started } = await openProcess()
    const afresh = ask(QUERY, { skipCache: true })
    await settle()
    const other = ask(QUERY)
    await settle()
    expect(started).toHaveLength(1)
    started[0]!.finish()
    expect((await other).id).toBe((await afresh).id)
  })

  it('are answered by a new run, whatever is stored', async () => {
    const { ask, started } = await openProcess()
    for (let time = 0; time < 2; time++) {
      const answer = ask(QUERY, { skipCache: true })
      await settle()
      started[time]!.finish()
      expect((await answer).cache_hit).toBe(false)
    }
  })
})

describe('the result of a run', () => {
  const search = { queries: [], pages: [], problem: 'The search engine failed.' }
  const cases = [
    ['is served until its time, less what chance takes off', {}, 3_420_000],
    ['is served for ten minutes where it did not converge', { reached: false }, 600_000],
    ['is served for five minutes where a search went wrong', { search }, 300_000],
    ['is not served where the panel was not whole', { wholePanel: false }, 0],
  ] as const
  it.each(cases)('it %s', async (_, changes, servedMs) => {
    const { ask, started, cache, clock } = await openProcess({ chance: () => 0.5 })
    const answer = ask(QUERY)
    await settle()
    const at = clock.now()
    started[0]!.finish(changes)
    const { id } = await answer
    const stored = await cache.find(id, 'alice')
    expect(stored?.servedUntil).toBe(at + servedMs)
    expect(stored?.keptUntil).toBe(at + 7_200_000)
  })

  it('it is returned even if it cannot be stored, which is reported', async () => {
    const past = createMemoryPastQuestions()('builtin')
    past.save = () => Promise.reject(new Error('disk full'))
    const { ask, started, faults } = await openProcess({ open: () => past })
    const answer = ask(QUERY)
    await settle()
    started[0]!.finish()
    expect((await answer).final_answer).toContain('299')
    expect(faults).toEqual(['not kept: Error: disk full'])
  })

  it('an error is not stored', async () => {
    const { ask, started, cache } = await openProcess()
    const answer = ask(QUERY)
    await settle()
    started[0]!.fail(new Error('no quorum'))
    await expect(answer).rejects.toThrow('no quorum')
    expect((await cache.size()).entries).toBe(0)
  })
})

describe('two processes on one store', () => {
  async function openTwo(parts: Partial<Parameters<typeof openProcess>[0]> = {}) {
    const clock = createVirtualClock()
    const shared = {
      open: createMemoryPastQuestions(),
      claims: createMemoryRunClaims(clock.now),
      clock,
      ...parts,
    }
    const first = await openProcess({ ...shared, name: 'first' })
    const second = await openProcess({ ...shared, name: 'second' })
    return { first, second, ...shared }
  }

  it('pay once for identical requests: the second is served the result of the first', async () => {
    const { first, second, clock } = await openTwo()
    const paid = first.ask(QUERY)
    await settle()
    const waiting = second.ask(QUERY)
    await clock.advance(1_000)
    first.started[0]!.finish()
    const { id } = await paid
    await clock.advance(1_000)
    expect(await waiting).toMatchObject({ id, cache_hit: true, usage: { calls: 0 } })
    expect(second.started).toHaveLength(0)
  })

  it('both run if the first result is incomplete and cannot be shared', async () => {
    const { first, second, clock } = await openTwo()
    const partial = first.ask(QUERY)
    await settle()
    const waiting = second.ask(QUERY)
    await clock.advance(1_000)
    first.started[0]!.finish({ wholePanel: false })
    await partial
    await clock.advance(1_000)
    second.started[0]!.finish()
    expect(await waiting).toMatchObject({ cache_hit: false, id: expect.stringMatching(/^second/) })
  })

  it('run separately for different callers and for different keys', async () => {
    const { first, second } = await openTwo()
    void first.ask(QUERY)
    void first.ask(QUERY, { callerKeys: { openrouter: 'key-of-alice' } })
    await settle()
    void second.ask(QUERY, { scope: 'bob' })
    void second.ask(QUERY, { callerKeys: { openrouter: 'key-of-bob' } })
    await settle()
    expect(second.started).toHaveLength(2)
  })

  it('do not wait for each other if the cache is skipped', async () => {
    const { first, second } = await openTwo()
    void first.ask(QUERY)
    await settle()
    void second.ask(QUERY, { skipCache: true })
    await settle()
    expect(second.started).toHaveLength(1)
  })

  it('leave no claim behind, whether a run succeeds or fails', async () => {
    const { first, second, clock } = await openTwo()
    for (const [place, end] of ['finish', 'fail'].entries()) {
      const answer = first.ask(`${QUERY} ${place}`)
      await settle()
      if (end === 'finish') first.started[place]!.finish({ wholePanel: false })
      else first.started[place]!.fail(new Error('no quorum'))
      await answer.catch(() => {})
      await settle()
      void second.ask(`${QUERY} ${place}`)
      await settle()
      expect(second.started).toHaveLength(place + 1)
    }
    expect(clock.waiting()).toBe(2)
  })

  it('run independently while claims cannot be made', async () => {
    const claim = () => Promise.reject(new Error('no claims'))
    const { first, second } = await openTwo({ claims: { ...createMemoryRunClaims(() => 0), claim } })
    void first.ask(QUERY)
    const answer = second.ask(QUERY)
    await settle()
    second.started[0]!.finish()
    expect((await answer).cache_hit).toBe(false)
    expect(second.faults).toEqual(['not shared: Error: no claims'])
  })

  it('make no claim if the answer is in the cache, and no claim contains a key', async () => {
    const claims = createMemoryRunClaims(() => 0)
    const claimed: string[] = []
    const counting = {
      ...claims,
      claim(claim: Parameters<typeof claims.claim>[0]) {
        claimed.push(JSON.stringify(claim))
        return claims.claim(claim)
      },
    }
    const { first } = await openTwo({ claims: counting })
    const paid = first.ask(QUERY, { callerKeys: { openrouter: 'a-secret-key' } })
    await settle()
    first.started[0]!.finish()
    await paid
    expect(claimed).toHaveLength(1)
    expect(claimed[0]).not.toContain('a-secret-key')
    expect((await first.ask(QUERY, { callerKeys: { openrouter: 'a-secret-key' } })).cache_hit).toBe(true)
    expect(claimed).toHaveLength(1)
  })
})
