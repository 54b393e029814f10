import { describe, expect, it } from 'vitest'
import { createApi } from '../documentation/api-routes.ts'
import type { EdgeServices } from './edge-services.ts'
import { mountServiceInfo } from './service-info.ts'

const fails = async () => {
  throw new Error('out of order')
}

/** GET /health of a service of which some parts fail, and which of them were logged. */
async function healthWith(broken: Array<'index' | 'embedder' | 'store'>, problem: string | null = null) {
  const logged: object[] = []
  const works = {
    axioms: { search: async () => [{}], describe: () => ({ seeded: true }) },
    embedder: { embed: async () => [new Float32Array(768)] },
    cache: { statistics: async () => ({}) },
    problems: () => (problem === null ? [] : [problem]),
    routerFor: () => 'offline',
    now: () => 0,
    log: { info() {}, error: (fields: object) => logged.push(fields) },
  }
  if (broken.includes('index')) works.axioms.search = fails
  if (broken.includes('embedder')) works.embedder.embed = fails
  if (broken.includes('store')) works.cache.statistics = fails
  const app = createApi()
  mountServiceInfo(app, works as unknown as EdgeServices)
  const response = await app.request('/health')
  return { httpStatus: response.status, ...(await response.json()), logged }
}

describe('GET /health', () => {
  it('is healthy while the axiom index, the embedder and the store answer', async () => {
    expect(await healthWith([])).toMatchObject({
      httpStatus: 200,
      status: 'healthy',
      vector_index: { available: true, ai_available: true, axioms_seeded: true },
      logged: [],
    })
  })

  it.each([
    ['index', 'axiom index', { available: false, ai_available: true }],
    ['embedder', 'embedder', { available: true, ai_available: false }],
    ['store', 'store', { available: true, ai_available: true }],
  ] as const)('is degraded, still 200, and logs why if one does not: %s', async (name, part, index) => {
    expect(await healthWith([name])).toMatchObject({
      httpStatus: 200,
      status: 'degraded',
      vector_index: index,
      logged: [{ part, err: expect.any(Error) }],
      problems: [expect.stringMatching(/does not respond\.$/)],
    })
  })

  it('is degraded and says why while nothing can be stored', async () => {
    const problem = 'Data cannot be stored: the disk is full.'
    expect(await healthWith([], problem)).toMatchObject({
      httpStatus: 200,
      status: 'degraded',
      problems: [problem],
      vector_index: { available: true, ai_available: true },
    })
  })

  it('names no problems while there are none', async () => {
    expect(await healthWith([])).not.toHaveProperty('problems')
  })

  it('checks the embedding model at most once a minute, and the store each time', async () => {
    let clock = 0
    const asked = { embedder: 0, store: 0 }
    const app = createApi()
    mountServiceInfo(app, {
      axioms: { search: async () => [{}], describe: () => ({ seeded: true }) },
      embedder: { embed: async () => [++asked.embedder] },
      cache: { statistics: async () => ++asked.store },
      problems: () => [],
      routerFor: () => 'offline',
      now: () => clock,
    } as unknown as EdgeServices)
    await app.request('/health')
    clock += 59_999
    await app.request('/health')
    expect(asked).toEqual({ embedder: 1, store: 2 })
    clock += 1
    await app.request('/health')
    expect(asked).toEqual({ embedder: 2, store: 3 })
  })
})
