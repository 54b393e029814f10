import { describe, expect, it } from 'vitest'
import { countWords, maskQuotations } from './mask-quotations.ts'

describe('masking quotations', () => {
  it('tells terms from texts, in the marks of several languages', () => {
    const { text, quoted } = maskQuotations('Is it “its” or «it is not so easy»?')
    expect(text).toBe('Is it  qqshort  or  qqlong ?')
    expect(quoted).toEqual([1, 5])
  })

  it('takes an apostrophe in a word for no quotation mark', () => {
    expect(maskQuotations("Don't say 'I haven't paid yet, sorry' to Ann's boss").quoted).toEqual([5])
    expect(maskQuotations("Ann's and Bob's").quoted).toEqual([])
  })

  it('leaves a mark alone that is not closed, and finds a later quotation', () => {
    expect(maskQuotations('5" tall\nand "so"').quoted).toEqual([1])
    expect(maskQuotations('“ and „so“').quoted).toEqual([1])
  })

  it('counts two characters of Chinese or Japanese as a word', () => {
    expect(countWords('会议推迟到下周二')).toBe(4)
    expect(countWords('two words')).toBe(2)
  })
})
