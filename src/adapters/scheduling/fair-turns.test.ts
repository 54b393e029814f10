import { describe, expect, it } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

/** Turns on a clock and an event loop that are moved by hand. */
function scripted() {
  let time = 0
  let callbacks: Array<() => void> = []
  const turns = createFairTurns({ now: () => time, nextTurn: (callback) => callbacks.push(callback) })
  const done: string[] = []
  return {
    done,
    onConnection: turns.onConnection,
    waitOf: turns.waitOf,
    /** Asks for a turn and works for so long once it has it. */
    async work(owner: string, milliseconds = 5) {
      await turns.take(owner)
      done.push(owner)
      time += milliseconds
    },
    /** One turn of the event loop, with everything that follows from it. */
    async loop() {
      await new Promise(setImmediate)
      const due = callbacks
      callbacks = []
      for (const callback of due) {
        callback()
        await new Promise(setImmediate)
      }
      return due.length
    },
  }
}

describe('turns of the event loop', () => {
  it('let work start at once if nothing else is running', async () => {
    const { work, done } = scripted()
    await work('a')
    expect(done).toEqual(['a'])
  })

  it('run small pieces in one turn until they have taken a few milliseconds', async () => {
    const { work, loop, done } = scripted()
    for (let piece = 0; piece < 10; piece++) void work('a', 0.5)
    await loop()
    expect(done).toHaveLength(5)
    await loop()
    expect(done).toHaveLength(9)
  })

  it('run only one long piece per turn of the loop, however many wait', async () => {
    const { work, loop, done } = scripted()
    for (const owner of ['a', 'b', 'c', 'd']) void work(owner)
    for (const seen of [2, 3, 4]) {
      await loop()
      expect(done).toHaveLength(seen)
    }
  })

  it('alternate between owners, so that a busy one does not delay others', async () => {
    const { work, loop, done } = scripted()
    for (const owner of ['a', 'a', 'a', 'a', 'b', 'c']) void work(owner)
    for (let turn = 0; turn < 6; turn++) await loop()
    expect(done).toEqual(['a', 'a', 'b', 'c', 'a', 'a'])
  })

  it('accept new connections first, but not indefinitely', async () => {
    const { work, loop, onConnection, done } = scripted()
    void work('a')
    void work('a')
    onConnection()
    await loop()
    expect(done).toHaveLength(1)
    await loop()
    expect(done).toHaveLength(2)
    await loop()
    // The first of them begins at once: by now nothing was being done.
    void work('a')
    void work('a')
    for (let turn = 0; turn < 32; turn++) {
      onConnection()
      await loop()
    }
    expect(done).toHaveLength(3)
    for (let turn = 0; turn < 64; turn++) {
      onConnection()
      await loop()
    }
    expect(done.length).toBeGreaterThan(3)
  })

  it('stop when nothing waits', async () => {
    const { work, loop } = scripted()
    await work('a')
    await loop()
    expect(await loop()).toBe(0)
  })

  it('need one callback for each piece that waits, and one to see that nothing does', async () => {
    const { work, loop, done } = scripted()
    for (let piece = 0; piece < 3; piece++) void work('a', 0.1)
    expect([await loop(), done.length, await loop(), await loop()]).toEqual([2, 3, 1, 0])
  })

  it('never run more than a number of pieces in one turn, however small they are', async () => {
    const { work, loop, done } = scripted()
    for (let piece = 0; piece < 40; piece++) void work('a', 0)
    expect([await loop(), done.length, await loop(), done.length]).toEqual([16, 17, 16, 33])
  })

  it('report how long an owner has been waiting', async () => {
    const { work, loop, waitOf } = scripted()
    for (const owner of ['a', 'a', 'b']) void work(owner, 7)
    await loop()
    expect([waitOf('a'), waitOf('b'), waitOf('c')]).toEqual([0, 14, 0])
    await loop()
    expect(waitOf('b')).toBe(0)
  })
})
