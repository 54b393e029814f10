import { expect, it } from 'vitest'
import { peakMemory, residentMemory } from '../../bench/resident-memory.ts'

it('says how much memory a process holds where the system tells, and that it was not measured elsewhere', () => {
  const told = process.platform === 'linux' ? /^\d+ MB$/ : /^not measured here$/
  for (const memory of [residentMemory, peakMemory]) {
    expect(memory(process.pid)).toMatch(told)
    expect(memory(0)).toBe('not measured here')
  }
})
