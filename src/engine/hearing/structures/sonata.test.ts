import { describe, expect, it } from 'vitest'
import {
  inTurn,
  revisionOf,
  runScripted,
  type Script,
} from '../../../../test/support/engine/scripted-panel.ts'
import { seatNamed, stageOf } from '../../../../test/support/engine/standings.ts'
import { sonata } from './sonata.ts'

const ANSWERS = { ada: 'x', bob: 'x', cleo: 'y', dan: 'z' }

describe('the part of a seat in a sonata', () => {
  it('has all speak at once', async () => {
    const stage = await stageOf(ANSWERS)
    expect(sonata.waves(stage)).toEqual([stage.seats])
  })

  it.each([
    ['ada', 'the thesis', 'y'],
    ['cleo', 'the antithesis', 'x'],
    ['dan', 'a third camp', 'x'],
  ])('makes %s, of %s, answer the case for %s', async (name, _, answer) => {
    const part = sonata.part(seatNamed(name), await stageOf(ANSWERS), new Map())
    expect(part.mustAnswer?.answer).toBe(answer)
    expect(part.positions.map((position) => position.answer)).toContain(answer)
  })

  it('makes a seat without a position answer the thesis', async () => {
    const part = sonata.part(seatNamed('eve'), await stageOf({ ...ANSWERS, eve: null }), new Map())
    expect(part.mustAnswer?.answer).toBe('x')
  })

  it('has nothing to be answered when there is one camp', async () => {
    const part = sonata.part(seatNamed('ada'), await stageOf({ ada: 'x', bob: 'x' }), new Map())
    expect(part.mustAnswer).toBeNull()
  })
})

describe('a deliberation as a sonata', () => {
  const accepting = (line: object): Script =>
    inTurn({ answer: '1' }, { answer: '1', verdict: 'accept', ...line })

  it('counts acceptance only from seats that answered the other side', async () => {
    const { result, calls } = runScripted(
      {
        ada: accepting({ rebuttal: 'two was counted twice' }),
        bob: accepting({}),
        cleo: inTurn({ answer: '2' }, { answer: '2', verdict: 'reject' }),
      },
      { structure: 'sonata', maxIterations: 2, compose: false },
    )
    const { entries } = await result
    const counted = entries[1]!.responses.map(({ name, counted_verdict }) => [name, counted_verdict])
    expect(Object.fromEntries(counted)).toEqual({ ada: 'accept', bob: 'amend', cleo: 'reject' })

    for (const call of calls.filter(({ iteration }) => iteration === 2)) {
      const { positions, mustAnswer } = revisionOf(call)
      const opponent = positions.find(({ label }) => label === mustAnswer)
      expect(opponent?.answer).toBe(call.seat.name === 'cleo' ? '1' : '2')
    }
  })
})
