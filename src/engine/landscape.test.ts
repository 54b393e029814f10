import { describe, expect, it } from 'vitest'
import type { Agree } from './answer/agreement.ts'
import { surveyLandscape } from './landscape.ts'
import { sameText, standingsOf } from './testing/standings.ts'

/** Agreement from a table of pairs, the same both ways; what is not in it does not agree. */
function agreeBy(pairs: Record<string, number>): Agree {
  return async (left, right) =>
    left === right ? 1 : (pairs[`${left} ${right}`] ?? pairs[`${right} ${left}`] ?? 0)
}

async function campsOf(answers: Record<string, string | null>, agree: Agree = sameText) {
  const { camps } = await surveyLandscape(standingsOf(answers), agree)
  return camps.map(({ members, central }) => ({
    members: members.map(({ seat }) => seat.name),
    central: central.seat.name,
  }))
}

describe('surveyLandscape', () => {
  it('gathers seats into camps, the heaviest first', async () => {
    expect(await campsOf({ ada: 'x', bob: 'y', cleo: 'y', dan: 'z' })).toEqual([
      { members: ['bob', 'cleo'], central: 'bob' },
      { members: ['ada'], central: 'ada' },
      { members: ['dan'], central: 'dan' },
    ])
  })

  it('leaves seats without a position out of camps and measures', async () => {
    const { camps, disagreement } = await surveyLandscape(
      standingsOf({ ada: 'x', bob: null, cleo: 'y' }),
      sameText,
    )
    expect(camps).toHaveLength(2)
    expect(disagreement).toEqual(
      new Map([
        ['ada', 1],
        ['cleo', 1],
      ]),
    )
  })

  it('measures each seat’s mean disagreement with the others', async () => {
    const agree = agreeBy({ 'x y': 0.8, 'y z': 0.2 })
    const { disagreement } = await surveyLandscape(standingsOf({ ada: 'x', bob: 'y', cleo: 'z' }), agree)
    expect(disagreement.get('ada')).toBeCloseTo(0.6)
    expect(disagreement.get('bob')).toBeCloseTo(0.5)
    expect(disagreement.get('cleo')).toBeCloseTo(0.9)
  })

  it('takes a lone position for wholly unconfirmed', async () => {
    const { disagreement } = await surveyLandscape(standingsOf({ ada: 'x', bob: null }), sameText)
    expect(disagreement.get('ada')).toBe(1)
  })

  it('has the member closest to its camp speak for it', async () => {
    // x has a friend outside the camp, which does not make it the camp's speaker.
    const agree = agreeBy({ 'x y': 0.8, 'y z': 0.8, 'x z': 0.7, 'w x': 0.69 })
    expect(await campsOf({ ada: 'x', bob: 'y', cleo: 'z', dan: 'w' }, agree)).toEqual([
      { members: ['ada', 'bob', 'cleo'], central: 'bob' },
      { members: ['dan'], central: 'dan' },
    ])
  })

  it('puts the camp closer to the whole panel first when two are of one size', async () => {
    // y is half agreed to by z, so the panel as a whole is nearer to it than to x.
    const agree = agreeBy({ 'y z': 0.5 })
    const camps = await campsOf({ ada: 'x', bob: 'x', cleo: 'y', dan: 'y', eve: 'z' }, agree)
    expect(camps.map(({ central }) => central)).toEqual(['cleo', 'ada', 'eve'])
  })

  it('lets votes count before closeness', async () => {
    // y is nearer to the whole panel than x, but it has one vote.
    const agree = agreeBy({ 'x y': 0.69, 'y z': 0.69 })
    const camps = await campsOf({ ada: 'y', bob: 'z', cleo: 'x', dan: 'x' }, agree)
    expect(camps.map(({ central }) => central)).toEqual(['cleo', 'ada', 'bob'])
  })

  it('is empty when nobody holds a position', async () => {
    const { camps, disagreement } = await surveyLandscape(standingsOf({ ada: null, bob: null }), sameText)
    expect(camps).toEqual([])
    expect(disagreement.size).toBe(0)
  })
})
