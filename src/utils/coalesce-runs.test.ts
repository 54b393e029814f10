import { expect, it } from 'vitest'
import { coalesceRuns } from './coalesce-runs.ts'

it('runs once more for all who ask while work is under way, also if that fails', async () => {
  const runs: Array<{ resolve: () => void; reject: (error: Error) => void }> = []
  const run = coalesceRuns(() => new Promise((resolve, reject) => runs.push({ resolve, reject })))
  const first = run()
  const [second, third] = [run(), run()]
  expect(runs).toHaveLength(1)
  runs[0]!.reject(new Error('failed'))
  await expect(first).rejects.toThrow('failed')
  await new Promise(setImmediate)
  expect(runs).toHaveLength(2)
  const fourth = run()
  runs[1]!.resolve()
  await Promise.all([second, third])
  await new Promise(setImmediate)
  expect(runs).toHaveLength(3)
  runs[2]!.resolve()
  await fourth
  const fifth = run()
  expect(runs).toHaveLength(4)
  runs[3]!.resolve()
  await fifth
})
