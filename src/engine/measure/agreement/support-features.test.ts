import { describe, expect, it } from 'vitest'
import { whatIsAsked } from '../../../language/question/what-is-asked.ts'
import { answerReader } from './answer-words.ts'
import { coverageOf } from './coverage.ts'
import { SUPPORT_FEATURES, supportFeatures } from './support-features.ts'

const QUERY = 'Who built the tower?'

function featuresOf(
  mine: string,
  other: string,
  { query = QUERY, cosine = 0.5, quantities = 0 } = {},
): Record<string, number> {
  const read = answerReader(query)
  const [my, their] = [read(mine), read(other)]
  const values = supportFeatures({
    kind: whatIsAsked(query).kind,
    mine: my,
    other: their,
    theirs: coverageOf(their, my),
    ours: coverageOf(my, their),
    cosine,
    quantities,
  })
  expect(values).toHaveLength(SUPPORT_FEATURES.length)
  return Object.fromEntries(SUPPORT_FEATURES.map((name, index) => [name, values[index]!]))
}

describe('supportFeatures', () => {
  it('have one name each', () => {
    expect(new Set(SUPPORT_FEATURES).size).toBe(SUPPORT_FEATURES.length)
    featuresOf('Wren', 'Hooke')
  })

  it('tell how much of the other answer this one says from how much of this one the other says', () => {
    const features = featuresOf('It was Christopher Wren in London', 'Wren')
    expect(features).toMatchObject({ 'theirs, exact': 1, 'their first name': 1, 'our first name': -1 })
    expect(features['ours, exact']).toBeLessThan(1)
  })

  it('swap “theirs” and “ours” when the answers are swapped, and keep all else', () => {
    const [long, short] = [
      'It was “Sir” Christopher Wren in July 1675. Not before 1670 and with 12 men.',
      'Hooke in 1675',
    ]
    const [one, swapped] = [featuresOf(long, short), featuresOf(short, long)]
    const swap: Record<string, string> = {}
    for (const [theirs, ours] of [
      ['theirs, exact', 'ours, exact'],
      ['theirs, alike', 'ours, alike'],
      ['their first sentence', 'our first sentence'],
      ['their first words', 'our first words'],
      ['theirs with the question', 'ours with the question'],
      ['they say nothing new', 'we say nothing new'],
      ['their first name', 'our first name'],
      ['their first number', 'our first number'],
      ['all their years', 'all our years'],
    ] as const) {
      swap[theirs] = ours
      swap[ours] = theirs
    }
    for (const name of SUPPORT_FEATURES) expect(swapped[swap[name] ?? name], name).toBe(one[name])
    expect(one['all their years'], 'and they differ').not.toBe(one['all our years'])
    expect(one['theirs, exact']).not.toBe(one['ours, exact'])
  })

  it('pass on the cosine and what the quantities tell', () => {
    const features = featuresOf('Wren', 'Hooke', { cosine: 0.25, quantities: -1 })
    expect(features).toMatchObject({ 'cosine of new words': 0.25, 'quantities shared': -1 })
  })

  it.each([
    ['their first sentence', 'Wren', 'Hooke. Wren', 0],
    ['our first sentence', 'Wren', 'Hooke. Wren', 1],
    ['their first words', 'Wren', 'Hooke', 0],
    ['our first words', 'one, two, three, four, five', 'one, two, three, four', 1],
    ['their first words', 'Wren', 'Hooke and Wren', 0.5],
    ['theirs with the question', 'the tower by Wren', 'a tower', 1],
    ['names shared', 'by Wren and Hooke', 'by Hooke', 1],
    ['names shared', 'by Wren', 'by Hooke', -1],
    ['names shared', 'by Wren', 'by someone', 0],
    ['their first name', 'by Wren', 'by Hooke and Wren', -1],
    ['their first name', 'by Wren', 'by Wrens', 1],
    ['numbers shared', '7 men', 'seven women', 1],
    ['numbers shared', '7 men', '8 men', -1],
    ['numbers shared', '7 men', 'men', 0],
    ['their first number', '7 men, 8 women', '8 women', 1],
    ['our first number', '7 men, 8 women', '8 women', -1],
    ['years shared', 'in 1675', 'from 1670 to 1675', 1],
    ['all their years', 'in 1675', 'from 1670 to 1675', -1],
    ['all our years', 'in 1675', 'from 1670 to 1675', 1],
    ['first year the same', 'in 1675', 'from 1670 to 1675', -1],
    ['first year the same', 'in 1670', 'from 1670 to 1675', 1],
    ['years shared', 'in 1675', 'long ago', 0],
    ['all their years', 'long ago', 'in 1675', 0],
    ['months shared', 'in July', 'in July 1675', 1],
    ['months shared', 'in July', 'in June', -1],
    ['days shared', '3 July', '3 June', 1],
    ['days shared', '3 July', '4 July', -1],
    ['days shared', '3 men', '4 men', 0],
    ['titles shared', 'in “The Tower”', 'it is "the tower"', 1],
    ['titles shared', 'in “The Tower”', 'in “The Hill”', -1],
    ['one negated', 'not Wren', 'Wren', 1],
    ['one negated', 'not Wren', 'not Hooke', 0],
    ['they say nothing new', 'Wren', 'the tower', 1],
    ['we say nothing new', 'Wren', 'the tower', 0],
    ['asks for person', 'Wren', 'Hooke', 1],
    ['asks for place', 'Wren', 'Hooke', 0],
  ])('%s of %j beside %j is %d', (name, mine, other, value) => {
    expect(featuresOf(mine, other)[name]).toBe(value)
  })
})
