import { describe, expect, it } from 'vitest'
import { readMeasures } from '../../adapters/assets/data-files.ts'
import { EvaluationError } from '../evaluation-error.ts'
import { answerRecorded } from './answer-recorded.ts'

const measures = readMeasures()

/** A line as the command writes it: ada and bob are wrong together, cleo and dan are right. */
function lineWith(changes: object = {}): string {
  const said = { ada: 'y', bob: 'why', cleo: 'x', dan: 'x' }
  const members = Object.entries(said).map(([member, answer]) => [
    member,
    { answer, right: answer === 'x', costUsd: 0.25 },
  ])
  return JSON.stringify({
    id: '1',
    line: 2,
    digest: 'd',
    question: 'What is x?',
    gold: 'x',
    offersOptions: false,
    members: Object.fromEntries(members),
    groups: [
      ['ada', 'bob'],
      ['cleo', 'dan'],
    ],
    panel: { answer: 'x', right: true, confidence: 0.5, outcome: 'split', divergence: 0.5, costUsd: 3, latencyMs: 1 }, // biome-ignore format: a list
    others: {},
    ...changes,
  })
}

const read = (text: string, models?: string[]) => answerRecorded(text, { name: 'file', measures, models })

describe('what the command has written', () => {
  it('is taken as it is for the whole panel', async () => {
    const { answered } = await read(lineWith())
    expect(answered[0]!.panel).toMatchObject({ answer: 'x', confidence: 0.5, costUsd: 3 })
  })

  it('is answered by the first answers of some members if only these are chosen', async () => {
    const { answered } = await read(lineWith(), ['ada', 'bob', 'cleo'])
    const [{ members, groups, panel }] = answered as [(typeof answered)[0]]
    expect(Object.keys(members)).toEqual(['ada', 'bob', 'cleo'])
    expect(groups).toEqual([['ada', 'bob'], ['cleo']])
    expect(panel).toMatchObject({ right: false, outcome: 'majority', costUsd: 0.75 })
  })

  it.each([
    ['unknown', ['ada', 'eve'], /no answers of eve/],
    ['single', ['ada'], /at least two/],
    ['repeated', ['ada', 'ada'], /at least two/],
  ])('cannot be evaluated for an %s model', async (_, models, message) => {
    const refused = read(lineWith(), models)
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toBeInstanceOf(EvaluationError)
  })

  it.each([
    [{ members: {}, groups: [] }, 'members must be at least two'],
    [{ groups: [['ada', 'stranger']] }, 'groups must name members only'],
  ])('is skipped, and the reason said, with %j', async (changes, problem) => {
    const { answered, bad } = await read(`${lineWith()}\n${lineWith(changes)}`)
    expect(answered).toHaveLength(1)
    expect(bad).toEqual([{ line: 2, problem }])
  })
})
