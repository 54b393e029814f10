import { describe, expect, it } from 'vitest'
import { type MadeClaim, mergeClaims } from './merge-claims.ts'

const claims = (...texts: string[]): MadeClaim[] =>
  texts.map((text, index) => ({ seat: `seat ${index}`, text, rank: 0 }))
const groupsOf = async (made: MadeClaim[], supports: (one: number, other: number) => number) => {
  const bearings = made.map((_, one) =>
    made.map((_, other) => ({ supports: supports(one, other), contradicts: 0, shared: 0 })),
  )
  const groups = await mergeClaims(made, bearings, async () => {})
  return groups.map((group) => group.map(({ text }) => text))
}

const SAME = ['The Moon causes the tides', 'The tides are caused by the Moon', 'The Moon causes tides']

describe('mergeClaims', () => {
  it('makes one of claims that say the same in both directions', async () => {
    expect(await groupsOf(claims(...SAME), () => 0.9)).toEqual([SAME])
    expect(await groupsOf(claims(...SAME.slice(0, 2)), (one) => (one === 0 ? 0.9 : 0.5))).toHaveLength(2)
  })

  it('does not merge along a chain', async () => {
    const areFar = (one: number, other: number) => Math.abs(one - other) === 2
    expect(await groupsOf(claims(...SAME), (one, other) => (areFar(one, other) ? 0.5 : 0.9))).toEqual([
      [SAME[0], SAME[1]],
      [SAME[2]],
    ])
  })

  it('does not merge what differs in a number, however alike the reader finds it', async () => {
    expect(
      await groupsOf(claims('The tower is 300 m tall', 'The tower is 330 m tall'), () => 1),
    ).toHaveLength(2)
  })

  it('merges the same words whatever the reader says, but not units that differ in case only', async () => {
    expect(await groupsOf(claims('It emits 5 mW.', '**It emits 5 mW**'), () => 0)).toHaveLength(1)
    expect(await groupsOf(claims('It emits 5 mW.', 'It emits 5 MW.'), () => 1)).toHaveLength(2)
  })
})
