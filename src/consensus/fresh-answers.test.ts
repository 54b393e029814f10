import { describe, expect, it } from 'vitest'
import { openProcess } from '../../test/support/cached-consensus.ts'
import { settle } from '../../test/support/virtual-clock.ts'

const QUERY = 'What is the speed of light in a vacuum?'
const POEM = 'Write a poem about the sea.'
const WARM = { temperature: 1 }

describe('a draft that may vary', () => {
  it('is not served again, whether the kind was named or found out', async () => {
    for (const kind of ['draft', undefined] as const) {
      const { ask, started } = await openProcess()
      const first = ask(POEM, { kind, sampling: WARM })
      await settle()
      started[0]!.finish({ kind: 'draft' })
      const second = ask(POEM, { kind, sampling: WARM })
      await settle()
      started[1]!.finish({ kind: 'draft', answer: 'Another poem.' })
      expect((await second).id).not.toBe((await first).id)
      expect(await second).toMatchObject({ cache_hit: false, final_answer: 'Another poem.' })
    }
  })

  it.each([
    ['at temperature 0', { temperature: 0 }],
    ['without a temperature', undefined],
    ['with a seed', { temperature: 1, seed: 7 }],
  ])('is served again %s', async (_, sampling) => {
    const { ask, started } = await openProcess()
    const first = ask(POEM, { sampling })
    await settle()
    started[0]!.finish({ kind: 'draft' })
    expect(await ask(POEM, { sampling })).toMatchObject({ id: (await first).id, cache_hit: true })
  })

  it.each(['closed', 'open'] as const)('is no answer of the kind %s, which is served again', async (kind) => {
    const { ask, started } = await openProcess()
    const first = ask(QUERY, { sampling: WARM })
    await settle()
    started[0]!.finish({ kind })
    expect(await ask(QUERY, { sampling: WARM })).toMatchObject({ id: (await first).id, cache_hit: true })
  })

  it('counts as a lookup that found nothing', async () => {
    const { ask, started, outcomes } = await openProcess()
    const first = ask(POEM, { sampling: WARM })
    await settle()
    started[0]!.finish({ kind: 'draft' })
    await first
    ask(POEM, { sampling: WARM })
    await settle()
    expect(outcomes).toEqual(['miss', 'miss'])
  })

  it('is written for each of two who ask for a draft at the same time', async () => {
    const { ask, started } = await openProcess()
    const poems = [1, 2].map(() => ask(POEM, { kind: 'draft', sampling: WARM }))
    await settle()
    expect(started).toHaveLength(2)
    for (const [place, run] of started.entries()) run.finish({ kind: 'draft', answer: `Poem ${place}` })
    expect((await Promise.all(poems)).map((poem) => poem.final_answer)).toEqual(['Poem 0', 'Poem 1'])
  })

  it('is shared by two who ask at the same time without saying that they want a draft', async () => {
    const { ask, started } = await openProcess()
    const poems = [1, 2].map(() => ask(POEM, { sampling: WARM }))
    await settle()
    expect(started).toHaveLength(1)
    started[0]!.finish({ kind: 'draft' })
    const [first, second] = await Promise.all(poems)
    expect(second?.id).toBe(first?.id)
  })
})

describe('a result that must not be stored', () => {
  const UNSTORED = { skipCache: true, noStore: true }

  it('is found neither by its question nor by its id', async () => {
    const { ask, started, cache } = await openProcess()
    const first = ask(QUERY, UNSTORED)
    await settle()
    started[0]!.finish()
    const { id } = await first
    expect(await cache.find(id, 'alice')).toBeNull()
    ask(QUERY)
    await settle()
    expect(started).toHaveLength(2)
  })

  it('is shared only among those who want it so', async () => {
    const { ask, started, cache } = await openProcess()
    const answers = [UNSTORED, UNSTORED, { skipCache: true }, {}].map((more) => ask(QUERY, more))
    await settle()
    expect(started).toHaveLength(2)
    for (const run of started) run.finish()
    const [one, other, fresh, usual] = await Promise.all(answers)
    expect(other?.id).toBe(one?.id)
    expect(usual?.id).toBe(fresh?.id)
    expect(await cache.find(fresh!.id, 'alice')).not.toBeNull()
  })
})
