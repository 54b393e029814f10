import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../panel/brief.ts'
import { plainlySame } from '../reading/answer/plainly-same.ts'
import { showPositions } from './show-positions.ts'

const position = (answer: string): Position => ({
  answer,
  reason: `reason for ${answer}`,
  claims: [`first claim for ${answer}`, `second claim for ${answer}`],
})

const sameText = (left: string, right: string) => left.trim() === right.trim()

describe('showPositions', () => {
  it('labels positions A, B, … and their claims A1, A2, …', () => {
    const shown = showPositions([position('x'), position('y')], sameText, 'seed')
    expect(shown.map(({ label }) => label)).toEqual(['A', 'B'])
    for (const { label, claims } of shown)
      expect(claims.map((claim) => claim.label)).toEqual([`${label}1`, `${label}2`])
  })

  it('shows answer, reason and claims, and nothing of who holds them', () => {
    const [shown] = showPositions([{ ...position('x'), seat: 'ada' } as Position], sameText, 'seed')
    expect(shown).toEqual({
      label: 'A',
      answer: 'x',
      reason: 'reason for x',
      claims: [
        { label: 'A1', text: 'first claim for x' },
        { label: 'A2', text: 'second claim for x' },
      ],
    })
  })

  it('shows an answer once, however many hold it', () => {
    const shown = showPositions(
      [position('x'), position('y'), position('x'), position(' x ')],
      sameText,
      'seed',
    )
    expect(shown.map(({ answer }) => answer.trim()).sort()).toEqual(['x', 'y'])
  })

  it('shows answers once that are the same in other words, as the first of them', () => {
    const isSame = plainlySame('Where is the tower?')
    const shown = showPositions(
      [position('Paris'), position('Rome'), position('Paris, France')],
      isSame,
      'seed',
    )
    expect(shown.map(({ answer }) => answer).sort()).toEqual(['Paris', 'Rome'])
  })

  it.each([
    ['its reason', { answer: 'x', reason: 'because', claims: [] }, 'because'],
    ['the bare answer', { answer: 'x', reason: '', claims: [] }, 'x'],
  ])('lets %s stand as the claim of a position without claims', (_, held, text) => {
    expect(showPositions([held], sameText, 'seed')[0]!.claims).toEqual([{ label: 'A1', text }])
  })

  it('lets no echo without claims take the place of the case for an answer', () => {
    const echo = { answer: 'x', reason: 'You are right.', claims: [] }
    expect(showPositions([echo, position('x')], sameText, 'seed')).toEqual(
      showPositions([position('x')], sameText, 'seed'),
    )
  })

  it('shows the newest of several cases for an answer', () => {
    const newest = { ...position('x'), claims: ['just said'] }
    expect(showPositions([newest, position('x')], sameText, 'seed')[0]!.claims[0]!.text).toBe('just said')
  })

  it('cuts a reason that would crowd out the others', () => {
    const [shown] = showPositions([{ ...position('x'), reason: 'and '.repeat(1_000) }], sameText, 'seed')
    expect(shown!.reason).toHaveLength(1_500)
  })

  it('shows the same whatever order the positions come in', () => {
    const answers = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), {
      selector: (answer) => answer.trim(),
      maxLength: 8,
    })
    const orders = answers.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    fc.assert(
      fc.property(orders, fc.string(), ([one, other], seed) => {
        expect(showPositions(one.map(position), sameText, seed)).toEqual(
          showPositions(other.map(position), sameText, seed),
        )
      }),
    )
  })

  it('shuffles: another seed puts another position first', () => {
    const positions = ['v', 'w', 'x', 'y', 'z'].map(position)
    const first = Array.from(
      { length: 40 },
      (_, seed) => showPositions(positions, sameText, `${seed}`)[0]!.answer,
    )
    expect(new Set(first).size).toBe(5)
  })
})
