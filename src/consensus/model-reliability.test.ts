import { describe, expect, it } from 'vitest'
import { modelsNamed, runScripted } from '../../test/support/engine/scripted-panel.ts'
import { createModelReliability } from './model-reliability.ts'
import type { ReliabilityStore } from './reliability-store.ts'

const MODELS = modelsNamed(['ada', 'bob', 'cleo'])

/** The estimate over a store that answers as told; keeps what it was asked to record and what went wrong. */
function openOver(store: Partial<ReliabilityStore>, served: Record<string, string> = {}) {
  const recorded: unknown[] = []
  const faults: string[] = []
  const reliability = createModelReliability({
    servedAs: ({ model }) => served[model] ?? model,
    store: {
      read: async (_, models) => models.map(() => ({ answered: 0, won: 0 })),
      async record(...run) {
        recorded.push(run)
      },
      ...store,
    },
    now: () => 7,
    onReadFault: (error) => faults.push(`not read: ${error}`),
    onKeepFault: (error) => faults.push(`not kept: ${error}`),
  })
  return { reliability, recorded, faults }
}

const broken = () => Promise.reject(new Error('disk full'))
const finished = () =>
  runScripted({ ada: { answer: '1' }, bob: { answer: '1' }, cleo: { answer: '2' } }, { maxIterations: 1 })
    .result

describe('the reliability of models', () => {
  it('weights votes by what was counted in the scope of the run', async () => {
    const scopes: string[] = []
    const { reliability } = openOver({
      async read(scope, models) {
        scopes.push(scope)
        return models.map((_, index) => ({ answered: 100, won: 90 - 30 * index }))
      },
    })
    const votes = await reliability.votesOf(MODELS, 'key:alice')
    expect(scopes).toEqual(['key:alice'])
    expect(votes!['openrouter|test/ada']!).toBeGreaterThan(votes!['openrouter|test/bob']!)
    expect(votes!['openrouter|test/bob']!).toBeGreaterThan(votes!['openrouter|test/cleo']!)
  })

  it('gives equal votes while too few runs are counted', async () => {
    expect(await openOver({}).reliability.votesOf(MODELS, 'key:alice')).toBeNull()
  })

  it('counts which models agreed with the majority of a finished run', async () => {
    const { reliability, recorded } = openOver({})
    await reliability.count(await finished(), 'key:alice')
    expect(recorded).toEqual([
      [
        'key:alice',
        expect.arrayContaining([
          { provider: 'openrouter', model: 'test/ada', won: true },
          { provider: 'openrouter', model: 'test/bob', won: true },
          { provider: 'openrouter', model: 'test/cleo', won: false },
        ]),
        7,
      ],
    ])
  })

  it('counts and weighs the model that answered for an id, and not the id', async () => {
    const read: string[] = []
    const { reliability, recorded } = openOver(
      {
        async read(_, models) {
          read.push(...models.map(({ model }) => model))
          return models.map(({ model }) => ({ answered: 100, won: model === 'test/ada-5' ? 90 : 60 }))
        },
      },
      { 'test/ada': 'test/ada-5' },
    )
    const votes = await reliability.votesOf(MODELS, 'key:alice')
    expect(read).toEqual(['test/ada-5', 'test/bob', 'test/cleo'])
    expect(votes!['openrouter|test/ada']!).toBeGreaterThan(votes!['openrouter|test/bob']!)

    const result = await finished()
    const [first, ...entries] = result.entries
    const asServed = (served: Record<string, string>) => ({
      ...result,
      entries: [
        {
          ...first!,
          responses: first!.responses.map((response) => ({
            ...response,
            served_model: served[response.name],
          })),
        },
        ...entries,
      ],
    })
    await reliability.count(asServed({ ada: 'test/ada-5' }), 'key:alice')
    expect(recorded).toMatchObject([
      ['key:alice', expect.arrayContaining([{ provider: 'openrouter', model: 'test/ada-5', won: true }]), 7],
    ])
    // Two ids of one model are one voice: what it agrees on with itself is not counted.
    await reliability.count(asServed({ ada: 'test/one', bob: 'test/one' }), 'key:alice')
    expect(recorded).toHaveLength(1)
  })

  it('does not count a run without a quorum or a majority', async () => {
    const { reliability, recorded } = openOver({})
    const result = await finished()
    await reliability.count({ ...result, quorumLost: true }, 'key:alice')
    await reliability.count({ ...result, entries: [] }, 'key:alice')
    const split = { ada: { answer: '1' }, bob: { answer: '2' }, cleo: { answer: '3' } }
    await reliability.count(await runScripted(split, { maxIterations: 1 }).result, 'key:alice')
    expect(recorded).toEqual([])
  })

  it('does not fail a run when the store fails', async () => {
    const { reliability, faults } = openOver({ read: broken, record: broken })
    expect(await reliability.votesOf(MODELS, 'key:alice')).toBeNull()
    await reliability.count(await finished(), 'key:alice')
    expect(faults).toEqual(['not read: Error: disk full', 'not kept: Error: disk full'])
  })
})
