import { describe, expect, it } from 'vitest'
import { joinPhrases } from './phrases.ts'
import { tokensOf } from './tokens.ts'

const folded = (text: string) => joinPhrases(tokensOf(text)).map((token) => token.folded)

describe('joinPhrases', () => {
  it.each([
    ['in the United States of America', 'in the USA'],
    ['in the U.S.', 'in the US'],
    ['World War II', 'WW2'],
    ['turn on', 'enable'],
    ['log in', 'sign in'],
  ])('gives “%s” and “%s” one form', (one, other) => expect(folded(one)).toEqual(folded(other)))

  it('does not take “us” for a country', () => expect(folded('tell us more')).toEqual(['tell', 'us', 'more']))

  it('prefers the longest phrase', () => expect(folded('United States of America')).toEqual(['usa']))
})
