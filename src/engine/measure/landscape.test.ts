import { describe, expect, it } from 'vitest'
import { comparisonBy, sameText, standingsOf } from '../../../test/support/engine/standings.ts'
import type { Agree, Support } from './agreement/compare-answers.ts'
import { surveyLandscape } from './landscape.ts'

/** Agreement from a table of pairs, the same both ways; what is not in it does not agree. */
function agreeBy(pairs: Record<string, number>): Agree {
  return async (left, right) =>
    left === right ? 1 : (pairs[`${left} ${right}`] ?? pairs[`${right} ${left}`] ?? 0)
}

async function campsOf(answers: Record<string, string | null>, agree: Agree = sameText) {
  const { camps } = await surveyLandscape(standingsOf(answers), comparisonBy(agree))
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
      comparisonBy(sameText),
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
    const { disagreement } = await surveyLandscape(
      standingsOf({ ada: 'x', bob: 'y', cleo: 'z' }),
      comparisonBy(agree),
    )
    expect(disagreement.get('ada')).toBeCloseTo(0.6)
    expect(disagreement.get('bob')).toBeCloseTo(0.5)
    expect(disagreement.get('cleo')).toBeCloseTo(0.9)
  })

  it('takes a lone position for wholly unconfirmed', async () => {
    const { disagreement } = await surveyLandscape(
      standingsOf({ ada: 'x', bob: null }),
      comparisonBy(sameText),
    )
    expect(disagreement.get('ada')).toBe(1)
  })

  it('has the member speak for a camp that is likeliest to be right if the panel’s answers are', async () => {
    const within = { 'x y': 0.8, 'y z': 0.8, 'x z': 0.7 }
    const panel = { ada: 'x', bob: 'y', cleo: 'z', dan: 'w' }
    const speaker = async (pairs: Record<string, number>) => (await campsOf(panel, agreeBy(pairs)))[0]
    expect(await speaker(within)).toEqual({ members: ['ada', 'bob', 'cleo'], central: 'bob' })
    // Who is outside the camp has a say too.
    expect(await speaker({ ...within, 'w x': 0.69 })).toMatchObject({ central: 'ada' })
  })

  it('goes by who supports an answer, not by what the answer supports', async () => {
    // If y is right, x is; if x is right, y is only perhaps.
    const support: Support = async (mine, other) => (mine === other ? 1 : mine === 'x' ? 0.9 : 0.6)
    const { camps, disagreement } = await surveyLandscape(standingsOf({ ada: 'y', bob: 'x' }), {
      ...comparisonBy(agreeBy({ 'x y': 0.75 })),
      support,
    })
    expect(camps).toHaveLength(1)
    expect(camps[0]!.central.seat.name).toBe('bob')
    expect(camps[0]!.weight).toBeCloseTo(1.9)
    expect(disagreement.get('ada'), 'agreement is the mean of both ways').toBeCloseTo(0.25)
    expect(disagreement.get('bob')).toBeCloseTo(0.25)
  })

  it('weighs a camp by its votes where answers are equal or not', async () => {
    const { camps } = await surveyLandscape(
      standingsOf({ ada: 'x', bob: 'y', cleo: 'y', dan: null }),
      comparisonBy(sameText),
    )
    expect(camps.map(({ weight }) => weight)).toEqual([2, 1])
  })

  it('lets a vote count by its weight', async () => {
    const { camps } = await surveyLandscape(
      standingsOf({ ada: 'x', bob: 'y', cleo: 'y' }),
      comparisonBy(sameText),
      ({ name }) => (name === 'ada' ? 3 : 1),
    )
    expect(camps.map(({ central, weight }) => [central.seat.name, weight])).toEqual([
      ['ada', 3],
      ['bob', 2],
    ])
  })

  it('puts the camp closer to the whole panel first when two are of one size', async () => {
    // y is half agreed to by z, so the panel as a whole is nearer to it than to x.
    const agree = agreeBy({ 'y z': 0.5 })
    const camps = await campsOf({ ada: 'x', bob: 'x', cleo: 'y', dan: 'y', eve: 'z' }, agree)
    expect(camps.map(({ central }) => central)).toEqual(['cleo', 'ada', 'eve'])
  })

  it('counts what others half agree to along with the votes', async () => {
    // x has two votes; y has one, but all the others support it in part.
    const answers = { ada: 'y', bob: 'z', cleo: 'x', dan: 'x' }
    const centrals = async (part: number) =>
      (await campsOf(answers, agreeBy({ 'x y': part, 'y z': part }))).map(({ central }) => central)
    expect(await centrals(0.3)).toEqual(['cleo', 'ada', 'bob'])
    expect(await centrals(0.69)).toEqual(['ada', 'cleo', 'bob'])
  })

  it('puts the camp that argues more fully first between equals, then goes by the panel’s order', async () => {
    const standings = standingsOf({ ada: 'x', bob: 'y', cleo: 'z' })
    const arguing = standings.map((standing) =>
      standing.seat.name === 'cleo'
        ? { ...standing, position: { ...standing.position!, reason: 'for more than one reason' } }
        : standing,
    )
    const { camps } = await surveyLandscape(arguing, comparisonBy(sameText))
    expect(camps.map(({ central }) => central.seat.name)[0]).toBe('cleo')
    const { camps: equal } = await surveyLandscape(
      standings.map((standing) => ({ ...standing, position: { ...standing.position!, reason: '' } })),
      comparisonBy(sameText),
    )
    expect(equal.map(({ central }) => central.seat.name)).toEqual(['ada', 'bob', 'cleo'])
  })

  it('is empty when nobody holds a position', async () => {
    const { camps, disagreement } = await surveyLandscape(
      standingsOf({ ada: null, bob: null }),
      comparisonBy(sameText),
    )
    expect(camps).toEqual([])
    expect(disagreement.size).toBe(0)
  })
})

describe('seats that accepted a theme', () => {
  /** Texts in a language that is not read, but for one that is known to be another answer. */
  const unreadable = {
    ...comparisonBy(async (left, right) => (left === right ? 1 : 0.5)),
    relate: async (left: string, right: string) =>
      left === right
        ? ('same' as const)
        : [left, right].includes('other')
          ? 'different'
          : ('unknown' as const),
  }
  const accepting = (answers: Record<string, string>, accepts: Record<string, string>) =>
    standingsOf(answers).map((standing) => ({
      ...standing,
      position: { ...standing.position!, accepts: accepts[standing.seat.name] },
    }))
  const camps = async (standings: ReturnType<typeof accepting>) => {
    const { camps, disagreement } = await surveyLandscape(standings, unreadable)
    return { camps: camps.map(({ members }) => members.map(({ seat }) => seat.name).sort()), disagreement }
  }

  it('are of one camp with nothing between them where everybody did', async () => {
    const standings = accepting({ ada: 'x', bob: 'y', cleo: 'z' }, { bob: 'x', cleo: 'x' })
    const { camps: found, disagreement } = await camps(standings)
    expect(found).toEqual([['ada', 'bob', 'cleo']])
    expect([...disagreement.values()]).toEqual([0, 0, 0])
  })

  it('are spoken for by the theme they accepted, not by what the words of one of them have in common with most', async () => {
    const nearer = { ...unreadable, support: async (mine: string) => (mine === 'z' ? 0.9 : 0.2) }
    const all = accepting({ ada: 'x', bob: 'y', cleo: 'z' }, { bob: 'x', cleo: 'x' })
    const some = accepting({ ada: 'x', cleo: 'z', dan: 'other' }, { cleo: 'x' })
    for (const standings of [all, some]) {
      const { camps: found } = await surveyLandscape(standings, nearer)
      const camp = found.find(({ members }) => members.some(({ seat }) => seat.name === 'ada'))
      expect(camp?.central.seat.name).toBe('ada')
    }
  })

  it('stand with it where somebody did not, and are as far from the others as before', async () => {
    const standings = accepting({ ada: 'x', bob: 'y', cleo: 'other' }, { bob: 'x' })
    const { camps: found, disagreement } = await camps(standings)
    expect(found).toContainEqual(['ada', 'bob'])
    expect(found).toContainEqual(['cleo'])
    expect(disagreement.get('bob')).toBe(0.5)
  })

  it('are told as unread of a camp until they do', async () => {
    const { camps: found } = await surveyLandscape(
      standingsOf({ ada: 'x', bob: 'y', cleo: 'other' }),
      unreadable,
    )
    const unreadOf = (name: string) =>
      found.find(({ central }) => central.seat.name === name)!.unread.map(({ seat }) => seat.name)
    expect(unreadOf('ada')).toEqual(['bob'])
    expect(unreadOf('cleo')).toEqual([])
  })
})
