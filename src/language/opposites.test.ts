import { describe, expect, it } from 'vitest'
import { areOpposite, isDenied } from './opposites.ts'

describe('opposites', () => {
  it.each([
    ['before', 'after'],
    ['enable', 'disable'],
    ['highest', 'lowest'],
    ['import', 'export'],
    ['wife', 'husband'],
  ])('%s and %s are opposites', (one, other) => {
    expect(areOpposite(one, other)).toBe(true)
    expect(areOpposite(other, one)).toBe(true)
  })

  it('are not words on the same side', () => expect(areOpposite('big', 'large')).toBe(false))

  it.each([
    ['legal', 'illegal'],
    ['happy', 'unhappy'],
    ['connect', 'disconnect'],
  ])('%s is negated by the prefix of %s', (one, other) => expect(isDenied(one, other)).toBe(true))

  it.each([
    ['port', 'airport'],
    ['is', 'his'],
  ])('%s is not negated in %s', (one, other) => expect(isDenied(one, other)).toBe(false))
})
