import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Axiom } from '../../src/contract/axiom.ts'
import { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { StartError } from '../../src/contract/start-error.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { PATIENCE } from '../support/patience.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { startScriptedEmbeddings } from '../support/scripted-embeddings.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { describeWithPostgres } from '../support/services.ts'

const QUERY = 'What is the refund period of the Acme store?'
const refund = (days: number, id = 'acme-0001') => ({
  id,
  level: 1,
  axiom: `The refund period of the Acme store is ${days} days.`,
  description: 'Counted from the day of delivery.',
  domain: 'secret rules',
})
const MODELS = ['vendor/one', 'vendor/two']

let axioms: string
const ended: Array<() => unknown> = []
const running = new Set<TestService>()
beforeEach(() => {
  axioms = mkdtempSync(join(tmpdir(), 'axioms-'))
  ended.push(() => rmSync(axioms, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

const write = (...records: object[]) =>
  writeFileSync(join(axioms, 'ours.jsonl'), records.map((record) => JSON.stringify(record)).join('\n'))

async function open(settings: Record<string, string> = {}, folder?: string): Promise<TestService> {
  const service = await openService({ AXIOMS_DIR: axioms, ...settings }, folder)
  running.add(service)
  ended.push(() => running.delete(service) && service.stop())
  return service
}

/** Stops a service before the end of the test, and leaves its data for the next. */
async function stopNow(service: TestService): Promise<void> {
  running.delete(service)
  await service.stop({ keepFolder: true })
}

async function search({ edge }: TestService, q = QUERY): Promise<Axiom[]> {
  return (await (await get(edge, `/axioms/search?${new URLSearchParams({ q })}`)).json()).axioms
}

const found = async (service: TestService) =>
  (await search(service)).filter(({ source }) => source === 'own').map(({ id, axiom }) => [id, axiom])

async function ask({ edge }: TestService, more: object = {}): Promise<EdgeConsensusResponse> {
  return EdgeConsensusResponse.parse(
    await (await post(edge, '/consensus-iterative', { query: QUERY, models: MODELS, ...more })).json(),
  )
}

const describeAxioms = async ({ edge }: TestService) => (await get(edge, '/debug/axioms')).json()

describe.each([['SQLite', describe] as const, ['PostgreSQL', describeWithPostgres] as const])(
  'axioms of AXIOMS_DIR on %s',
  (store, describeStore) => {
    describeStore('once they are read', () => {
      let settings: Record<string, string>
      beforeEach(async () => {
        settings = {}
        if (store === 'SQLite') return
        const database = await createTestDatabase()
        ended.push(database.drop)
        settings = { DATABASE_URL: database.url }
      })

      it('are found beside the built-in ones, which source tells apart', async () => {
        write(refund(45))
        const service = await open(settings)
        const [first] = await search(service)
        expect(first).toEqual({
          ...refund(45),
          levelName: 'Mathematical',
          relevance: expect.any(Number),
          source: 'own',
        })
        const light = await search(service, 'What is the speed of light in a vacuum?')
        expect(light[0]).toMatchObject({ id: 'phys-0001', source: 'builtin' })
      })

      it('anchor deliberations, and the offline voices answer from them', async () => {
        write(refund(45))
        const result = await ask(await open(settings))
        expect(result.answer).toBe('45 days')
        expect(result.relevant_axioms[0]).toMatchObject({ id: 'acme-0001', source: 'own' })
      })

      it('change, come and go with the next start, and no answer found with others is served', async () => {
        const folder = freshFolder()
        const before = [refund(45), { ...refund(60, 'acme-old'), axiom: 'The Acme store opens at nine.' }]
        write(...before)
        const service = await open(settings, folder)
        expect((await ask(service)).answer).toBe('45 days')
        expect((await ask(service)).cache_hit).toBe(true)
        await stopNow(service)

        write(refund(30), refund(30, 'acme-new'))
        const changed = await open(settings, folder)
        expect(await found(changed)).toEqual([
          ['acme-0001', refund(30).axiom],
          ['acme-new', refund(30).axiom],
        ])
        expect(await describeAxioms(changed)).toMatchObject({ own: 2, seeded: true })
        expect(await ask(changed)).toMatchObject({ cache_hit: false, answer: '30 days' })
        await stopNow(changed)

        write(...before)
        expect(await ask(await open(settings, folder))).toMatchObject({ cache_hit: true, answer: '45 days' })
      })

      it('are embedded once, also for the next start', async () => {
        const endpoint = await startScriptedEmbeddings()
        ended.push(endpoint.close)
        const embedder = { EMBEDDER: 'openai', EMBEDDER_MODEL: 'm', EMBEDDER_BASE_URL: endpoint.url }
        const folder = freshFolder()
        const texts = () => endpoint.calls.splice(0).flatMap(({ input }) => input)
        const start = async () => {
          const service = await open({ ...settings, ...embedder }, folder)
          // The start embeds in the background.
          const isSeeded = async () => expect((await describeAxioms(service)).seeded).toBe(true)
          await vi.waitFor(isSeeded, PATIENCE)
          return service
        }
        write(refund(45))
        await stopNow(await start())
        expect(texts()).toContain(refund(45).axiom)

        write(refund(45), refund(30, 'acme-new'))
        await stopNow(await start())
        expect(texts()).toEqual([refund(30).axiom, `${refund(30).axiom} ${refund(30).description}`])

        expect(await describeAxioms(await start())).toMatchObject({ own: 2 })
        expect(texts()).toEqual([])
      })
    })
  },
)

describe('a folder that has problems', () => {
  it('keeps the service from starting, with every problem in words', async () => {
    write(refund(45), { ...refund(45), id: 'math-0001', level: 9 })
    const failure = await open().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartError)
    expect(String(failure)).toMatch(/AXIOMS_DIR has problems/)
    expect(String(failure)).toMatch(/ours\.jsonl:2: id is "math-0001", and ids of built-in axioms/)
    expect(String(failure)).toMatch(/ours\.jsonl:2: level is 9; write a whole number from 1 to 7/)
  })
})

describe('GET /debug/axioms', () => {
  it('counts axioms of one’s own without naming their domains, since it needs no key', async () => {
    write(refund(45))
    const service = await open()
    const described = await describeAxioms(service)
    const without = await openService()
    ended.push(() => without.stop())
    const builtin = await describeAxioms(without)
    expect(described).toMatchObject({ total: builtin.total + 1, own: 1 })
    expect(builtin.own).toBe(0)
    expect(described.levels[0].count).toBe(builtin.levels[0].count + 1)
    expect(JSON.stringify(described)).not.toContain('secret rules')
  })
})
