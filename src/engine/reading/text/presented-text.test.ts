import { describe, expect, it } from 'vitest'
import { presentedText } from './presented-text.ts'

const POEM = '  An old pond\n\n  a frog'

describe('presentedText', () => {
  it.each([
    'Sure! Here is a haiku:',
    'Certainly, here’s the poem you asked for:',
    'Of course. Here are three lines:',
  ])('leaves out %j, and nothing else', (introduction) => {
    expect(presentedText(`${introduction}\n\n${POEM}\n`)).toBe(`${POEM}\n`)
  })

  it.each([
    POEM,
    `Here's the thing:\n\n${POEM}`,
    `Sure! Here is a haiku: ${POEM}`,
    'Sure! Here is a haiku:\n\n',
    `Surely, here is where it began:\n\n${POEM}`,
    `Sure of herself, she said:\n\n${POEM}`,
  ])('leaves a text alone that begins with itself: %j', (text) => {
    expect(presentedText(text)).toBeNull()
  })
})
