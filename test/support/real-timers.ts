import { beforeEach } from 'vitest'

// Files share a process: a test that leaves fake timers would make another one, later and elsewhere, wait forever.
const kept = globalThis as typeof globalThis & { realSetTimeout?: typeof setTimeout; lastTest?: string }
kept.realSetTimeout ??= globalThis.setTimeout

beforeEach(({ task }) => {
  const before = kept.lastTest
  kept.lastTest = `${task.file.name}: ${task.name}`
  if (!('clock' in globalThis.setTimeout)) return
  globalThis.setTimeout = kept.realSetTimeout!
  throw new Error(`Timers are still faked since before this test. The last one was ${before}.`)
})
