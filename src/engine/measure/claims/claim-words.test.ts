import { describe, expect, it } from 'vitest'
import { claimWords, wordsBeyond } from './claim-words.ts'

const stemsOf = (text: string) => claimWords(text).all.map(({ stem }) => stem)

describe('the words of a claim', () => {
  it('are the distinct ones that carry content, in order and by their stems', () => {
    expect(stemsOf('The two pilots flew, and the pilots landed there')).toEqual([
      '2',
      'pilot',
      'flew',
      'land',
    ])
  })

  it('are names by their capital, but not a function word that opens a sentence', () => {
    const { all } = claimWords('These men were Neil Armstrong and a pilot. In July they left.')
    expect(all.filter(({ isName }) => isName).map(({ written }) => written)).toEqual([
      'neil',
      'armstrong',
      'july',
    ])
  })

  it.each([
    ['twenty-seven', ['27']],
    ['twenty seven', ['27']],
    ['1,000,000', ['1000000']],
    ['3.5', ['3.5']],
    ['Apollo 11', ['11']],
    ['the 1960s', ['1960']],
    ['the third', ['3']],
  ])('have the numbers of %j in digits: %j', (text, numbers) => {
    expect(
      claimWords(text)
        .all.filter(({ isNumber }) => isNumber)
        .map(({ stem }) => stem),
    ).toEqual(numbers)
  })

  it.each(['13%', '13 %', '13 percent', '13 per cent'])('have %j as a share', (text) => {
    expect(stemsOf(text)).toEqual(['13', 'percent'])
  })

  it('have the initials of names that stand side by side', () => {
    const initialsIn = (text: string) => [...claimWords(text).initials]
    expect(initialsIn('by Amplitude Modulation or by Frequency Modulation Synthesis')).toEqual([
      'am',
      'fm',
      'fms',
    ])
    expect(initialsIn('The Red Cross'), 'but not of a function word').toEqual(['rc'])
    expect(initialsIn('by Armstrong’s Apollo'), 'and across a genitive').toEqual(['aa'])
  })

  it('are parted where they were run together, without marks of footnotes and the s of the genitive', () => {
    expect(stemsOf('ArmstrongAldrin [1] left in 196912 with Collins3')).toEqual([
      'armstrong',
      'aldrin',
      'left',
      '1969',
      'collin',
    ])
    expect(stemsOf('Armstrong’s step')).toEqual(['armstrong', 'step'])
  })

  it('are those of a bounded part of a long text', () => {
    const words = Array.from({ length: 400 }, (_, index) => `w${index}x`)
    expect(claimWords(words.join(' ')).all).toHaveLength(80)
    expect(claimWords(`${' '.repeat(2_000)}Armstrong`).all).toHaveLength(0)
  })

  it.each(['It was in May.', 'May 5, 1821', 'On the 5th of May, 1821'])('have the month in %j', (text) => {
    expect(stemsOf(text)).toContain('may')
  })

  it.each(['It may be so.', 'May it be so.', '', 'It was him', '…'])('are none in %j', (text) => {
    expect(stemsOf(text)).toEqual([])
  })
})

describe('wordsBeyond', () => {
  const beyond = (claim: string, other: string) =>
    wordsBeyond(claimWords(claim), claimWords(other)).map(({ written }) => written)

  it('are those that the other has nothing like', () => {
    expect(beyond('Armstrong and Aldrin landed', 'Armstrong landed there')).toEqual(['aldrin'])
    expect(beyond('Armstrong landed', 'Armstrong and Aldrin landed')).toEqual([])
  })

  it('are not those spelled a little otherwise, or told by their initials', () => {
    expect(beyond('a colourful landing', 'a colorful landing')).toEqual([])
    expect(beyond('it is AM', 'Amplitude Modulation')).toEqual([])
  })

  it('are numbers that are only alike', () => {
    expect(beyond('in 1969', 'in 1968')).toEqual(['1969'])
  })
})
