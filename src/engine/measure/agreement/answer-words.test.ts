import { describe, expect, it } from 'vitest'
import { answerReader } from './answer-words.ts'

const read = answerReader('Who landed on the moon?')
const stemsOf = (text: string) => read(text).all.map(({ stem }) => stem)

describe('answerReader', () => {
  it('keeps the distinct words that carry content, in order and by their stems', () => {
    expect(stemsOf('The two pilots flew, and the pilots landed there')).toEqual([
      '2',
      'pilot',
      'flew',
      'land',
    ])
  })

  it('tells what the question holds from what is new', () => {
    const { fresh, freshStems, stems, all } = read('Armstrong landed on the moon')
    expect(fresh.map(({ written }) => written)).toEqual(['armstrong'])
    expect([...freshStems]).toEqual(['armstrong'])
    expect([...stems]).toEqual(['armstrong', 'land', 'moon'])
    expect(all.map(({ isAsked }) => isAsked)).toEqual([false, true, true])
  })

  it('knows names by their capital, but not a function word that opens a sentence', () => {
    const { all, names } = read('These men were Neil Armstrong and a pilot. In July they left.')
    expect(all.filter(({ isName }) => isName).map(({ written }) => written)).toEqual([
      'neil',
      'armstrong',
      'july',
    ])
    expect([...names], 'a month is no name').toEqual(['neil', 'armstrong'])
  })

  it.each([
    ['twenty-seven', ['27']],
    ['twenty seven', ['27']],
    ['1,000,000', ['1000000']],
    ['3.5', ['3.5']],
    ['Apollo 11', ['11']],
    ['the 1960s', ['1960']],
    ['the third', ['3']],
  ])('reads the numbers of %j as %j', (text, numbers) => {
    expect([...read(text).numbers]).toEqual(numbers)
  })

  it.each(['13%', '13 %', '13 percent', '13 per cent'])('reads %j as a share', (text) => {
    expect(stemsOf(text)).toEqual(['13', 'percent'])
  })

  it('finds years, months and days', () => {
    const { years, months, days } = read('On July 20, 1969 it landed; by 2100 many more had')
    expect(years).toEqual(['1969'])
    expect([...months]).toEqual(['july'])
    expect([...days]).toEqual(['20'])
  })

  it('counts a day that the question gives, but no year or number that it gives', () => {
    const asked = answerReader('What happened on 20 July 1969?')('On 20 July 1969 it landed')
    expect([...asked.days]).toEqual(['20'])
    expect(asked.years).toEqual([])
    expect([...asked.numbers]).toEqual([])
  })

  it('finds titles between quotation marks', () => {
    expect([...read('It is “Blue Café” or "Red", not “x”').titles]).toEqual(['blue cafe', 'red'])
  })

  it('finds the initials of names that stand side by side', () => {
    expect([...read('by Amplitude Modulation or by Frequency Modulation Synthesis').initials]).toEqual([
      'am',
      'fm',
      'fms',
    ])
    expect([...read('The Red Cross').initials], 'but not of a function word').toEqual(['rc'])
    expect([...read('by Armstrong’s Apollo').initials], 'and across a genitive').toEqual(['aa'])
  })

  it('groups the new words by their first letter', () => {
    const { byLetter } = read('pilot, plane and crew on the moon')
    const stems = [...byLetter].map(([letter, words]) => [letter, words.map(({ stem }) => stem)])
    expect(stems).toEqual([
      ['p', ['pilot', 'plan']],
      ['c', ['crew']],
    ])
  })

  it('numbers the sentences, also by lines', () => {
    expect(read('Armstrong did. Aldrin too!\nCollins stayed').all.map(({ sentence }) => sentence)).toEqual([
      0, 1, 3, 3,
    ])
  })

  it('parts what was run together and leaves out marks of footnotes', () => {
    expect(stemsOf('ArmstrongAldrin [1] left in 196912 with Collins3')).toEqual([
      'armstrong',
      'aldrin',
      'left',
      '1969',
      'collin',
    ])
  })

  it('leaves out the s of the genitive', () => {
    expect(stemsOf('Armstrong’s step')).toEqual(['armstrong', 'step'])
  })

  it('notes whether the whole is negated', () => {
    expect(read('It was not Armstrong').isNegated).toBe(true)
    expect(read('It was Armstrong').isNegated).toBe(false)
  })

  it('reads a bounded part of a long answer', () => {
    const words = Array.from({ length: 400 }, (_, index) => `w${index}x`)
    expect(read(words.join(' ')).all).toHaveLength(80)
    expect(read(`${' '.repeat(2_000)}Armstrong`).all).toHaveLength(0)
  })

  it('finds nothing in an answer of function words, or in none', () => {
    for (const text of ['', 'It was him', '…'])
      expect(read(text)).toMatchObject({ all: [], fresh: [], years: [], stems: new Set() })
  })
})

describe('the month of May', () => {
  const monthsIn = (text: string) => [...answerReader('When was it?')(text).months]

  it.each(['It was in May.', 'May 5, 1821', 'On the 5th of May, 1821'])('is read in %j', (text) => {
    expect(monthsIn(text)).toEqual(['may'])
  })

  it.each(['It may be so.', 'May it be so.'])('is not read in %j', (text) => {
    expect(monthsIn(text)).toEqual([])
  })
})
