import { describe, expect, it } from 'vitest'
import { standsIn } from './stands-in.ts'

describe('standsIn', () => {
  it.each([
    ['Canberra', 'It must be Canberra, I think.'],
    ['it is so', 'For **it** is\n  so.'],
    ['“about 470,000”', 'There are "about 470,000" of them.'],
    ["l'eau", 'C’est l’eau.'],
    ['a well known case', 'It is a well-known case – yes.'],
    ['CANBERRA', 'canberra'],
    ['ﬁne', 'a fine day'],
    ['東京', '答えは東京です。'],
  ])('finds %j in %j, whatever the white space, quotes, dashes and marks', (quotation, text) => {
    expect(standsIn(quotation, text)).toBe(true)
  })

  it.each([
    ['Sydney', 'It must be Canberra, I think.'],
    ['1571', 'It was in 1517.'],
    ['', 'Anything.'],
    ['**', 'Anything.'],
    ['it is so', ''],
    ['is it so', 'it is so'],
  ])('does not find %j in %j', (quotation, text) => {
    expect(standsIn(quotation, text)).toBe(false)
  })

  it.each([
    ['4', 'There are 42.'],
    ['-5', 'It is 5.'],
  ])('does not find the number %j in %j', (quotation, text) => {
    expect(standsIn(quotation, text)).toBe(false)
  })
})
