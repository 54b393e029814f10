import { expect, test } from 'vitest'
import { fewAtATime } from './few-at-a-time.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('work is begun at once, a few pieces in each turn of the event loop, in order', async () => {
  const begin = fewAtATime()
  const begun: number[] = []
  for (let piece = 0; piece < 20; piece++) begin(() => begun.push(piece))
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  await turn()
  expect(begun).toHaveLength(16)
  await turn()
  expect(begun).toEqual(Array.from({ length: 20 }, (_, piece) => piece))
  await turn()
  begin(() => begun.push(20))
  expect(begun).toHaveLength(21)
})
