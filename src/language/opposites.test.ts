import { describe, expect, it } from 'vitest'
import { areOpposite, isDenied, oppositesOf } from './opposites.ts'

describe('opposites', () => {
  it.each([
    ['before', 'after'],
    ['enable', 'disable'],
    ['highest', 'lowest'],
    ['import', 'export'],
    ['wife', 'husband'],
  ])('%s and %s turn a question round', (one, other) => {
    expect(areOpposite(one, other)).toBe(true)
    expect(areOpposite(other, one)).toBe(true)
    expect(oppositesOf(one)).toContain(other)
  })

  it('are not words of one side', () => expect(areOpposite('big', 'large')).toBe(false))

  it.each([
    ['legal', 'illegal'],
    ['happy', 'unhappy'],
    ['connect', 'disconnect'],
  ])('%s is denied by %s', (one, other) => expect(isDenied(one, other)).toBe(true))

  it.each([
    ['port', 'airport'],
    ['is', 'his'],
  ])('%s is not denied by %s', (one, other) => expect(isDenied(one, other)).toBe(false))
})
