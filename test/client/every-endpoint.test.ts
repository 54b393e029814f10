import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createEdgeClient,
  createLocalClient,
  type EdgeClient,
  type LocalClient,
} from '../../src/client/index.ts'
import { openService, type TestService } from '../support/service.ts'
import { PANEL } from '../support/tasks.ts'

const QUERY = 'What is 17 + 25?'
const LOCAL_REQUEST = { query: QUERY, models: PANEL as Parameters<LocalClient['ask']>[0]['models'] }
const CHAT = { model: 'stretto/auto', messages: [{ role: 'user' as const, content: QUERY }] }

/** What needs language models is refused offline. */
const refused = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ message }: Error) => /need language models/.test(message),
  )

const respond = (client: EdgeClient) => client.response({ model: 'stretto/auto', input: QUERY })
/** The id of a run that goes on without its watcher, or has ended. */
async function keptRun(client: EdgeClient): Promise<string> {
  for await (const event of client.stream({ query: QUERY, skip_cache: true, keep_running: true }))
    if (event.type === 'run-start') return event.data.id
  throw new Error('It has no id.')
}

/** A call of the client for every operation of the API. */
const EDGE: Record<string, (client: EdgeClient) => Promise<unknown>> = {
  getWelcome: (client) => client.welcome(),
  getHealth: (client) => client.health(),
  getLiveness: (client) => client.liveness(),
  getReadiness: (client) => client.readiness(),
  getMetrics: (client) => client.metrics(),
  createIterativeConsensus: (client) => client.ask({ query: QUERY }),
  createConsensus: (client) => client.askOnce({ query: QUERY }),
  checkClaims: (client) => refused(client.check({ claims: ['Water is wet.'] })),
  searchAxioms: (client) => client.searchAxioms({ q: 'speed of light', topK: 2, levels: [1, 2] }),
  describeAxioms: (client) => client.axiomIndex(),
  checkCache: (client) => client.checkCache(QUERY),
  getCacheStatistics: (client) => client.cacheStatistics(),
  findSimilarQueries: (client) => client.similar({ q: QUERY, minScore: 0.1 }),
  listRuns: (client) => client.runs(),
  getRun: async (client) => client.run(await keptRun(client)),
  stopRun: async (client) => client.stopRun(await keptRun(client)),
  answerRun: async (client) =>
    client.answerNow(await keptRun(client)).catch(({ status }) => expect(status).toBe(409)),
  getResult: async (client) => client.result((await client.ask({ query: QUERY })).id),
  giveVerdict: async (client) => client.giveVerdict((await client.ask({ query: QUERY })).id, { right: true }),
  forgetResult: async (client) =>
    client.forget((await client.ask({ query: QUERY })).id, { query: 'What else?' }),
  getReliability: (client) => client.reliability({ models: ['vendor/one', 'vendor/two'] }),
  listConnections: (client) => client.connections(),
  listModels: (client) => client.models({ q: 'claude' }),
  createChatCompletion: (client) => client.chat(CHAT),
  createResponse: respond,
  getResponse: async (client) => client.storedResponse((await respond(client)).id),
  deleteResponse: async (client) => client.forgetResponse((await respond(client)).id),
  listChatModels: (client) => client.chatModels(),
  getChatModel: (client) => client.chatModel('stretto/auto'),
  createChatEmbeddings: (client) => client.chatEmbeddings({ model: 'stretto', input: 'hello' }),
  createEmbeddings: (client) => client.embed('hello'),
  getOpenApiDocument: (client) => client.openapi(),
  getDocumentation: (client) => client.documentation(),
  getPlayground: (client) => client.playground(),
}
const LOCAL: Record<string, (client: LocalClient) => Promise<unknown>> = {
  getHealth: (client) => client.health(),
  getLiveness: (client) => client.liveness(),
  getReadiness: (client) => client.readiness(),
  createTask: (client) => client.create(LOCAL_REQUEST, { idempotencyKey: 'once' }),
  createConsensus: (client) => client.ask(LOCAL_REQUEST),
  listTasks: (client) => client.list({ status: 'completed', limit: 5 }),
  getTask: async (client) => client.get((await client.create(LOCAL_REQUEST)).id),
  cancelTask: async (client) => client.cancel((await client.create(LOCAL_REQUEST)).id),
  giveVerdict: async (client) => client.giveVerdict((await client.ask(LOCAL_REQUEST)).id, { answer: '42' }),
  streamTaskEvents: async (client) => client.events((await client.create(LOCAL_REQUEST)).id).next(),
  getOpenApiDocument: (client) => client.openapi(),
  getDocumentation: (client) => client.documentation(),
}

let service: TestService
beforeAll(async () => {
  service = await openService({ API_KEYS: 'alice:key-of-alice', LOCAL_AUTH: 'on' })
  service.welcomeRequests()
})
afterAll(() => service.stop())

/** The operations of a document, by the requests that reach them. */
function operationsOf(
  document: Record<string, unknown>,
): Array<{ id: string; method: string; path: RegExp }> {
  const paths = document.paths as Record<string, Record<string, { operationId: string }>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  )
}

describe.each([
  { api: 'edge' as const, create: createEdgeClient, calls: EDGE },
  { api: 'local' as const, create: createLocalClient, calls: LOCAL },
])('the client of the $api API', ({ api, create, calls }) => {
  const requests: string[] = []
  const client = create({
    baseUrl: 'http://localhost',
    apiKey: 'key-of-alice',
    fetch(url, init) {
      requests.push(`${init.method} ${new URL(url).pathname}`)
      return service[api].request(url, init)
    },
  })

  it('has a method for every operation, and each one works', async () => {
    // Assistants have clients of their own.
    const operations = operationsOf(await client.openapi()).filter(({ id }) => id !== 'sendMessage')
    expect(Object.keys(calls).sort()).toEqual(operations.map(({ id }) => id).sort())
    for (const { id, method, path } of operations) {
      expect(await (calls[id] as (used: typeof client) => Promise<unknown>)(client), id).toBeTruthy()
      const [usedMethod, usedPath] = requests.at(-1)!.split(' ')
      expect(usedMethod, id).toBe(method)
      expect(usedPath, id).toMatch(path)
    }
  })
})

describe('what the edge client returns', () => {
  const client = createEdgeClient({
    baseUrl: 'http://localhost',
    apiKey: 'key-of-alice',
    fetch: (url, init) => service.edge.request(url, init),
  })

  it('is the answer of the panel, then the stored one', async () => {
    const first = await client.ask({ query: 'What is 12 + 30?' })
    expect(first).toMatchObject({ answer: '42', cache_hit: false })
    expect(await client.ask({ query: 'What is 12 + 30?' })).toMatchObject({ id: first.id, cache_hit: true })
    const stored = await client.result(first.id)
    expect(stored).toMatchObject({ id: first.id, final_answer: first.final_answer })
    expect(stored.trace).toHaveLength(first.iterations)
  })

  it('is what a request would cost at most, on both APIs, with nothing asked or stored', async () => {
    const request = { query: 'What is 12 + 31?' }
    expect(await client.dryRun(request)).toMatchObject({ dry_run: true, calls: { first_round: 3 } })
    expect(await client.ask(request)).toMatchObject({ cache_hit: false })
    const local = createLocalClient({
      baseUrl: 'http://localhost',
      apiKey: 'key-of-alice',
      fetch: (url, init) => service.local.request(url, init),
    })
    expect(await local.dryRun(LOCAL_REQUEST)).toMatchObject({
      dry_run: true,
      calls: { first_round: LOCAL_REQUEST.models.length },
    })
  })

  it('is a chat completion, whole or in chunks', async () => {
    const request = { ...CHAT, messages: [{ role: 'user' as const, content: 'What is 11 + 31?' }] }
    let text = ''
    for await (const { choices } of client.chatStream(request)) text += choices[0]?.delta.content ?? ''
    expect(text).toContain('42')
    expect((await client.chat(request)).choices[0]?.message.content).toBe(text)
    expect((await client.chatModels()).data).toContainEqual(await client.chatModel('stretto/auto'))
  })

  it('is a response, whole or in events', async () => {
    const request = { model: 'stretto/auto', input: 'What is 10 + 32?' }
    const types: string[] = []
    let text = ''
    for await (const { type, delta = '' } of client.responseStream(request)) {
      types.push(type)
      if (type === 'response.output_text.delta') text += delta
    }
    expect([types[0], types.at(-1)]).toEqual(['response.created', 'response.completed'])
    expect(text).toContain('42')
    expect((await client.response(request)).output).toMatchObject([{ type: 'message', content: [{ text }] }])
  })

  it('is one vector for a text and a list for several', async () => {
    expect((await client.embed('hello')).embedding).toHaveLength(768)
    expect((await client.embed(['hello', 'world'])).embeddings).toHaveLength(2)
  })

  it('is an error that says what is wrong', async () => {
    await expect(client.ask({ query: ' ' })).rejects.toMatchObject({
      name: 'StrettoApiError',
      code: 'bad_request',
      details: [{ path: expect.stringContaining('query'), problem: expect.any(String) }],
    })
    await expect(client.chatStream({ ...CHAT, model: 'none' }).next()).rejects.toMatchObject({
      name: 'StrettoApiError',
      status: 404,
      code: 'model_not_found',
    })
    await expect(client.responseStream({ model: 'none', input: QUERY }).next()).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    })
    await expect(client.result('none')).rejects.toMatchObject({ status: 404, code: 'not_found' })
    const keyless = createEdgeClient({
      baseUrl: 'http://localhost',
      fetch: (url, init) => service.edge.request(url, init),
    })
    await expect(keyless.cacheStatistics()).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  })
})
