import { describe, expect, it } from 'vitest'
import { exclusions, rivalsIn } from './rivals.ts'

describe('rivals', () => {
  const silent = { supports: 0, contradicts: 0, shared: 0 }

  it('are claims of which one excludes the other, in either direction, and never a claim itself', async () => {
    const against = { supports: 0, contradicts: 0.9, shared: 0 }
    const bearings = [
      [against, against, silent],
      [silent, silent, { supports: 0, contradicts: 0.5, shared: 0 }],
      [silent, silent, silent],
    ]
    expect(rivalsIn(await exclusions(['plums', 'pears', 'figs'], bearings, async () => {}))).toEqual([
      [1],
      [0],
      [],
    ])
  })

  it('are the same sentence with another number, even if the reader takes them for the same', async () => {
    const same = { supports: 1, contradicts: 0, shared: 0 }
    const texts = ['The tower is 300 m tall', 'The tower is 330 m tall']
    const bearings = texts.map(() => texts.map(() => same))
    expect(rivalsIn(await exclusions(texts, bearings, async () => {}))).toEqual([[1], [0]])
  })

  it('are not claims of which one only adds to the other, even if the reader takes them for rivals', async () => {
    const against = { supports: 0, contradicts: 0.95, shared: 1 }
    const texts = ['She is an archer.', 'She is a Danish archer.', 'She is not a Danish archer.']
    const bearings = texts.map(() => texts.map(() => against))
    const rivals = rivalsIn(await exclusions(texts, bearings, async () => {}))
    expect(rivals).toEqual([[2], [2], [0, 1]])
  })

  it('are not the same sentence about another number or another year, even if the reader takes them for rivals', async () => {
    const against = { supports: 0, contradicts: 0.95, shared: 1 }
    for (const texts of [
      ['7 is prime', '11 is prime'],
      ['The market crashed in 2018', 'The market crashed in 2022'],
    ]) {
      const bearings = texts.map(() => texts.map(() => against))
      expect(rivalsIn(await exclusions(texts, bearings, async () => {}))).toEqual([[], []])
    }
  })
})
