import { describe, expect, it } from 'vitest'
import { expectGrowth, filled } from '../../../../test/support/growth.ts'
import { createDetailSearch } from './unknown-details.ts'

const SOURCES = [
  'In 1969 Neil Armstrong of NASA walked on the Moon, 384,400 km away, on July 20. The Bank of England was not there.',
  'In space-time it cost about $25 billion, some 5 km of tape in a spaceship and two thirds of the budget; 12.5% was lost. Germany watched.',
  'The World Health Organization of Apollo says 1,000 people die on 2021-03-04.',
]
const unknownIn = async (sentence: string, sources = SOURCES) =>
  (await createDetailSearch(sources, async () => {})({ sentences: [sentence] })).flat()

describe('the search for unknown details', () => {
  it.each([
    ['the same name', 'Later Armstrong and the Moon were famous.'],
    ['a fuller name', 'Later Commander Armstrong spoke.'],
    ['a name in another form', 'A German spoke, and so did the Germans.'],
    ['a name without its hyphen', 'Here the SpaceTime bends.'],
    ['a name with a hyphen of its own', 'Here the Space-Ship lands.'],
    ['a known name with another word at the start', 'Neil Alden spoke.'],
    ['the abbreviation of a name', 'This the WHO denies.'],
    ['the name of an abbreviation', 'This the National Aeronautics Space Administration denies.'],
    ['the first word of a sentence', 'Gravity pulls. “Nothing escapes.”'],
    ['a function word or emphasis in capitals', 'This is NOT the end, ABSOLUTELY not.'],
    ['a number with and without separators', 'It is 384400 km away, and 1000 died.'],
    ['a number in words', 'One thousand people died.'],
    ['another unit', 'It took 5000 m of tape.'],
    ['a rounded amount', 'It cost $25 billion, or 12.5 percent.'],
    ['a bound on a known number', 'More than 1,000 people died.'],
    ['a count of what is listed', 'There are three reasons, in two groups.'],
    ['the number of an item, a step or a rank', 'See (7) and [8], #9, and the 3rd.'],
    ['a number within a name', 'With Apollo-8 this changed.'],
    ['a time of day and a weekday', 'On Tuesday at 17:30 or 6 pm it rains.'],
    ['a day written otherwise', 'It was on the 20th of July, or on March 4.'],
  ])('accepts %s', async (_, sentence) => {
    expect(await unknownIn(sentence)).toEqual([])
  })

  it.each([
    ['another year in brackets', 'It was the landing (1951) or [1952].', ['1951', '1952']],
    ['another name', 'And then Buzz Aldrin spoke.', ['Buzz Aldrin']],
    ['another name at the start', 'Buzz Aldrin spoke.', ['Buzz Aldrin']],
    ['another abbreviation', 'This the FBI denies.', ['FBI']],
    ['another number', 'It is 384,900 km away.', ['384,900 km']],
    ['another unit with the same number', 'It took 5 miles of tape.', ['5 miles']],
    ['another year', 'It was in 1972.', ['1972']],
    ['another share', 'Only 13.5% was lost.', ['13.5%']],
    ['another day of a known month', 'It was on July 21.', ['July 21', '21']],
    ['a sum of known numbers', 'Together that is 385,400 km.', ['385,400 km']],
    ['a number in words with a unit', 'It took seven years.', ['seven years']],
  ])('finds %s', async (_, sentence, unknown) => {
    expect(await unknownIn(sentence)).toEqual(unknown)
  })

  it('looks for names only where not every noun has a capital', async () => {
    expect(
      await unknownIn('Das ist der Grund für die Gezeiten und nicht der Wind.', ['Die Ursache']),
    ).toEqual([])
  })

  it('answers for every sentence, and lets others have their turn', async () => {
    let pauses = 0
    const search = createDetailSearch(SOURCES, async () => {
      pauses++
    })
    const unknown = await search({ sentences: ['It was in 1972.', 'It was in 1969.'] })
    expect(unknown).toEqual([['1972'], []])
    expect(pauses).toBeGreaterThan(4)
  })

  it('lets others have their turn within a long source too', async () => {
    let pauses = 0
    const sources = ['The Moon pulls the sea. '.repeat(4_000)]
    const search = createDetailSearch(sources, async () => {
      pauses++
    })
    await search({ sentences: [] })
    expect(pauses).toBeGreaterThanOrEqual(sources[0]!.length / 10_000)
  })

  it('takes time proportional to the length of the text and its sources', async () => {
    const search = (text: string) =>
      createDetailSearch([text.toLowerCase()], async () => {})({ sentences: [text] })
    for (const piece of ['Ab ', 'A', '1 km ', '17 ', 'May 3 ', '– '])
      await expectGrowth(search, filled('', piece), 32_000)
  })
})
