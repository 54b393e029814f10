import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { embedWords } from '../testing/scripted-panel.ts'
import { agreementOn, SAME_ANSWER } from './agreement.ts'

const OPEN = 'What is it?'
const CHOICE = 'Which animal barks? (A) a cat (B) a dog (C) a cow'
const WHEN = 'When did they land on the moon?'

async function agreement(left: string, right: string, query: string): Promise<number> {
  const agree = agreementOn(query, embedWords)
  const value = await agree(left, right)
  expect(await agree(right, left), 'the order does not matter').toBe(value)
  return value
}

describe('agreementOn closed answers', () => {
  it.each([
    ['42', '42.0', OPEN],
    ['1 km', '1,000 metres', OPEN],
    ['0.5', '50%', OPEN],
    ['(B)', 'b', CHOICE],
    ['B', 'a dog', CHOICE],
    ['yes', 'Yes, it does.', OPEN],
    ['1969', '20 July 1969', WHEN],
    ['Einstein', 'Albert Einstein', OPEN],
    ['USA', 'United States of America', OPEN],
    ['red, green, blue', 'Blue, red and green', OPEN],
    ['**Paris**', 'The answer is Paris.', OPEN],
  ])('is whole between %j and %j', async (left, right, query) => {
    expect(await agreement(left, right, query)).toBe(1)
  })

  it.each([
    ['42', '43', OPEN],
    ['42 km', '42 kg', OPEN],
    ['A', 'B', CHOICE],
    ['B', 'a cow', CHOICE],
    ['yes', 'no', OPEN],
    ['1969', '1970', WHEN],
    ['Paris', 'London', OPEN],
    ['red, green, blue', 'red, green, black', OPEN],
    ['No more than 5', 'No fewer than 10', OPEN],
    ['No more than 5', 'No fewer than 10', 'Are there any left?'],
    ['Over 50', 'Under 50', OPEN],
    ['More than 100', 'Less than 100', OPEN],
    ['at least 3', 'at most 3', OPEN],
    ['over 50', '50', OPEN],
    ['before noon', 'after noon', WHEN],
    ['before 1969', 'after 1969', WHEN],
    ['Not Paris', 'Paris', OPEN],
    ['ethanol', 'methanol', OPEN],
    ['absorption', 'adsorption', OPEN],
    ['fluorine', 'fluoride', OPEN],
    ['Dominica', 'Dominican Republic', OPEN],
    ['Virginia', 'West Virginia', OPEN],
    ['Guinea', 'Papua New Guinea', OPEN],
    ['Korea', 'South Korea', OPEN],
    ['299792458', '1.00e-1995', OPEN],
  ])('is nothing between %j and %j', async (left, right, query) => {
    expect(await agreement(left, right, query)).toBe(0)
  })
})

describe('agreementOn a sentence and a short answer', () => {
  it.each([
    ['It is 42 km from here to there', '42 km', OPEN],
    ['There are forty-two, as anyone can see', '42', OPEN],
    ['It was Albert Einstein who had the idea', 'Einstein', OPEN],
    ['The animal that is known to bark is (B)', 'B', CHOICE],
    ['I think it is B', 'B', CHOICE],
    ['There are over 50 of them', 'more than 50', OPEN],
    ['It is 42. It is not easy to see why.', '42', OPEN],
  ])('finds that %j says %j', async (sentence, short, query) => {
    const value = await agreement(sentence, short, query)
    expect(value).toBeGreaterThanOrEqual(SAME_ANSWER)
    expect(value, 'but not as surely as the bare answer').toBeLessThan(1)
  })

  it.each([
    ['It is 41 km from here to there', '42 km', OPEN],
    ['It is certainly not 42', '42', OPEN],
    ['There are over 50 of them', '50', OPEN],
    ['It is found in West Virginia', 'Virginia', OPEN],
    ['It was not Einstein who had the idea', 'Einstein', OPEN],
    ['It was Bohr who had the idea', 'Einstein', OPEN],
    ['The animal that is known to bark is (C)', 'B', CHOICE],
    ['The animal that is known to bark is not (B)', 'B', CHOICE],
  ])('finds that %j does not say %j', async (sentence, short, query) => {
    expect(await agreement(sentence, short, query)).toBeLessThan(SAME_ANSWER)
  })
})

describe('agreementOn free texts', () => {
  const scattering = 'Sunlight is scattered by the air, and blue light is scattered the most'

  it('is high for the same thing said in nearly the same words', async () => {
    const reworded = 'The sunlight is scattered by air and blue light is scattered most'
    expect(await agreement(scattering, reworded, OPEN)).toBeGreaterThanOrEqual(SAME_ANSWER)
  })

  it.each([
    ['a negation', 'Sunlight is not scattered by the air, and blue light is scattered the most'],
    ['another thing said', 'The sea is mirrored in the clouds above the horizon'],
  ])('is low for %s', async (_, other) => {
    expect(await agreement(scattering, other, OPEN)).toBeLessThan(SAME_ANSWER)
  })

  it('is low when the numbers differ', async () => {
    const [left, right] = ['The water is known to boil at 100 °C', 'The water is known to boil at 90 °C']
    expect(await agreement(left, right, OPEN)).toBeLessThan(SAME_ANSWER)
  })

  it('embeds each answer once, however often it is compared', async () => {
    const embedded: string[] = []
    const agree = agreementOn(OPEN, (texts) => {
      embedded.push(...texts)
      return embedWords(texts)
    })
    const texts = [
      scattering,
      'It is the sea that is mirrored up there',
      'It was painted by someone long ago',
    ]
    for (const left of texts) for (const right of texts) await agree(left, right)
    expect(embedded.sort()).toEqual([...texts].sort())
  })
})

describe('agreementOn any two answers', () => {
  it('lies in [0, 1], is the same both ways and whole with itself', async () => {
    const part = fc.constantFrom(
      '42',
      '43 km',
      'yes',
      'no',
      'Paris',
      'London',
      'not',
      'is',
      '(B)',
      'a dog',
      '20 July 1969',
      ',',
      'because',
      '.',
    )
    const answer = fc.oneof(
      fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' ')),
      fc.string({ maxLength: 30 }),
    )
    await fc.assert(
      fc.asyncProperty(answer, answer, fc.constantFrom(OPEN, CHOICE, WHEN), async (left, right, query) => {
        const agree = agreementOn(query, embedWords)
        const value = await agree(left, right)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(await agree(right, left)).toBe(value)
        expect(await agree(left, left)).toBe(1)
      }),
      { numRuns: 200 },
    )
  })
})

describe('agreementOn odd numbers', () => {
  it('never fails, whatever the answers and the question', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        'e',
        '.',
        ',',
        '-',
        '/',
        '^',
        '(',
        ')',
        '%',
        ' km',
        ' mm',
        ' °C',
        ' over ',
        ' or more',
        '$',
      ),
      fc.constantFrom('e-1995', 'e1990', '7^2300', '1/3', ' million', ' is ', '; ', 'about ', '0'.repeat(30)),
      fc.integer().map(String),
    )
    const numberLike = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(''))
    const text = fc.oneof(numberLike, fc.string({ unit: 'binary', maxLength: 40 }))
    await fc.assert(
      fc.asyncProperty(text, text, text, async (left, right, query) => {
        const value = await agreementOn(query, embedWords)(left, right)
        expect(value >= 0 && value <= 1).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
