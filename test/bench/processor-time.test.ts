import { expect, it } from 'vitest'
import { processorTime } from '../../bench/processor-time.ts'

it('says how much processor time a process has used where the system tells, and nothing elsewhere', () => {
  const used = processorTime(process.pid)
  if (process.platform === 'linux') expect(used).toBeGreaterThan(0)
  else expect(used).toBeNull()
  expect(processorTime(0)).toBeNull()
})
