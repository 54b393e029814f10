import { expect, it } from 'vitest'
import { isDirection, isRoleMark } from './role-marks.ts'

it('knows which words say what part the next ones play', () => {
  expect(['from', 'in', 'by'].every(isRoleMark)).toBe(true)
  expect(['really', 'boston'].some(isRoleMark)).toBe(false)
})

it('knows which of them part one role from its opposite', () => {
  expect(['from', 'to', 'than'].every(isDirection)).toBe(true)
  expect(['in', 'of', 'with'].some(isDirection)).toBe(false)
})
