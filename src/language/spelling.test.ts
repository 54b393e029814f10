import { describe, expect, it } from 'vitest'
import { normalizeSpelling } from './spelling.ts'

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
