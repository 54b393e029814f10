import { describe, expect, it } from 'vitest'
import { joinPhrases, tokensOf } from './tokens.ts'

const folded = (text: string) => tokensOf(text).map((token) => token.folded)

describe('tokensOf', () => {
  it.each([
    ["What's up?", ['what', 'is', 'up', '?']],
    ["I don’t and won't and can't", ['i', 'do', 'not', 'and', 'will', 'not', 'and', 'can', 'not']],
    ['dont you know whats new', ['do', 'not', 'you', 'know', 'what', 'is', 'new']],
    ["We've seen they're what I'd buy", ['we', 'have', 'seen', 'they', 'are', 'what', 'i', 'would', 'buy']],
  ])('writes contractions out: %s', (text, words) => expect(folded(text)).toEqual(words))

  it('takes ’s for an owner where it is not “is”', () =>
    expect(folded("Newton's laws")).toEqual(['newton', 'laws']))

  it.each([
    ['1,000,000 km', ['1000000', 'km']],
    ['15k', ['15000']],
    ['5km in 3hrs', ['5', 'km', 'in', '3', 'hrs']],
    ['iPhone 6s', ['iphone', '6s']],
    ['the 1990s', ['the', '1990s']],
    ['Python 3.5', ['python', '3.5']],
  ])('gives numbers one shape and leaves names alone: %s', (text, words) =>
    expect(folded(text)).toEqual(words),
  )

  it.each([
    ['C++ and C# on node.js', ['c++', 'and', 'c#', 'on', 'node.js']],
    ['state-of-the-art', ['state', 'of', 'the', 'art']],
    ['the U.S.A. and the U.S. army', ['the', 'usa', 'and', 'the', 'us', 'army']],
  ])('keeps together what is one word and parts what is several: %s', (text, words) =>
    expect(folded(text)).toEqual(words),
  )

  it('knows where sentences open', () =>
    expect(tokensOf('Why? Because.').map(({ opens }) => opens)).toEqual([true, false, true, false]))
})

const phrased = (text: string) => joinPhrases(tokensOf(text)).map((token) => token.folded)

describe('joinPhrases', () => {
  it.each([
    ['in the United States of America', 'in the USA'],
    ['in the U.S.', 'in the US'],
    ['World War II', 'WW2'],
    ['turn on', 'enable'],
    ['log in', 'sign in'],
  ])('gives “%s” and “%s” one form', (one, other) => expect(phrased(one)).toEqual(phrased(other)))

  it('does not take “us” for a country', () =>
    expect(phrased('tell us more')).toEqual(['tell', 'us', 'more']))

  it('prefers the longest phrase', () => expect(phrased('United States of America')).toEqual(['usa']))
})
