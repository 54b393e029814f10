import { expect, it } from 'vitest'
import { peakMemory, residentMemory } from '../../bench/resident-memory.ts'

it('returns the memory of a process on Linux, and says elsewhere that it was not measured', () => {
  const told = process.platform === 'linux' ? /^\d+ MB$/ : /^not measured here$/
  for (const memory of [residentMemory, peakMemory]) {
    expect(memory(process.pid)).toMatch(told)
    expect(memory(0)).toBe('not measured here')
  }
})
