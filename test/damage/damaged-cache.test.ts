import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type { Connection } from '../../src/adapters/sqlite/database.ts'
import { inDatabase, keptLog, overwritePages, pagesOf } from '../support/damaged-database.ts'
import { PATIENCE } from '../support/patience.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const QUESTIONS = ['What is 17 + 25?', 'What is 12 * 12?', 'What is the speed of light in a vacuum?']

let seeded: string
let ids: string[]
let service: TestService
beforeAll(async () => {
  const first = await openService()
  const ask = async (query: string) =>
    (await (await post(first.edge, '/consensus-iterative', { query })).json()).id
  ids = []
  for (const query of QUESTIONS) ids.push(await ask(query))
  await first.stop({ keepFolder: true })
  seeded = first.folder
})
afterAll(() => rmSync(seeded, { recursive: true, force: true }))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stretto-damaged-'))
  cpSync(seeded, folder, { recursive: true })
})
afterEach(() => service.stop())

const execute = (sql: string) => (database: Connection) => database.exec(sql)

/** Everything that looks into the cache, twice, and how it is answered. */
async function askEverything(): Promise<number[]> {
  const statuses: number[] = []
  for (let round = 0; round < 2; round++) {
    for (const query of QUESTIONS) {
      for (const path of ['/consensus-iterative', '/consensus', '/cache/check'])
        statuses.push((await post(service.edge, path, { query })).status)
      statuses.push((await get(service.edge, `/similar?q=${encodeURIComponent(query)}`)).status)
    }
    statuses.push((await get(service.edge, '/cache/stats')).status)
    statuses.push((await get(service.edge, '/metrics')).status)
  }
  return statuses
}

/** Read by the same statements as their tables, so that the usual test has one of each kind. */
const OTHER_INDEXES = [
  'results_by_use',
  'results_by_age',
  'questions_by_query',
  'sqlite_autoindex_cache_sizes_1',
  'sqlite_autoindex_served_questions_1',
  'question_vectors_by_question',
  'sqlite_autoindex_cache_tallies_1',
  'sqlite_autoindex_locks_1',
]

const DAMAGES: Array<[string, (folder: string) => void]> = [
  [
    'a response that is not JSON',
    (folder) => inDatabase(folder, execute('UPDATE results SET response = substr(response, 1, 100)')),
  ],
  [
    'a response that is not text',
    (folder) => inDatabase(folder, execute("UPDATE results SET response = CAST(x'a5a5ff00' AS TEXT)")),
  ],
  [
    'a response that no longer fits',
    (folder) => inDatabase(folder, execute(`UPDATE results SET response = '{"final_answer": 42}'`)),
  ],
  [
    'vectors of a wrong length',
    (folder) => inDatabase(folder, execute("UPDATE question_vectors SET vector = x'0011223344'")),
  ],
  [
    'a question that is not text',
    (folder) => inDatabase(folder, execute("UPDATE results SET query = CAST(x'ff' AS TEXT) WHERE rowid = 2")),
  ],
  [
    'a date that is not a number',
    (folder) => inDatabase(folder, execute("UPDATE results SET created_at = 'soon' WHERE rowid = 2")),
  ],
  ...[
    'results',
    'results_by_question',
    'questions',
    'cache_sizes',
    'sqlite_autoindex_results_1',
    'question_vectors',
    'cache_tallies',
    'locks',
    ...(inject('isLong') ? OTHER_INDEXES : []),
  ].map((name): [string, (folder: string) => void] => [
    `every page of ${name}`,
    (folder) => overwritePages(folder, pagesOf(folder, name)),
  ]),
]

describe('a damaged cache', () => {
  it.each(DAMAGES)('is a miss with one warning, and health reports it: %s', async (_, damage) => {
    damage(folder)
    const { log, lines } = keptLog()
    service = await openService({}, folder, log)
    const statuses = await askEverything()
    expect([...new Set(statuses)]).toEqual([200])

    const messages = lines.map(({ msg }) => msg)
    expect(messages.length).toBeGreaterThan(0)
    expect(new Set(messages).size, messages.join('\n')).toBe(messages.length)
    for (const { level, msg } of lines) {
      expect(level).toBe('warn')
      expect(msg).toMatch(/^The database is damaged \(.+doctor --repair/)
    }
    // The statistics are written a moment later, and may meet the damage then.
    for (const app of [service.edge, service.local])
      await vi.waitFor(async () => {
        const health = await (await get(app, '/health')).json()
        expect(health).toMatchObject({ status: 'degraded', problems: lines.map(({ msg }) => msg) })
      }, PATIENCE)
  })

  it('has no result if its answer is damaged, and returns the others', async () => {
    inDatabase(folder, (database) =>
      database.prepare("UPDATE results SET response = '{' WHERE id = ?").run(ids[1]),
    )
    service = await openService({}, folder)
    const statuses = await Promise.all(
      ids.map(async (id) => (await get(service.edge, `/results/${id}`)).status),
    )
    expect(statuses).toEqual([200, 404, 200])
    const check = async (query: string) =>
      (await (await post(service.edge, '/cache/check', { query })).json()).hit
    expect(await Promise.all(QUESTIONS.map(check))).toEqual([true, false, true])
  })

  it('answers again from newly stored results', async () => {
    inDatabase(folder, execute("UPDATE results SET response = '{'"))
    service = await openService({}, folder)
    const ask = async () => {
      const body = { query: QUESTIONS[0] }
      return (await (await post(service.edge, '/consensus-iterative', body)).json()).cache_hit
    }
    expect(await ask()).toBe(false)
    expect(await ask()).toBe(true)
  })

  it('finds the results around one that cannot be listed', async () => {
    inDatabase(folder, execute("UPDATE results SET query = CAST(x'ff' AS TEXT) WHERE rowid = 2"))
    service = await openService({}, folder)
    const { similar } = await (await get(service.edge, '/similar?q=17+plus+25&minScore=0')).json()
    expect(similar.map(({ query }: { query: string }) => query).sort()).toEqual([QUESTIONS[0], QUESTIONS[2]])
  })

  describe('with vectors of own axioms', () => {
    let own: string
    beforeEach(async () => {
      own = mkdtempSync(join(tmpdir(), 'axioms-'))
      const lines = [30, 60].map((days, place) =>
        JSON.stringify({
          ...{ id: `acme-000${place}`, level: 1, domain: 'rules', description: 'Counted from delivery.' },
          axiom: `The refund period of store ${place} of Acme is ${days} days.`,
        }),
      )
      writeFileSync(join(own, 'ours.jsonl'), lines.join('\n'))
      const first = await openService({ AXIOMS_DIR: own }, folder)
      await first.stop({ keepFolder: true })
    })
    afterEach(() => rmSync(own, { recursive: true, force: true }))

    const ownFound = async () => {
      const search = await get(service.edge, '/axioms/search?q=refund+period+of+Acme')
      const { axioms } = (await search.json()) as { axioms: Array<{ source: string }> }
      return axioms.filter(({ source }) => source === 'own').length
    }

    it('recomputes those that are damaged', async () => {
      inDatabase(folder, (database) => {
        database.exec("UPDATE vectors SET vector = x'00' WHERE rowid = (SELECT min(rowid) FROM vectors)")
        database.exec("UPDATE vectors SET vector = x'0000803f' WHERE length(vector) > 4")
      })
      service = await openService({ AXIOMS_DIR: own }, folder)
      expect(await ownFound()).toBe(2)
      await service.stop({ keepFolder: true })
      const lengths = inDatabase(folder, (database) =>
        database.prepare('SELECT length(vector) AS bytes FROM vectors').all(),
      )
      expect(lengths).toMatchObject([{ bytes: 4 * 768 }, { bytes: 4 * 768 }])
      service = await openService({}, folder)
    })

    it('computes them at every start if they can be neither read nor stored', async () => {
      overwritePages(folder, pagesOf(folder, 'vectors'))
      const { log, lines } = keptLog()
      service = await openService({ AXIOMS_DIR: own }, folder, log)
      expect(await ownFound()).toBe(2)
      expect(lines.map(({ msg }) => msg)).toContainEqual(
        expect.stringMatching(/damaged \(the vectors of the axioms\)/),
      )
    })
  })

  it('reports that a damaged result cannot be deleted now, rather than that it is gone', async () => {
    overwritePages(folder, pagesOf(folder, 'sqlite_autoindex_served_questions_1'))
    service = await openService({}, folder)
    const response = await service.edge.request(`/cache/${ids[0]}`, { method: 'DELETE' })
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('60')
    expect((await get(service.edge, `/results/${ids[0]}`)).status).toBe(200)
  })
})
