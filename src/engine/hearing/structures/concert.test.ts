import { describe, expect, it } from 'vitest'
import { keeps, revisionOf, runScripted } from '../../../../test/support/engine/scripted-panel.ts'
import { orderOf } from '../../../../test/support/engine/standings.ts'
import { concert } from './concert.ts'

const leads = (order: ReturnType<typeof orderOf>) => concert.waves(order)[0]!.map(({ name }) => name)

describe('the waves of a concert', () => {
  it('are the seat closest to all, then the others', () => {
    const waves = concert.waves(orderOf({ ada: 1, bob: 0.5, cleo: 0.75 }))
    expect(waves.map((wave) => wave.map(({ name }) => name))).toEqual([['bob'], ['ada', 'cleo']])
  })

  it('are never led by a seat without an answer, nor by one that is not asked any more', () => {
    expect(leads(orderOf({ ada: null, bob: 0.5, cleo: 1 }))).toEqual(['bob'])
    const order = orderOf({ ada: 0.9, bob: 0.5, cleo: 1 })
    expect(leads({ ...order, withdrawn: new Map([['bob', { code: 'withdrawn' }]]) })).toEqual(['ada'])
  })
})

describe('a deliberation as a concert', () => {
  it('asks the leader first, and the others hear what it objects', async () => {
    const { result, calls } = runScripted(
      { ada: keeps('1'), bob: keeps('1'), cleo: keeps('2') },
      { structure: 'concert', maxIterations: 2 },
    )
    await result
    const [leader, ...others] = calls.filter(({ brief }) => brief.phase === 'revision')
    expect(['ada', 'bob']).toContain(leader!.seat.name)
    const objectionsTo = (answer: string, call: (typeof calls)[number]) =>
      revisionOf(call).answers.find((one) => one.answer === answer)!.objections
    expect(objectionsTo('2', leader!)).toEqual([])
    expect(others).toHaveLength(2)
    for (const call of others) expect(objectionsTo('2', call)).toEqual(['“2” does not follow'])
  })
})
