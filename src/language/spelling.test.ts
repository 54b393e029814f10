import { describe, expect, it } from 'vitest'
import { spelledOneWay } from './spelling.ts'

describe('spelledOneWay', () => {
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
    expect(spelledOneWay(british)).toBe(spelledOneWay(american)),
  )

  it.each([
    ['hour', 'her'],
    ['four', 'for'],
    ['tall', 'tal'],
    ['disable', 'dizable'],
  ])('keeps %s and %s apart', (one, other) => expect(spelledOneWay(one)).not.toBe(spelledOneWay(other)))
})
