import { expect, it } from 'vitest'
import { createEventQueue } from './event-queue.ts'

const readAll = async (queue: AsyncIterable<number>) => {
  const read: number[] = []
  for await (const item of queue) read.push(item)
  return read
}

it('passes on what was pushed before and while it is read, in order, until it ends', async () => {
  const queue = createEventQueue<number>()
  queue.push(1)
  const reading = readAll(queue)
  queue.push(2)
  await new Promise(setImmediate)
  queue.push(3)
  queue.push(4)
  await new Promise(setImmediate)
  queue.push(5)
  queue.end()
  queue.push(6)
  expect(await reading).toEqual([1, 2, 3, 4, 5])
})

it('ends at once for a reader who comes after the end', async () => {
  const queue = createEventQueue<number>()
  queue.push(1)
  queue.end()
  expect(await readAll(queue)).toEqual([1])
})
