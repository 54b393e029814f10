import { describe, expect, it } from 'vitest'
import { endOf } from './read-text.ts'

const FILLED = 'The wheels turn because the rider pushes the pedals and the chain pulls the cog. '.repeat(4)

describe('endOf', () => {
  it.each([
    ['It is done.', 'finished'],
    ['“It is done.”', 'finished'],
    ['**It is done!**', 'finished'],
    ['これで終わりです。', 'finished'],
    ['```\ncode\n```', 'finished'],
    ['A title', 'other'],
    [`${FILLED}And this is the end of the`, 'mid-phrase'],
    [`${FILLED}There are apples, pears,`, 'mid-phrase'],
    [`${FILLED}And then the rider steers`, 'open'],
    [`${FILLED}\n- Total: 12`, 'other'],
    [`${FILLED}The answer is A`, 'other'],
  ])('%j', (text, end) => {
    expect(endOf(text)).toBe(end)
  })
})
