import { describe, expect, it } from 'vitest'
import { type Essayist, essayOn, runOpen } from '../../test/support/engine/claiming-panel.ts'
import {
  inBlock,
  modelsNamed,
  readsAs,
  runScripted,
  type Script,
} from '../../test/support/engine/scripted-panel.ts'
import { ModelFailure } from './panel/model-port.ts'

/** A seat that gives one answer after the other, as often as it is asked for a first reply. */
function draws(...answers: Array<string | Error>): Script {
  let drawn = 0
  return (call) => {
    if (call.brief.phase !== 'exposition') throw new Error(`no line for ${call.brief.phase}`)
    const answer = answers[drawn++ % answers.length]!
    return answer instanceof Error ? answer : inBlock(answer)
  }
}
const warm = (names: string[]) => modelsNamed(names).map((model) => ({ ...model, temperature: 1 }))
const once = { samples: 3, maxIterations: 1 }

describe('several replies of every model', () => {
  it('count as one vote each, as heavy as the share that gives the same answer', async () => {
    const { result, calls } = runScripted(
      { ada: draws('42', '41', '42'), bob: draws('40', '40', '40'), cleo: draws('42', '42', '41') },
      { ...once, models: warm(['ada', 'bob', 'cleo']) },
    )
    const settled = await result
    expect(calls.filter(({ brief }) => brief.phase === 'exposition')).toHaveLength(9)
    expect(settled.shortAnswer).toBe('42')
    const [first] = settled.entries
    expect(first!.clusters.map(({ answer, weight }) => [answer, Number(weight.toFixed(3))])).toEqual([
      ['42', 1.333],
      ['40', 1],
    ])
    expect(first!.clusters.map(({ label }) => label).sort()).toEqual(['P', 'Q'])
    const samples = first!.responses.map(({ name, answer, samples }) => [name, answer, samples])
    expect(samples.sort()).toEqual([
      ['ada', '42', { drawn: 3, answered: 3, agreeing: 2 }],
      ['bob', '40', { drawn: 3, answered: 3, agreeing: 3 }],
      ['cleo', '42', { drawn: 3, answered: 3, agreeing: 2 }],
    ])
    expect(settled.usage.calls).toBe(calls.length)
    expect(settled.confidenceBasis).toBe('Two of three models gave this answer independently.')
    expect(settled.warnings.filter((warning) => warning.includes('temperature'))).toEqual([])
  })

  it('deliver a reply that gives the answer of the model, word for word', async () => {
    const says = (answer: string) => inBlock(answer, `I take it to be ${answer}.`)
    let drawn = 0
    const changing: Script = () => says(['41', '42', '42'][drawn++]!)
    const { result } = runScripted({ ada: changing, bob: draws('42') }, once)
    const { answer, entries } = await result
    expect(answer).toMatch(/42/)
    const ada = entries[0]!.responses.find(({ name }) => name === 'ada')!
    expect(ada).toMatchObject({ answer: '42', reason: 'I take it to be 42.', cost_usd: 0.75 })
  })

  it('are drawn again only of models that replied, and only where answers are counted', async () => {
    const failing = new ModelFailure('timeout', 'It took too long.')
    const { result, calls } = runScripted(
      { ada: draws('42'), bob: draws('42'), cleo: failing },
      { ...once, kind: null },
    )
    await result
    expect(calls.filter(({ seat }) => seat.name === 'cleo')).toHaveLength(1)
    expect(calls.filter(({ seat }) => seat.name === 'ada')).toHaveLength(3)
    const essays: Record<string, Essayist> = {
      ada: essayOn('One', 'It rains.'),
      bob: essayOn('Two', 'It rains.'),
    }
    const open = runOpen(essays, { ...once, kind: null })
    await open.result
    expect(open.calls.filter(({ brief }) => brief.phase === 'exposition')).toHaveLength(2)
  })

  it('stand in for a first reply that failed', async () => {
    const failure = new ModelFailure('timeout', 'It took too long.')
    const { result, calls } = runScripted({ ada: draws('42'), bob: draws(failure, '42', '42') }, once)
    const { outcome, entries, usage } = await result
    expect(outcome).toBe('consensus')
    const bob = entries[0]!.responses.find(({ name }) => name === 'bob')!
    expect(bob).toMatchObject({ answer: '42', error: null, samples: { drawn: 3, answered: 2, agreeing: 2 } })
    expect(usage.calls).toBe(calls.length)
  })

  it('weigh the same for every seat of a model, as far as all its replies agree', async () => {
    const [ada] = warm(['ada'])
    const models = [{ ...ada!, name: 'sure' }, { ...ada!, name: 'unsure', temperature: 2 }, ...warm(['bob'])]
    const { result } = runScripted(
      { sure: draws('42'), unsure: draws('42', '41', '42'), bob: draws('40') },
      { ...once, models },
    )
    const { votes } = await result
    const weights = votes!.map(({ weight }) => Number(weight.toFixed(2)))
    expect(weights).toEqual([0.83, 0.83, 1])
  })

  it('are read once where a model certainly says the same', async () => {
    const shown: string[][] = []
    const { result } = runScripted(
      { ada: draws('four', 'four', 'IV'), bob: draws('five') },
      {
        ...once,
        reads: (brief, call) => {
          if (brief.task === 'group-answers') shown.push(brief.replies.map(({ answer }) => answer ?? ''))
          return readsAs((answer) => (answer === 'IV' ? 'four' : answer))(brief, call)
        },
      },
    )
    const { entries } = await result
    expect(shown.map((answers) => answers.sort())).toEqual([['IV', 'five', 'four']])
    const ada = entries[0]!.responses.find(({ name }) => name === 'ada')!
    expect(ada.samples).toEqual({ drawn: 3, answered: 3, agreeing: 3 })
  })

  it('have seeds of their own, and say that temperature 0 repeats one reply', async () => {
    const models = modelsNamed(['ada', 'bob']).map((model) => ({ ...model, seed: 7 }))
    const { result, calls } = runScripted({ ada: draws('42'), bob: draws('42') }, { ...once, models })
    const { warnings } = await result
    expect(calls.filter(({ seat }) => seat.name === 'ada').map(({ seat }) => seat.seed)).toEqual([7, 8, 9])
    expect(warnings).toContainEqual(expect.stringMatching(/raise it for test\/ada, test\/bob\.$/))
  })
})

describe('one model that is asked several times', () => {
  const alone = { models: warm(['ada']), samples: 5 }

  it('gives the answer of most of its replies, and never a consensus', async () => {
    const { result, calls } = runScripted({ ...voices(draws('42', '42', '41', '42', '42')) }, alone)
    const settled = await result
    expect(settled).toMatchObject({
      shortAnswer: '42',
      outcome: 'majority',
      reached: false,
      ending: 'settled',
    })
    expect(settled.confidenceBasis).toBe(
      'Four of five replies give this answer. All replies are those of one model: how often its repeated answers are right was not measured, so this is no surer than one model’s word.',
    )
    expect(calls.filter(({ brief }) => brief.phase !== 'reading')).toHaveLength(5)
    expect(settled.confidence).toBeLessThan(0.5)
    const agreed = await runScripted(voices(draws('42')), alone).result
    expect(settled.confidence).toBeLessThan(agreed.confidence)
  })

  it('is not surer of what all its replies say than one model can be', async () => {
    const settled = await runScripted(voices(draws('42')), alone).result
    expect(settled).toMatchObject({ outcome: 'majority', finalDivergence: 0 })
    expect(settled.confidence).toBeLessThan(0.5)
  })
})

/** The replies of one model, by the names of its seats. */
function voices(script: Script): Record<string, Script> {
  return Object.fromEntries(Array.from({ length: 5 }, (_, place) => [`ada #${place + 1}`, script]))
}
