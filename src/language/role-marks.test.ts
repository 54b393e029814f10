import { expect, it } from 'vitest'
import { isDirection, isRoleMark } from './role-marks.ts'

it('recognises words that mark the role of the next words', () => {
  expect(['from', 'in', 'by'].every(isRoleMark)).toBe(true)
  expect(['really', 'boston'].some(isRoleMark)).toBe(false)
})

it('recognises role marks that distinguish opposite roles', () => {
  expect(['from', 'to', 'than'].every(isDirection)).toBe(true)
  expect(['in', 'of', 'with'].some(isDirection)).toBe(false)
})
