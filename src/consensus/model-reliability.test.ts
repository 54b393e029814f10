import { describe, expect, it } from 'vitest'
import { modelsNamed, runScripted } from '../../test/support/engine/scripted-panel.ts'
import { createModelReliability } from './model-reliability.ts'
import type { ReliabilityStore } from './reliability-store.ts'

const MODELS = modelsNamed(['ada', 'bob', 'cleo'])

/** The estimate over a store that answers as told; keeps what it was asked to record and what went wrong. */
function openOver(store: Partial<ReliabilityStore>) {
  const recorded: unknown[] = []
  const faults: string[] = []
  const reliability = createModelReliability({
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
  runScripted(
    { ada: { answer: '1' }, bob: { answer: '1' }, cleo: { answer: '2' } },
    { maxIterations: 1, compose: false },
  ).result

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
