import { expect, test } from 'vitest'
import { createFairQueue, fewAtATime } from './fair-turns.ts'

/** A queue with tasks that begin as they are let, and end when they are told to. */
function queueFor(room: number) {
  const queue = createFairQueue(room)
  const begun: string[] = []
  const endings = new Map<string, () => void>()
  const signals = new Map<string, AbortController>()
  const owners = new Map<string, object>()
  return {
    begun,
    /** Queues a task of the owner its first letter names. */
    add(name: string) {
      const owner = owners.get(name[0]!) ?? {}
      owners.set(name[0]!, owner)
      const cancel = new AbortController()
      signals.set(name, cancel)
      const done = queue.run({ owner, signal: cancel.signal }, () => {
        begun.push(name)
        return new Promise<string>((resolve) => endings.set(name, () => resolve(name)))
      })
      done.catch(() => {})
      return done
    },
    cancel: (name: string) => signals.get(name)?.abort(new Error(`${name} is cancelled`)),
    /** Ends a task and lets what follows from it happen. */
    async end(name: string) {
      endings.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

test('at most the given number of tasks run at once', async () => {
  const { add, end, begun } = queueFor(2)
  for (const name of ['a1', 'a2', 'a3']) add(name)
  await end('none yet')
  expect(begun).toEqual(['a1', 'a2'])
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
})

test('owners take turns, however many tasks one of them has', async () => {
  const { add, end, begun } = queueFor(1)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) add(name)
  for (let index = 0; index < 7; index++) await end(begun.at(-1) ?? 'none yet')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('a task returns its result, and frees its slot even when it fails', async () => {
  const queue = createFairQueue(1)
  const turn = { owner: {}, signal: new AbortController().signal }
  await expect(queue.run(turn, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(
    queue.run(turn, () => {
      throw new Error('at once')
    }),
  ).rejects.toThrow('at once')
  expect(await queue.run(turn, async () => 'done')).toBe('done')
})

test('a task that is cancelled while waiting rejects at once with the reason, and never starts', async () => {
  const { add, end, cancel, begun } = queueFor(1)
  add('a1')
  const waiting = add('b1')
  add('b2')
  cancel('b1')
  await expect(waiting).rejects.toThrow('b1 is cancelled')
  await end('a1')
  expect(begun).toEqual(['a1', 'b2'])
})

test('an owner whose tasks are all cancelled gets no more turns', async () => {
  const { add, end, cancel, begun } = queueFor(1)
  for (const name of ['a1', 'b1', 'c1']) add(name)
  await end('none yet')
  cancel('b1')
  await end('a1')
  await end('c1')
  add('b2')
  await end('none')
  expect(begun).toEqual(['a1', 'c1', 'b2'])
})

test('a task whose caller has already left is not queued', async () => {
  const queue = createFairQueue(1)
  const turn = { owner: {}, signal: AbortSignal.abort(new Error('gone')) }
  await expect(queue.run(turn, async () => 'never')).rejects.toThrow('gone')
  expect(await queue.run({ ...turn, signal: new AbortController().signal }, async () => 'next')).toBe('next')
})

test('cancelling a running task does not affect waiting ones', async () => {
  const { add, end, cancel, begun } = queueFor(1)
  for (const name of ['b1', 'a1']) add(name)
  await end('none yet')
  await end('b1')
  add('a2')
  cancel('a1')
  await end('a1')
  expect(begun).toEqual(['b1', 'a1', 'a2'])
})

test('a task cancelled while running keeps its slot until it ends', async () => {
  const { add, end, cancel, begun } = queueFor(1)
  add('a1')
  add('b1')
  await end('none yet')
  cancel('a1')
  await end('none yet')
  expect(begun).toEqual(['a1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1'])
})

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
