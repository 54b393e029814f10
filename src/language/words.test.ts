import { describe, expect, it } from 'vitest'
import { foldText, isNegated, isStopWord, normalizeSpelling, stem, wordsOf } from './words.ts'

describe('wordsOf', () => {
  it.each([
    ['Café CRÈME', ['cafe', 'creme']],
    ['It isn’t so', ['it', 'is', 'not', 'so']],
    ["don't", ['do', 'not']],
    ['1,000 km', ['1000', 'km']],
    ['3.14 is π', ['3.14', 'is', 'π']],
    ['a-b/c', ['a', 'b', 'c']],
    ['…', []],
  ])('splits %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })
})

describe('stem', () => {
  it('reduces the forms of a word to one stem', () => {
    for (const forms of [
      ['travels', 'travelling', 'travelled'],
      ['city', 'cities'],
      ['glass', 'glasses'],
    ])
      expect(new Set(forms.map(stem)).size, forms.join(' ')).toBe(1)
  })

  it('keeps short words and numbers unchanged', () => {
    expect(['gas', '1960s', 'red'].map(stem)).toEqual(['gas', '1960s', 'red'])
  })
})

describe('isNegated', () => {
  it.each([
    ['It is so', false],
    ['It is not so', true],
    ['It isn’t so', true],
    ['It never was', true],
    ['It is not the case that it is not so', false],
    ['Nothing without cause', false],
  ])('%j: %s', (text, negated) => {
    expect(isNegated(text)).toBe(negated)
  })
})

describe('foldText and isStopWord', () => {
  it('fold case, accents and compatibility forms, and recognise function words', () => {
    expect(foldText('ÅNGSTRÖM ﬁ ²')).toBe('angstrom fi 2')
    expect(isStopWord('the')).toBe(true)
    expect(isStopWord('light')).toBe(false)
  })
})

describe('normalizeSpelling', () => {
  it.each([
    ['colour', 'color'],
    ['organise', 'organize'],
    ['analysing', 'analyzing'],
    ['centre', 'center'],
    ['dialogue', 'dialog'],
    ['defence', 'defense'],
    ['travelling', 'traveling'],
    ['grey', 'gray'],
  ])('normalises %s and %s to the same spelling', (british, american) =>
    expect(normalizeSpelling(british)).toBe(normalizeSpelling(american)),
  )

  it.each([
    ['hour', 'her'],
    ['four', 'for'],
    ['tall', 'tal'],
    ['disable', 'dizable'],
  ])('keeps %s and %s apart', (one, other) =>
    expect(normalizeSpelling(one)).not.toBe(normalizeSpelling(other)),
  )
})
