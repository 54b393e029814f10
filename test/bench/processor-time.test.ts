import { expect, it } from 'vitest'
import { processorTime } from '../../bench/processor-time.ts'

it('returns the CPU time of a process on Linux, and null elsewhere', () => {
  const used = processorTime(process.pid)
  if (process.platform === 'linux') expect(used).toBeGreaterThan(0)
  else expect(used).toBeNull()
  expect(processorTime(0)).toBeNull()
})
