import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerReader } from './answer-words.ts'
import { coverageOf } from './coverage.ts'

const read = answerReader('What was built on the hill?')
const whole = (answer: string, by: string) => coverageOf(read(answer), read(by))
const coverage = (answer: string, by: string) => whole(answer, by).fresh

describe('coverageOf', () => {
  it('is whole where every new word is said and nothing where none is', () => {
    expect(coverage('a stone tower', 'the tower of stone was tall')).toEqual({ exact: 1, alike: 1 })
    expect(coverage('a stone tower', 'some wooden house')).toEqual({ exact: 0, alike: 0 })
  })

  it('says nothing either way where there is nothing new to say', () => {
    expect(coverage('it was built on the hill', 'a tower')).toEqual({ exact: 0.5, alike: 0.5 })
  })

  it('is ordered: a short answer is covered by a long one and not the other way round', () => {
    expect(coverage('tower', 'a stone tower with tall windows').exact).toBe(1)
    expect(coverage('a stone tower with tall windows', 'tower').exact).toBeLessThan(0.5)
  })

  it('counts names and numbers for more than other words, short ones for less', () => {
    const half = coverage('stone tower', 'tower').exact
    expect(half).toBe(0.5)
    expect(coverage('a tower by Wren', 'by Wren').exact).toBeCloseTo(1.5 / 2.5)
    expect(coverage('7 towers', '7').exact).toBeCloseTo(1.5 / 2.5)
    expect(coverage('inn, tower', 'inn').exact).toBeCloseTo(0.5 / 1.5)
  })

  it('counts what the question said for little', () => {
    expect(whole('tower on the hill', 'tower').all.exact).toBeCloseTo(1 / 1.2)
    expect(whole('tower on the hill', 'hill').all.exact).toBeCloseTo(0.2 / 1.2)
  })

  it('looks at the first sentence and at the first four words too', () => {
    const answer = 'On the hill. A tower, house, mill. A stable, garden.'
    expect(whole(answer, 'tower, house, mill')).toMatchObject({
      opening: { exact: 1 },
      lead: { exact: 3 / 4 },
      fresh: { exact: 3 / 5 },
    })
    expect(whole(answer, 'a garden')).toMatchObject({ opening: { exact: 0 }, lead: { exact: 0 } })
  })

  it('takes other spellings of a word for partly said', () => {
    const { exact, alike } = coverage('by Tchaikovsky', 'by Tchaikowsky')
    expect(exact).toBe(0)
    expect(alike).toBeGreaterThan(0.6)
    expect(alike).toBeLessThan(1)
  })

  it('takes initials for the name they stand for', () => {
    expect(coverage('FM', 'Frequency Modulation')).toEqual({ exact: 0, alike: 1 })
  })

  it('takes no number for another that looks alike', () => {
    expect(coverage('81234', '81235')).toEqual({ exact: 0, alike: 0 })
  })

  it('lies in [0, 1], the exact part never above the other', () => {
    const word = fc.constantFrom('tower', 'towers', 'Wren', 'wrens', '7', 'hill', 'of', '1969', 'FM')
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(text, text, (answer, by) => {
        for (const { exact, alike } of Object.values(whole(answer, by))) {
          expect(exact).toBeGreaterThanOrEqual(0)
          expect(alike).toBeGreaterThanOrEqual(exact)
          expect(alike).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
