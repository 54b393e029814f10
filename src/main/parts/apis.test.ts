import { describe, expect, it } from 'vitest'
import { readStoreFigures } from './apis.ts'

const COUNTS = { pending: 1, running: 2, completed: 3, failed: 4 }
const SIZE = { entries: 5, bytes: 6 }

/** What the gauges were set to. */
function gauges() {
  const set: Record<string, unknown> = {}
  return {
    set,
    problemsFound(count: number) {
      set.problems = count
    },
    tasksKept(counts: typeof COUNTS) {
      set.tasks = counts
    },
    cacheSize(size: typeof SIZE) {
      set.cache = size
    },
  }
}

const healthy = { problem: () => null, countTasks: async () => COUNTS, cacheSize: async () => SIZE }

describe('the figures of the store in the metrics', () => {
  it('are read from it', async () => {
    const found = gauges()
    await readStoreFigures(healthy, found)
    expect(found.set).toEqual({ problems: 0, tasks: COUNTS, cache: SIZE })
  })

  it('stay as they were where the store fails, and its problems are counted', async () => {
    const found = gauges()
    const countTasks = () => Promise.reject(new Error('The database is away.'))
    await readStoreFigures({ ...healthy, problem: () => 'It is away.', countTasks }, found)
    expect(found.set).toEqual({ problems: 1, cache: SIZE })
  })

  it('do not hold up the metrics if the store never answers', async () => {
    const found = gauges()
    await readStoreFigures({ ...healthy, cacheSize: () => new Promise(() => {}) }, found, 1)
    expect(found.set).not.toHaveProperty('cache')
    expect(found.set).toHaveProperty('problems')
  })
})
