import { expect, it } from 'vitest'
import { atOnce, inTurns, type Steps } from './in-turns.ts'

function* countTo(last: number, counted: number[]): Steps<string> {
  for (let number = 1; number <= last; number++) {
    yield
    counted.push(number)
  }
  return 'done'
}

it('does all steps at once', () => {
  const counted: number[] = []
  expect(atOnce(countTo(3, counted))).toBe('done')
  expect(counted).toEqual([1, 2, 3])
})

it('waits for a turn before each step', async () => {
  const counted: number[] = []
  const seen: number[] = []
  const result = await inTurns(countTo(3, counted), async () => seen.push(counted.length))
  expect(result).toBe('done')
  expect(seen).toEqual([0, 1, 2])
})
