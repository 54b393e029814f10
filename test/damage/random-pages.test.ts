import { readFileSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { StartError } from '../../src/contract/start-error.ts'
import { diagnose } from '../../src/main/doctor.ts'
import { databaseFile, inDatabase, overwritePages, pageCount, pagesOf } from '../support/damaged-database.ts'
import { copyOf, FULL, fillDatabase, pagesOfTasks, taskId } from '../support/full-database.ts'
import { share } from '../support/property-runs.ts'
import { get, openService, post } from '../support/service.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const PAGE_BYTES = 4096
const RUNS = Array.from({ length: share(12) }, (_, number) => number + 1)

let full: string
/** All pages but those with the vectors of axioms, which are most of them and the least of the worries, and one of those. */
let targets: number[]
beforeAll(async () => {
  const service = await openService()
  await service.stop({ keepFolder: true })
  full = service.folder
  await fillDatabase(full)
  const [vectors, ...others] = pagesOf(full, 'vectors')
  const numbers = Array.from({ length: pageCount(full) }, (_, place) => place + 1)
  targets = numbers.filter((page) => page === vectors || !others.includes(page))
})
afterAll(() => rmSync(full, { recursive: true, force: true }))

describe('pages overwritten at random', () => {
  it.each(RUNS)(
    'never cause a crash or a 500, and a repair loses no task on intact pages: %i',
    async (seed) => {
      const random = randomFrom(seed)
      const pages = Array.from({ length: 1 + random(6) }, () => targets[random(targets.length)]!)
      const damaged = copyOf(full)
      for (const page of pages) overwritePages(damaged, [page], bytesFor(random))
      const started = copyOf(damaged)
      const expected = [...pagesOfTasks(full)].filter(
        ([, used]) => !used.some((page) => pages.includes(page)),
      )

      await useUnlessRefused(started)
      for (const folder of [started, damaged]) {
        const { lines, exitCode } = diagnose(folder, true)
        expect(exitCode, lines.join('\n')).toBe(0)
      }
      const kept = inDatabase(damaged, (database) =>
        (database.prepare('SELECT id FROM tasks').all() as Array<{ id: string }>).map(({ id }) => id),
      )
      expect(kept).toEqual(expect.arrayContaining(expected.map(([id]) => id)))
      const service = await openService({}, damaged)
      expect((await (await get(service.edge, '/health')).json()).status).toBe('healthy')
      await service.stop()
      rmSync(started, { recursive: true, force: true })
    },
  )
})

/** Starts the service, unless it refuses in words, and asks it for everything there is. */
async function useUnlessRefused(folder: string): Promise<void> {
  const service = await openService({}, folder).catch((error) => {
    expect(error, error.stack).toBeInstanceOf(StartError)
    expect(error.message).toContain('doctor --repair')
    return null
  })
  if (service === null) return
  await service.tasks.resume()
  const statuses: Record<string, number> = {}
  const note = async (name: string, response: Promise<Response>) => {
    statuses[name] = (await response).status
  }
  for (const number of [0, 6, 12, 18]) {
    const query = `What is the answer to question ${number}?`
    for (const path of ['/consensus-iterative', '/consensus', '/cache/check'])
      await note(`${path} ${number}`, post(service.edge, path, { query }))
    await note(`similar ${number}`, get(service.edge, `/similar?q=${encodeURIComponent(query)}`))
    await note(`result ${number}`, get(service.edge, `/results/result-${number}`))
    await note(
      `forget ${number}`,
      service.edge.request(`/cache/result-${number}`, { method: 'DELETE' }) as never,
    )
  }
  for (const path of ['/cache/stats', '/health', '/metrics', '/axioms/search?q=light'])
    await note(path, get(service.edge, path))
  for (let number = 0; number < FULL.tasks; number += 5)
    await note(`task ${number}`, get(service.local, `/consensus/${taskId(number)}`))
  await service.stop({ keepFolder: true })
  for (const [name, status] of Object.entries(statuses)) expect([200, 404, 503], name).toContain(status)
}

/** What lands on a page: noise, nothing, or what belongs elsewhere in the file. */
function bytesFor(random: (below: number) => number): Buffer {
  const kind = random(3)
  if (kind === 0) return Buffer.from(Array.from({ length: PAGE_BYTES }, () => random(256)))
  if (kind === 1) return Buffer.alloc(PAGE_BYTES)
  const start = random(pageCount(full)) * PAGE_BYTES
  return readFileSync(databaseFile(full)).subarray(start, start + PAGE_BYTES)
}

/** Whole numbers below a bound, the same for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
