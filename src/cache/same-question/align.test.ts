import { describe, expect, it } from 'vitest'
import { NO_WORDS } from '../../../test/support/no-words.ts'
import { align, areSynonyms } from './align.ts'
import { readQuestion } from './read-question.ts'
import type { WordTable } from './verifier-model.ts'

const TABLE: WordTable = {
  ...NO_WORDS,
  rarity: new Map([
    ['pictur', 3],
    ['country', 3],
    ['county', 4],
    ['johnson', 4],
  ]),
}
const aligned = (left: string, right: string) => align(readQuestion(left), readQuestion(right), TABLE)
const overOf = (left: string, right: string) => {
  const { leftOver, rightOver } = aligned(left, right)
  return [leftOver, rightOver].map((words) => words.map(({ folded }) => folded))
}

describe('align', () => {
  it.each([
    ['buy a car', 'purchase cars', 'synonym'],
    ['my picture', 'my picutre', 'mistyped'],
    ['post anonymous text', 'post text anonymously', 'root'],
  ])('ties %s to %s by %s', (left, right, tie) => {
    expect(overOf(left, right)).toEqual([[], []])
    expect(aligned(left, right).pairs.map((pair) => pair.tie)).toContain(tie)
  })

  it.each([
    ['graduate record examination fees', 'GRE fees'],
    ['colour of tea', 'color of tea'],
    ['three cats', '3 cats'],
    ['1 cat', 'one cat'],
  ])('finds all of “%s” in “%s”, whichever comes first', (left, right) => {
    expect(overOf(left, right)).toEqual([[], []])
    expect(overOf(right, left)).toEqual([[], []])
  })

  it.each([
    ['population of Austria', 'population of Australia', 'austria', 'australia'],
    ['a county', 'a country', 'county', 'country'],
    ['sodium nitrite', 'sodium nitrate', 'nitrite', 'nitrate'],
    ['senator Johnson here', 'senator Johnston here', 'johnson', 'johnston'],
    ['the 3rd man', 'the three man', '3rd', 'three'],
    ['a legal act', 'an illegal act', 'legal', 'illegal'],
  ])('leaves over what differs in “%s” and “%s”', (left, right, one, other) =>
    expect(overOf(left, right)).toEqual([[one], [other]]),
  )

  it('does not miss a word that the other question says only once', () =>
    expect(overOf('tea shops that sell tea', 'shops that sell tea')).toEqual([[], []]))

  it('misses a number that the other question says only once', () =>
    expect(overOf('5 of 5 people', '5 people')).toEqual([['5'], []]))
})

describe('synonyms', () => {
  it('ask for the same', () => expect(areSynonyms('buy', 'purchas')).toBe(true))
  it('do not hang together by way of a third', () => expect(areSynonyms('creat', 'earn')).toBe(false))
})
