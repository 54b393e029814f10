import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AxiomDebugResponse, AxiomSearchResponse } from '../../src/contract/axiom.ts'
import { get, keysOf, openWholeService, type TestService } from '../support/service.ts'

const LEVELS = [
  'Mathematical',
  'Physical',
  'Ontological',
  'Computable',
  'Architectural',
  'Protocol',
  'Linguistic',
]
const LIGHT = 'What is the speed of light in a vacuum?'

interface Found {
  id: string
  level: number
  levelName: string
  relevance: number
}

let service: TestService
beforeAll(async () => {
  service = await openWholeService()
})
afterAll(() => service.stop())

async function search(parameters: Record<string, string>) {
  const response = await get(service.edge, `/axioms/search?${new URLSearchParams(parameters)}`)
  const body = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(200)
  AxiomSearchResponse.strict().parse(body)
  return body as { query: string; axioms: Found[]; count: number }
}

describe('GET /axioms/search', () => {
  it('answers with query, axioms and count, every axiom with every field of the specification', async () => {
    const body = await search({ q: LIGHT })
    expect(keysOf(body)).toEqual(['axioms', 'count', 'query'])
    expect(body.query).toBe(LIGHT)
    expect(body.count).toBe(body.axioms.length)
    expect(keysOf(body.axioms[0]!)).toEqual([
      'axiom',
      'description',
      'domain',
      'id',
      'level',
      'levelName',
      'relevance',
      'source',
    ])
    expect(body.axioms[0]).toMatchObject({
      id: 'phys-0001',
      source: 'builtin',
      axiom: expect.stringContaining('299 792 458'),
      level: 2,
      levelName: 'Physical',
      domain: expect.any(String),
      description: expect.any(String),
      relevance: expect.any(Number),
    })
  })

  it('returns each axiom once, even if a level is named twice', async () => {
    const { axioms } = await search({ q: LIGHT, minScore: '0', topK: '20', level: '2,2' })
    expect(new Set(axioms.map(({ id }) => id)).size).toBe(axioms.length)
  })

  it('ranks by relevance', async () => {
    const { axioms } = await search({ q: LIGHT, minScore: '0', topK: '20' })
    const relevances = axioms.map(({ relevance }) => relevance)
    expect(relevances).toEqual([...relevances].sort((left, right) => right - left))
  })

  it('returns at most five by default, and up to a hundred', async () => {
    expect((await search({ q: LIGHT, minScore: '0' })).count).toBe(5)
    expect((await search({ q: LIGHT, minScore: '0', topK: '1' })).count).toBe(1)
    expect((await search({ q: LIGHT, minScore: '0', topK: '100' })).count).toBe(100)
  })

  it('returns none below the minimum relevance, 0.7 by default', async () => {
    const { axioms: all } = await search({ q: LIGHT, minScore: '0', topK: '100' })
    const { axioms: good } = await search({ q: LIGHT, topK: '100' })
    expect(good).toEqual(all.filter(({ relevance }) => relevance >= 0.7))
    expect(good.length).toBeLessThan(all.length)
    expect(await search({ q: 'zzqx vvwk', minScore: '1' })).toMatchObject({ axioms: [], count: 0 })
  })

  it.each([
    'What is 17 + 25?',
    '2+2',
    'How much is 3 * 7?',
    'what is 7 times 8',
    '12 * 12',
    'x + y',
    '5% of 200',
    'What is 1000 - 1?',
    'What is 25?',
    'Does 2 + 2 = 5?',
  ])('finds nothing for “%s”, which has no topic that an axiom could be about', async (q) => {
    expect(await search({ q })).toMatchObject({ axioms: [], count: 0 })
  })

  it.each([
    ['2^10', 'comp-0079'],
    ['(a+b)²', 'math-0073'],
    ['What is 0.1 + 0.2?', 'comp-0009'],
    ['0.999... = 1', 'math-0015'],
    ['e^(iπ) + 1 = 0', 'math-0094'],
    ['404', 'prot-0001'],
    ['299,792,458', 'phys-0001'],
    ['Is 91 a prime number?', 'math-0006'],
    ['What is H2O?', 'onto-0001'],
  ])('finds for “%s” the axiom that states it', async (q, id) => {
    expect((await search({ q })).axioms[0]).toMatchObject({ id })
  })

  it('searches only the given levels', async () => {
    const one = await search({ q: LIGHT, level: '2', minScore: '0', topK: '50' })
    expect(new Set(one.axioms.map(({ level }) => level))).toEqual(new Set([2]))
    const two = await search({ q: LIGHT, level: '1, 7', minScore: '0', topK: '100' })
    expect(new Set(two.axioms.map(({ level }) => level))).toEqual(new Set([1, 7]))
    const all = await search({ q: LIGHT, level: '1,2,3,4,5,6,7', minScore: '0' })
    expect(all).toEqual(await search({ q: LIGHT, minScore: '0' }))
  })

  it.each(LEVELS.map((name, index) => [index + 1, name] as const))(
    'names level %i %s',
    async (level, name) => {
      const { axioms } = await search({ q: 'what', level: String(level), minScore: '0', topK: '1' })
      expect(axioms[0]).toMatchObject({ level, levelName: name })
    },
  )
})

describe('GET /debug/axioms', () => {
  it('describes the index by level and domain', async () => {
    const response = await get(service.edge, '/debug/axioms')
    const body = await response.json()
    expect(response.status).toBe(200)
    AxiomDebugResponse.strict().parse(body)
    expect(keysOf(body)).toEqual([
      'dimensions',
      'embedding_model',
      'index_backend',
      'levels',
      'own',
      'seeded',
      'total',
    ])
    expect(body).toMatchObject({ dimensions: 768, seeded: true })
    expect(body.levels.map(({ name }: { name: string }) => name)).toEqual(LEVELS)
    const sum = (counts: number[]) => counts.reduce((left, right) => left + right, 0)
    expect(sum(body.levels.map(({ count }: { count: number }) => count))).toBe(body.total)
    for (const { count, domains } of body.levels) expect(sum(Object.values(domains))).toBe(count)
  })
})
