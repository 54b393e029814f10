import { expect, it } from 'vitest'
import { isRoleMark } from './role-marks.ts'

it('recognises words that mark the role of the next words', () => {
  expect(['from', 'in', 'by'].every(isRoleMark)).toBe(true)
  expect(['really', 'boston'].some(isRoleMark)).toBe(false)
})
