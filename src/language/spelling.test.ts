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
  ])('gives %s and %s one shape', (british, american) =>
    expect(spelledOneWay(british)).toBe(spelledOneWay(american)),
  )

  it.each([
    ['hour', 'her'],
    ['four', 'for'],
    ['tall', 'tal'],
    ['disable', 'dizable'],
  ])('leaves apart what is no spelling of the other: %s, %s', (one, other) =>
    expect(spelledOneWay(one)).not.toBe(spelledOneWay(other)),
  )
})
