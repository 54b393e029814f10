import { afterEach, describe, expect, it, vi } from 'vitest'
import { readAxioms } from '../../src/adapters/assets/data-files.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { type ScriptedEmbeddings, startScriptedEmbeddings } from '../support/scripted-embeddings.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const QUERY = 'What is the speed of light in a vacuum?'
const [first] = readAxioms()
/** Far more than it takes; asking all the time would slow down what is waited for. */
const PATIENCE = { timeout: 120_000, interval: 25 }

const opened: Array<{ stop(): Promise<unknown> }> = []
afterEach(async () => {
  for (const { stop } of opened.splice(0).reverse()) await stop()
})

/** An OpenAI-compatible endpoint for embeddings, which may be out of order. */
async function startEndpoint() {
  const state = { broken: false }
  const endpoint: ScriptedEmbeddings = await startScriptedEmbeddings(({ input }, response) => {
    if (!state.broken) return input.map(letterCounts)
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: 'out of order' } }))
  })
  opened.push({ stop: () => endpoint.close() })
  return { endpoint, state }
}

/** The service on such an endpoint, a new one unless it is given. */
async function openWithEndpoint(folder?: string, given?: Awaited<ReturnType<typeof startEndpoint>>) {
  const { endpoint, state } = given ?? (await startEndpoint())
  const service = await openService(
    { EMBEDDER: 'openai', EMBEDDER_MODEL: 'letters', EMBEDDER_BASE_URL: endpoint.url },
    folder,
  )
  opened.push(service)
  return { service, endpoint, state }
}

/** Stops a service before the end of the test, and leaves its folder for the next. */
async function stopEarly(service: TestService): Promise<string> {
  opened.splice(opened.indexOf(service), 1)
  await service.stop({ keepFolder: true })
  return service.folder
}

/** A vector that knows how often each letter stands in a text. */
function letterCounts(text: string): number[] {
  const counts = new Array<number>(768).fill(0)
  for (const character of text.toLowerCase()) counts[character.codePointAt(0)! % 768]!++
  return counts.map((count) => count + 1e-3)
}

async function debug(service: TestService) {
  return (await get(service.edge, '/debug/axioms')).json()
}

/** Waits until every axiom is embedded. */
async function seeded(service: TestService): Promise<void> {
  await vi.waitFor(async () => expect((await debug(service)).seeded).toBe(true), PATIENCE)
}

async function search(service: TestService, q: string) {
  const response = await get(service.edge, `/axioms/search?${new URLSearchParams({ q })}`)
  return { status: response.status, body: await response.json() }
}

describe('the service on an OpenAI-compatible embedder', () => {
  it('starts at once, finds axioms by words until they are embedded, and then by meaning too', async () => {
    const { service, endpoint } = await openWithEndpoint()
    const { body } = await search(service, QUERY)
    expect(body.axioms[0].id).toBe('phys-0001')
    await seeded(service)
    expect((await debug(service)).embedding_model).toMatch(/^openai:letters@127\.0\.0\.1:\d+$/)
    const { body: later } = await search(service, first!.axiom)
    expect(later.axioms[0].id).toBe(first!.id)
    expect(endpoint.calls.every(({ dimensions }) => dimensions === 768)).toBe(true)
  })

  onNode('process metrics')('says in the metrics how many axioms are left', async () => {
    const { service } = await openWithEndpoint()
    await seeded(service)
    const metrics = await (await get(service.edge, '/metrics')).text()
    expect(metrics).toContain('svc_embedding_left{subject="axioms"} 0')
  })

  onNode('folder')('does not embed the axioms again at the next start', async () => {
    const { service, endpoint, state } = await openWithEndpoint()
    await seeded(service)
    expect(endpoint.calls.flatMap(({ input }) => input)).toContain(first!.axiom)
    const asked = endpoint.calls.length
    const again = await openWithEndpoint(await stopEarly(service), { endpoint, state })
    await seeded(again.service)
    expect(endpoint.calls).toHaveLength(asked)
  })

  onNode('folder')('embeds stored queries again after a change of the model', async () => {
    const before = await openService()
    opened.push(before)
    await post(before.edge, '/consensus-iterative', { query: QUERY })
    const { service } = await openWithEndpoint(await stopEarly(before))
    const similar = async () =>
      (await get(service.edge, `/similar?${new URLSearchParams({ q: QUERY, minScore: '0.9' })}`)).json()
    await vi.waitFor(async () => expect((await similar()).count).toBe(1), PATIENCE)
    expect((await similar()).similar[0]).toMatchObject({ query: QUERY, similarity: 1 })
  })

  it('returns 502 with the endpoint’s message when it fails, and still answers a consensus', async () => {
    const { service, state } = await openWithEndpoint()
    await seeded(service)
    state.broken = true
    const { status, body } = await search(service, QUERY)
    expect(status).toBe(502)
    expect(JSON.stringify(body)).toContain('out of order')
    const response = await post(service.edge, '/consensus-iterative', { query: QUERY })
    expect(response.status).toBe(200)
    const { id, final_answer } = await response.json()
    expect(final_answer).toContain('299 792 458')
    expect((await get(service.edge, `/results/${id}`)).status).toBe(200)
  })
})
