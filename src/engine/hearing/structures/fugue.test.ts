import { describe, expect, it } from 'vitest'
import {
  inTurn,
  keeps,
  labelOf,
  restless,
  revisionOf,
  runScripted,
  type Script,
} from '../../../../test/support/engine/scripted-panel.ts'
import { orderOf } from '../../../../test/support/engine/standings.ts'
import { fugue } from './fugue.ts'

const DISTANCES = { ada: 1, bob: 0.5, cleo: 0.5, dan: 0.5, eve: 1 }
const names = (waves: Array<Array<{ name: string }>>) => waves.map((wave) => wave.map(({ name }) => name))

describe('the waves of a fugue', () => {
  it.each([2, 3, 4])('are two in iteration %i, those closest to the panel first', (iteration) => {
    expect(names(fugue.waves(orderOf(DISTANCES, iteration)))).toEqual([
      ['bob', 'cleo', 'dan'],
      ['ada', 'eve'],
    ])
  })

  it.each([5, 6, 12])('are one in iteration %i: the stretto', (iteration) => {
    expect(names(fugue.waves(orderOf(DISTANCES, iteration)))).toEqual([Object.keys(DISTANCES)])
  })

  it('put a seat without an answer among the last', () => {
    expect(names(fugue.waves(orderOf({ ada: null, bob: 0.5, cleo: 0.5, dan: 1 })))[0]).toEqual([
      'bob',
      'cleo',
    ])
  })
})

describe('a deliberation as a fugue', () => {
  /** Keeps its answer, and says in which iteration it objects to the others. */
  const voice = (answer: string): Script =>
    inTurn({ answer }, (call) => {
      const { answers, own } = revisionOf(call)
      return {
        rulings: answers.map(({ label }) => ({
          label,
          verdict: label === own ? 'right' : 'wrong',
          why: `no, said ${call.seat.name} in ${call.iteration}`,
        })),
        answer: own!,
      }
    })

  it('lets the second wave hear the objections of the first until the stretto, and nobody after', async () => {
    const { result, calls } = runScripted(
      { ada: voice('1'), bob: voice('1'), cleo: voice('2'), dan: restless(100) },
      { structure: 'fugue', maxIterations: 6 },
    )
    await result
    for (const iteration of [2, 3, 4, 5, 6]) {
      const heard = calls
        .filter(({ brief, iteration: when }) => brief.phase === 'revision' && when === iteration)
        .map((call) =>
          revisionOf(call).answers.some(({ objections }) => objections.join().includes(`in ${iteration}`)),
        )
      expect(heard, `iteration ${iteration}`).toEqual(
        iteration < 5 ? [false, false, true, true] : [false, false, false, false],
      )
    }
  })

  it('lets a seat of the second wave be convinced by what the first has just said', async () => {
    const fresh = 'no, said ada in 2'
    const second: Script = inTurn({ answer: '2' }, (call) => {
      const { answers, own } = revisionOf(call)
      const heard = answers.find(({ label }) => label === own)!.objections
      return heard.includes(fresh) || heard.includes('no, said bob in 2')
        ? { rulings: [], answer: labelOf('1', call), changed_because: heard[0]! }
        : { rulings: [], answer: own! }
    })
    const { reached, entries } = await runScripted(
      { ada: voice('1'), bob: voice('1'), cleo: second, dan: keeps('1') },
      { structure: 'fugue' },
    ).result
    expect(reached).toBe(true)
    expect(entries).toHaveLength(2)
  })
})
