import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replyAs } from '../support/panel-replies.ts'
import {
  type ReceivedSpan,
  type ScriptedCollector,
  startScriptedCollector,
} from '../support/scripted-collector.ts'
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'

const SERVER = 2
const CLIENT = 3
const PATIENCE = { timeout: 60_000, interval: 20 }
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const CALLER_SPAN = 'b7ad6b7169203331'
const QUESTION = 'Which marmalade-coloured giraffe won?'
const MODELS = ['vendor/first', 'vendor/second']

let collector: ScriptedCollector
let provider: ScriptedProvider
let service: TestService | null
let logged: string[]

beforeEach(async () => {
  logged = []
  collector = await startScriptedCollector()
  provider = await startScriptedProvider((call, response) => {
    if (call.model === 'vendor/broken') {
      response.writeHead(401, { 'Content-Type': 'application/json' })
      return response.end(JSON.stringify({ error: { message: 'No. You asked about a giraffe.' } }))
    }
    const answer = call.model === 'vendor/first' ? 'Aloysius-the-giraffe' : 'Bartholomew-the-giraffe'
    return replyAs({ answer, text: 'unforgettable-reason' }, call)
  })
})
afterEach(async () => {
  await service?.stop()
  service = null
  await Promise.all([collector.close().catch(() => {}), provider.close()])
})

async function open(environment: Record<string, string> = {}): Promise<TestService> {
  const lines = new Writable({
    write(line, _, done) {
      logged.push(String(line))
      done()
    },
  })
  service = await openService(
    {
      ROUTER: 'auto',
      OPENROUTER_API_KEY: 'sk-or-servers-secret',
      OPENROUTER_BASE_URL: provider.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      API_KEYS: 'alice:key-of-alice',
      ...environment,
    },
    undefined,
    pino(lines),
  )
  return service
}

const HEADERS = { 'x-api-key': 'key-of-alice', 'x-router-key': 'sk-or-callers-secret' }
const ask = (headers = {}, body = {}) =>
  post(
    service!.edge,
    '/consensus-iterative',
    { query: QUESTION, kind: 'closed', models: MODELS, max_iterations: 2, ...body },
    { ...HEADERS, ...headers },
  )

/** Stops the service, which sends what is left, and returns all spans. */
async function sentSpans(): Promise<ReceivedSpan[]> {
  await service!.stop()
  service = null
  return collector.spans()
}

const childrenOf = (spans: ReceivedSpan[], parent: ReceivedSpan) =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId)

describe('traces', () => {
  it('show a request, its run, the iterations of the run and the calls of each', async () => {
    await open()
    expect((await ask({ traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-01` })).status).toBe(200)
    const spans = await sentSpans()
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE_ID]))
    const [request, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === CALLER_SPAN)
    expect(others).toEqual([])
    expect(request).toMatchObject({ name: 'POST /consensus-iterative', kind: SERVER, failed: false })
    expect(request!.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/consensus-iterative',
      'http.response.status_code': 200,
    })
    const [run, ...otherRuns] = childrenOf(spans, request!)
    expect(otherRuns).toEqual([])
    expect(run).toMatchObject({ name: 'consensus run' })
    expect(run!.attributes).toMatchObject({
      'stretto.kind': 'closed',
      'stretto.outcome': 'split',
      'stretto.iterations': 2,
      'stretto.router': 'openrouter',
    })
    const iterations = childrenOf(spans, run!).filter(({ name }) => name.startsWith('iteration'))
    expect(iterations.map(({ name }) => name)).toEqual(['iteration 1', 'iteration 2'])
    // The first iteration includes a reading by one of the models.
    for (const [place, made] of [3, 2].entries()) {
      const iteration = iterations[place]!
      expect(iteration.attributes).toHaveProperty('stretto.D')
      const calls = childrenOf(spans, iteration)
      expect(calls).toHaveLength(made)
      expect(new Set(calls.map(({ name }) => name))).toEqual(
        new Set(['chat vendor/first', 'chat vendor/second']),
      )
      for (const { kind, attributes } of calls) {
        expect(kind).toBe(CLIENT)
        expect(attributes).toMatchObject({
          'gen_ai.provider.name': 'openrouter',
          'gen_ai.request.model': expect.stringMatching(/^vendor\//),
          'gen_ai.usage.input_tokens': expect.any(Number),
          'gen_ai.usage.output_tokens': expect.any(Number),
          'stretto.outcome': 'answered',
        })
      }
    }
  })

  it('show the run of a task as part of the request that created it', async () => {
    await open()
    const models = MODELS.map((model) => ({ provider: 'openrouter', name: model, model }))
    const { id } = await createTask(service!, { query: QUESTION, models, max_iterations: 1 })
    await finishedTask(service!, id)
    const spans = await sentSpans()
    const created = spans.find(({ name }) => name === 'POST /consensus')!
    expect(childrenOf(spans, created).map(({ name }) => name)).toEqual(['consensus run'])
  })

  it('name the code of a failed call, not its message', async () => {
    await open()
    await ask({}, { models: [...MODELS, 'vendor/broken'] })
    const broken = (await sentSpans()).filter(({ name }) => name === 'chat vendor/broken')
    expect(broken.length).toBeGreaterThan(0)
    for (const { failed, attributes } of broken) {
      expect(failed).toBe(true)
      expect(attributes['error.type']).toBe(attributes['stretto.outcome'])
      expect(attributes['error.type']).not.toBe('failed')
    }
  })

  it('contain no text of a question, a model or an error, and no key', async () => {
    await open()
    await ask(
      {},
      { models: [...MODELS, 'vendor/broken'], context: [{ title: 'secret-title', text: 'secret-text' }] },
    )
    await sentSpans()
    const sent = collector.bodies.join('\n')
    expect(sent).toContain('consensus run')
    for (const text of [
      ...['giraffe', 'unforgettable', 'secret-title', 'secret-text'],
      ...['key-of-alice', 'servers-secret', 'callers-secret'],
    ])
      expect(sent).not.toContain(text)
  })

  it('leave out probes and requests whose caller does not record them', async () => {
    await open()
    for (const path of ['/livez', '/readyz', '/health', '/metrics']) await get(service!.edge, path)
    await get(service!.edge, '/', { traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-00` })
    expect(await sentSpans()).toEqual([])
  })

  it('begin anew when the traceparent of a request cannot be read', async () => {
    await open()
    await get(service!.edge, '/', { traceparent: 'nonsense' })
    const [span] = await sentSpans()
    expect(span).toMatchObject({ name: 'GET /' })
    expect(span!.parentSpanId ?? '').toBe('')
  })

  it('are not passed on to providers', async () => {
    await open()
    await ask({ traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-01` })
    expect(provider.calls.length).toBeGreaterThan(0)
    for (const { headers } of provider.calls) expect(headers).not.toHaveProperty('traceparent')
  })
})

describe('a collector that is away', () => {
  it('costs nothing but a log line', async () => {
    await collector.close()
    await open()
    for (let request = 0; request < 3; request++)
      expect((await ask({}, { skip_cache: true })).status).toBe(200)
    await sentSpans()
    const lines = () => logged.filter((line) => line.includes('traces cannot be sent'))
    await vi.waitFor(() => expect(lines()).toHaveLength(1), PATIENCE)
  })
})
