import { describe, expect, it } from 'vitest'
import { readRebuttal } from './read-rebuttal.ts'

const read = (text: string) => {
  const reading = readRebuttal(text)
  return 'reply' in reading ? reading.reply.rebuttal : reading.abstention.code
}

describe('readRebuttal', () => {
  it('reads why a reviewer is wrong, and nothing where the author concedes', () => {
    expect(read('{"why": "f(0) is 1.", "ruling": "rebut"}')).toBe('f(0) is 1.')
    expect(read('Well.\n{"why": "f(0) is 1.", "ruling": "Rebutted"}')).toBe('f(0) is 1.')
    expect(read('{"why": "f(0) fails.", "ruling": "concede"}')).toBeNull()
  })

  it('takes a rebuttal without a reason for none', () => {
    expect(read('{"why": "", "ruling": "rebut"}')).toBeNull()
  })

  it('abstains where it does not say', () => {
    for (const text of ['rebut', '{"why": "f(0) is 1."}', '{"why": "x", "ruling": "maybe"}'])
      expect(read(text)).toBe('unreadable')
  })
})
