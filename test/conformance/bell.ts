import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bell } from '../../src/adapters/storage/bell.ts'

/** Two bells of one backend, as two processes have them. */
export interface BellsUnderTest {
  one: Bell
  other: Bell
  close(): Promise<void>
}

const PATIENCE = { timeout: 20_000, interval: 5 }

/** What every bell does, whatever carries its rings. */
export function describeBell(backend: string, open: () => Promise<BellsUnderTest>): void {
  describe(`a bell on ${backend}`, () => {
    let bells: BellsUnderTest
    beforeEach(async () => {
      bells = await open()
    })
    afterEach(() => bells.close())

    /** The topics that a bell rings for, without “everybody look”. */
    function topicsOf(bell: Bell) {
      const topics: string[] = []
      const end = bell.listen((topic) => {
        if (topic !== null) topics.push(topic)
      })
      return { topics, end }
    }

    it('rings in its own process and in others', async () => {
      const heard = [topicsOf(bells.one), topicsOf(bells.other)]
      bells.one.ring('task-1')
      for (const { topics } of heard) await vi.waitFor(() => expect(topics).toContain('task-1'), PATIENCE)
    })

    it('rings no more for those who have stopped listening', async () => {
      const stopped = topicsOf(bells.other)
      const listening = topicsOf(bells.other)
      stopped.end()
      bells.one.ring('task-2')
      await vi.waitFor(() => expect(listening.topics).toContain('task-2'), PATIENCE)
      expect(stopped.topics).toEqual([])
    })

    it('carries any topic as it is', async () => {
      const { topics } = topicsOf(bells.other)
      const topic = "it's-«β»–100%:a"
      bells.one.ring(topic)
      await vi.waitFor(() => expect(topics).toContain(topic), PATIENCE)
    })
  })
}
