import { describe, expect, it } from 'vitest'
import { keeps, modelsNamed, runScripted, type Script } from '../../../test/support/engine/scripted-panel.ts'
import type { IterationEntry } from '../../contract/deliberation.ts'
import { seatVotes, type Votes, voteIn, voterOf } from './panel.ts'

/** Three seats that keep three different answers. */
const ANSWERS: Record<string, string> = { ada: '1', bob: '2', cleo: '3' }
const SPLIT: Record<string, Script> = Object.fromEntries(
  Object.entries(ANSWERS).map(([name, answer]) => [name, keeps(answer)]),
)

const votesFor = (weights: Record<string, number>): Votes =>
  Object.fromEntries(Object.entries(weights).map(([name, weight]) => [`openrouter|test/${name}`, weight]))

/** Votes in which one of the three weighs more than the others. */
const favouring = (name: string) => votesFor({ ada: 0.7, bob: 0.7, cleo: 0.7, [name]: 1.6 })

describe('the vote of a seat', () => {
  it('is that of its model, whatever its name and temperature', () => {
    const [seat] = modelsNamed(['ada'])
    expect(voteIn({ [voterOf(seat!)]: 1.5 })({ ...seat!, name: 'other', temperature: 1 })).toBe(1.5)
  })

  it('is one where there are no votes, or none for its model', () => {
    const [seat] = modelsNamed(['ada'])
    expect(voteIn(null)(seat!)).toBe(1)
    expect(voteIn({ 'openai|test/ada': 2 })(seat!)).toBe(1)
  })

  it('is shown for every seat in the order of the request', () => {
    expect(seatVotes(modelsNamed(['bob', 'ada']), votesFor({ ada: 0.5, bob: 1.5 }))).toEqual([
      { model: 'test/bob', name: 'bob', weight: 1.5 },
      { model: 'test/ada', name: 'ada', weight: 0.5 },
    ])
  })
})

describe('a deliberation with unequal votes', () => {
  it.each(['ada', 'bob', 'cleo'])('decides a tie by the weightiest vote: that of %s', async (name) => {
    const { result } = runScripted(SPLIT, { maxIterations: 3, votes: favouring(name) })
    const { shortAnswer, entries, votes } = await result
    expect(shortAnswer).toBe(ANSWERS[name])
    for (const { clusters } of entries) {
      expect(clusters[0]).toMatchObject({ models: [name], weight: 1.6 })
      expect(clusters.slice(1).map(({ weight }) => weight)).toEqual([0.7, 0.7])
    }
    expect(entries[1]!.theme).toBe(shortAnswer)
    expect(votes).toContainEqual({ model: `test/${name}`, name, weight: 1.6 })
  })

  it('lets a camp of weightier votes win over one of more seats, and calls that no majority', async () => {
    const panel = { ...SPLIT, bob: SPLIT.cleo!, dan: SPLIT.ada!, eve: SPLIT.cleo! }
    const votes = votesFor({ ada: 1.6, dan: 1.6, bob: 0.6, cleo: 0.6, eve: 0.6 })
    const { shortAnswer, outcome, dissent } = await runScripted(panel, { maxIterations: 1, votes }).result
    expect(shortAnswer).toBe('1')
    expect(outcome).toBe('split')
    expect(dissent.map(({ name }) => name).sort()).toEqual(['bob', 'cleo', 'eve'])
  })

  it('measures the first divergence and the confidence as if votes were equal', async () => {
    const measured = async (votes: Votes | null) => {
      const { entries, confidence } = await runScripted(SPLIT, { maxIterations: 2, votes }).result
      const [{ D, responses }] = entries as [IterationEntry]
      return { first: [D, ...responses.map(({ residual }) => residual)], confidence }
    }
    expect(await measured(favouring('bob'))).toEqual(await measured(null))
  })

  it('says nothing of votes when they are equal', async () => {
    const { votes } = await runScripted(SPLIT, { maxIterations: 1 }).result
    expect(votes).toBeUndefined()
  })
})

describe('a deliberation that is taken up again', () => {
  /** What is stored of a run after its first iteration, through the store and back. */
  async function interrupted(votes: Votes | null) {
    const { result, checkpoints } = runScripted(SPLIT, { maxIterations: 3, votes })
    await result
    return JSON.parse(JSON.stringify(checkpoints[0]))
  }
  const resumed = async (checkpoint: Awaited<ReturnType<typeof interrupted>>, votes: Votes | null) =>
    runScripted(SPLIT, { maxIterations: 3, checkpoint, votes }).result

  it('keeps the votes it began with, whatever they would be by now', async () => {
    for (const name of ['ada', 'bob', 'cleo']) {
      const checkpoint = await interrupted(favouring(name))
      for (const later of [null, favouring('ada'), favouring('cleo')]) {
        const { shortAnswer, votes, entries } = await resumed(checkpoint, later)
        expect(shortAnswer).toBe(ANSWERS[name])
        expect(votes).toContainEqual({ model: `test/${name}`, name, weight: 1.6 })
        expect(entries.at(-1)!.clusters[0]!.weight).toBe(1.6)
        expect(entries[1]!.theme).toBe(shortAnswer)
      }
    }
  })

  it('keeps equal votes too, also where an earlier version stored none', async () => {
    const checkpoint = await interrupted(null)
    const { votes: _, ...ofBefore } = checkpoint
    for (const stored of [checkpoint, ofBefore]) {
      const { votes, entries } = await resumed(stored, favouring('bob'))
      expect(votes).toBeUndefined()
      expect(entries.at(-1)!.clusters.map(({ weight }) => weight)).toEqual([1, 1, 1])
    }
  })
})
