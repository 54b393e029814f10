import { describe, expect, it } from 'vitest'
import { makeTraps } from './traps.ts'

const QUESTIONS = [
  'What is the best hotel in Paris?',
  'What is the distance between Rome and Milan?',
  'How can I lose 5 pounds in 3 weeks?',
  'How do I get from Boston to Denver by train?',
  'Is Linux better than Windows for servers?',
  'Who was the first president of the United States?',
  'How tall is the Eiffel Tower?',
  'Which month is better for Goa, June or November?',
  'Why do some people hate mondays before work?',
  ...Array.from(
    { length: 80 },
    (_, index) => `How do I repair the old bicycle of friend number ${index} in London?`,
  ),
]
const traps = makeTraps(QUESTIONS)
const of = (kind: string) => traps.filter((trap) => trap.kind === kind)

describe('makeTraps', () => {
  it('generates the same pairs from the same questions', () => expect(makeTraps(QUESTIONS)).toEqual(traps))

  it('never generates a pair of equal texts', () =>
    expect(traps.filter(({ left, right }) => left === right)).toEqual([]))

  it('swaps origin and destination', () =>
    expect(of('direction')).toContainEqual({
      left: 'How do I get from Boston to Denver by train?',
      right: 'How do I get from Denver to Boston by train?',
      isSame: false,
      kind: 'direction',
    }))

  it('reverses a comparison', () =>
    expect(of('comparison').map(({ right }) => right)).toContain('Is Windows better than Linux for servers?'))

  it('changes only the number', () => {
    const numbered = of('number')
    expect(numbered.length).toBeGreaterThan(0)
    for (const { left, right } of numbered) expect(right.replace(/\d+/g, '')).toBe(left.replace(/\d+/g, ''))
  })

  it('labels rewordings as the same', () => {
    expect(of('symmetric')).toMatchObject([
      { right: 'What is the distance between Milan and Rome?', isSame: true },
    ])
    expect(of('measure asked')).toMatchObject([
      { right: 'What is the height of the Eiffel Tower?', isSame: true },
    ])
  })

  it('gives all pairs of one kind the same label', () => {
    const labels = new Map<string, boolean>()
    for (const { kind, isSame } of traps)
      expect(labels.set(kind, labels.get(kind) ?? isSame).get(kind)).toBe(isSame)
  })
})
