import { expect, it } from 'vitest'
import { residentMemory } from '../../bench/resident-memory.ts'

it('says how much memory a process holds where the system tells, and that it was not measured elsewhere', () => {
  const told = process.platform === 'linux' ? /^\d+ MB$/ : /^not measured here$/
  expect(residentMemory(process.pid)).toMatch(told)
  expect(residentMemory(0)).toBe('not measured here')
})
