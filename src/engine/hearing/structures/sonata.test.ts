import { describe, expect, it } from 'vitest'
import { inTurn, keeps, revisionOf, runScripted } from '../../../../test/support/engine/scripted-panel.ts'
import { orderOf } from '../../../../test/support/engine/standings.ts'
import { sonata } from './sonata.ts'

/** The answer whose case each seat is asked to reply to, by its name; null for none. */
async function opponents(panel: Parameters<typeof runScripted>[0], structure: 'sonata' | 'fugue' = 'sonata') {
  const { result, calls } = runScripted(panel, { structure, maxIterations: 2 })
  await result
  const revisions = calls.filter(({ brief }) => brief.phase === 'revision')
  return Object.fromEntries(
    revisions.map((call) => {
      const { answers, mustAnswer } = revisionOf(call)
      return [call.seat.name, answers.find(({ label }) => label === mustAnswer)?.answer ?? null]
    }),
  )
}

describe('a sonata', () => {
  it('has all speak at once', () => {
    const order = orderOf({ ada: 0.5, bob: 1 })
    expect(sonata.waves(order)).toEqual([order.seats])
  })

  it('asks every seat to reply to the heaviest answer that it does not hold', async () => {
    const panel = {
      ada: keeps('1'),
      bob: keeps('1'),
      cleo: keeps('2'),
      dan: keeps('2'),
      eve: keeps('3'),
      fay: keeps('1'),
    }
    expect(await opponents(panel)).toEqual({ ada: '2', bob: '2', cleo: '1', dan: '1', eve: '1', fay: '2' })
  })

  it('asks a seat without an answer to reply to the heaviest', async () => {
    const silent = inTurn('I do not know.', { rulings: [] })
    expect(
      await opponents({ ada: keeps('1'), bob: keeps('1'), cleo: keeps('2'), dan: silent }),
    ).toMatchObject({
      dan: '1',
    })
  })

  it('alone has seats face an opponent', async () => {
    const panel = { ada: keeps('1'), bob: keeps('2') }
    expect(await opponents(panel, 'fugue')).toEqual({ ada: null, bob: null })
  })
})
