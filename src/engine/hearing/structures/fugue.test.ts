import { describe, expect, it } from 'vitest'
import {
  inTurn,
  revisionOf,
  runScripted,
  type Script,
} from '../../../../test/support/engine/scripted-panel.ts'
import { seatNamed, stageOf } from '../../../../test/support/engine/standings.ts'
import { fugue } from './fugue.ts'

const ANSWERS = { ada: 'y', bob: 'x', cleo: 'x', dan: 'x', eve: 'z' }
const names = (waves: Array<Array<{ name: string }>>) => waves.map((wave) => wave.map(({ name }) => name))

describe('the waves of a fugue', () => {
  it.each([2, 3, 4])('are two in iteration %i, those closest to the panel first', async (iteration) => {
    const stage = await stageOf(ANSWERS, { iteration })
    expect(names(fugue.waves(stage))).toEqual([
      ['bob', 'cleo', 'dan'],
      ['ada', 'eve'],
    ])
  })

  it.each([5, 6, 12])('are one in iteration %i: the stretto', async (iteration) => {
    const stage = await stageOf(ANSWERS, { iteration })
    expect(names(fugue.waves(stage))).toEqual([Object.keys(ANSWERS)])
  })

  it('put a seat without a position among the last', async () => {
    const stage = await stageOf({ ada: null, bob: 'x', cleo: 'x', dan: 'y' })
    expect(names(fugue.waves(stage))[0]).toEqual(['bob', 'cleo'])
  })
})

describe('the part of a seat in a fugue', () => {
  it('shows the best case of every camp the seat is not in', async () => {
    const stage = await stageOf(ANSWERS)
    const part = fugue.part(seatNamed('bob'), stage, new Map())
    expect(part.theme).toBe('x')
    expect(part.positions.map(({ answer }) => answer).sort()).toEqual(['y', 'z'])
    expect(part).toMatchObject({ mustAnswer: null, role: 'voice', verdicts: ['accept', 'amend', 'reject'] })
  })

  it('adds what the wave before has said', async () => {
    const stage = await stageOf(ANSWERS)
    const spoken = { answer: 'x, refined', reason: 'new', claims: [] }
    const part = fugue.part(seatNamed('ada'), stage, new Map([['bob', spoken]]))
    expect(part.positions).toContainEqual(spoken)
  })
})

describe('a deliberation as a fugue', () => {
  const voice = (answer: string): Script =>
    inTurn({ answer }, (call) => ({ answer, verdict: 'reject', claims: [`${answer} in ${call.iteration}`] }))
  /** The same for a seat that goes over to another answer each time, so that the run does not stall. */
  const moving: Script = (call) => {
    const named = call.brief.phase === 'revision' ? call.brief.positions[0]!.claims[0]!.label : null
    return { answer: `${2 + call.iteration}`, claims: [`it in ${call.iteration}`], refuted_by: named }
  }

  it('lets the second wave hear the first until the stretto, and nobody after', async () => {
    const { result, calls } = runScripted(
      { ada: voice('1'), bob: voice('1'), cleo: voice('2'), dan: moving },
      { structure: 'fugue', maxIterations: 6, compose: false },
    )
    await result
    for (const iteration of [2, 3, 4, 5, 6]) {
      const heard = calls
        .filter((call) => call.iteration === iteration)
        .map((call) => JSON.stringify(revisionOf(call).positions).includes(`in ${iteration}`))
      expect(heard, `iteration ${iteration}`).toEqual(
        iteration < 5 ? [false, false, true, true] : [false, false, false, false],
      )
    }
  })

  it('lets a seat of the second wave be refuted by what the first has just said', async () => {
    const fresh = 'the ledger of 1912 lists one'
    const first: Script = inTurn({ answer: '1' }, { answer: '1', verdict: 'amend', claims: [fresh] })
    const second: Script = inTurn({ answer: '2' }, { answer: '1', verdict: 'amend', refuted_by: fresh })
    const { reached, entries } = await runScripted(
      { ada: first, bob: first, cleo: second },
      { structure: 'fugue' },
    ).result
    expect(reached).toBe(true)
    expect(entries).toHaveLength(2)
  })
})
