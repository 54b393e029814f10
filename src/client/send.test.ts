import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StrettoApiError, StrettoConnectionError } from './errors.ts'
import { type Call, createSender } from './send.ts'

const GET: Call = { method: 'GET', path: '/health' }
const POST: Call = { method: 'POST', path: '/consensus', body: { query: 'Why?' } }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const ok = () => Response.json({ fine: true })
const refused = (status: number, retryAfter?: string) => () =>
  Response.json(
    { status, error: 'unavailable', message: 'Later.', request_id: 'r-1' },
    { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } },
  )
const lost = () => {
  throw new TypeError('fetch failed')
}

/** A sender whose attempts are answered one after the other; it notes when each was made. */
function scripted(...answers: Array<() => Response>) {
  const begun = Date.now()
  const attempts: Array<{ at: number; url: string; init: RequestInit }> = []
  const sender = createSender({
    baseUrl: 'https://stretto.example/api/',
    apiKey: 'key-of-alice',
    routerKey: 'key-for-router',
    headers: { 'X-App': 'test' },
    fetch: async (url, init) => {
      attempts.push({ at: Date.now() - begun, url, init })
      return answers[attempts.length - 1]!()
    },
  })
  return { sender, attempts }
}

/** What a call comes to, with the clock running for it. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  const settled = call.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return settled
}

describe('a request', () => {
  it('goes to the address with its keys, headers and parameters', async () => {
    const { sender, attempts } = scripted(ok)
    const query = { q: 'a & b', topK: 3, level: undefined }
    expect(await sender.json({ ...GET, path: '/similar', query })).toEqual({ fine: true })
    const { url, init } = attempts[0]!
    expect(url).toBe('https://stretto.example/api/similar?q=a+%26+b&topK=3')
    expect(init.headers).toEqual({
      'X-App': 'test',
      'x-api-key': 'key-of-alice',
      'x-router-key': 'key-for-router',
    })
  })

  it('sends a body as JSON', async () => {
    const { sender, attempts } = scripted(ok)
    await sender.json(POST)
    expect(attempts[0]!.init).toMatchObject({ method: 'POST', body: '{"query":"Why?"}' })
    expect(attempts[0]!.init.headers).toMatchObject({ 'Content-Type': 'application/json' })
  })
})

describe('a refusal for the moment', () => {
  it.each([429, 503])('is repeated after Retry-After, a POST too: %i', async (status) => {
    const { sender, attempts } = scripted(refused(status, '7'), refused(status, '2'), ok)
    expect(await outcomeOf(sender.json(POST))).toEqual({ fine: true })
    expect(attempts.map(({ at }) => at)).toEqual([0, 7_000, 9_000])
  })

  it('understands a Retry-After that is a date', async () => {
    const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 5_000)
    const { sender, attempts } = scripted(refused(503, date.toUTCString()), ok)
    await outcomeOf(sender.json(GET))
    expect(attempts[1]!.at).toBeGreaterThanOrEqual(5_000)
    expect(attempts[1]!.at).toBeLessThanOrEqual(6_000)
  })

  it('without Retry-After is repeated after pauses that grow', async () => {
    const { sender, attempts } = scripted(refused(503), refused(503), ok)
    await outcomeOf(sender.json(GET))
    const [, second, third] = attempts.map(({ at }) => at)
    expect(second).toBeGreaterThanOrEqual(250)
    expect(second).toBeLessThanOrEqual(500)
    expect(third! - second!).toBeGreaterThanOrEqual(500)
    expect(third! - second!).toBeLessThanOrEqual(1_000)
  })

  it('is an error once the retries are used up', async () => {
    const { sender, attempts } = scripted(refused(503, '1'), refused(503, '1'), refused(503, '1'))
    expect(await outcomeOf(sender.json(GET))).toMatchObject({ status: 503, retryAfterSeconds: 1 })
    expect(attempts).toHaveLength(3)
  })

  it('is an error at once if the wait is longer than a minute', async () => {
    const { sender, attempts } = scripted(refused(429, '3600'), ok)
    expect(await outcomeOf(sender.json(GET))).toMatchObject({ status: 429, retryAfterSeconds: 3600 })
    expect(attempts).toHaveLength(1)
  })

  it.each([400, 401, 404, 500, 502, 504])('is not assumed of another status: %i', async (status) => {
    const { sender, attempts } = scripted(refused(status), ok)
    expect(await outcomeOf(sender.json(GET))).toBeInstanceOf(StrettoApiError)
    expect(attempts).toHaveLength(1)
  })
})

describe('a lost connection', () => {
  it('repeats a GET, a DELETE, and a POST that the server would recognise', async () => {
    const recognised = { ...POST, headers: { 'Idempotency-Key': 'once' } }
    for (const call of [GET, { ...GET, method: 'DELETE' as const }, recognised]) {
      const { sender, attempts } = scripted(lost, lost, ok)
      expect(await outcomeOf(sender.json(call))).toEqual({ fine: true })
      expect(attempts).toHaveLength(3)
    }
  })

  it('never repeats another POST, which may have been paid for', async () => {
    const { sender, attempts } = scripted(lost, ok)
    const error = await outcomeOf(sender.json(POST))
    expect(error).toBeInstanceOf(StrettoConnectionError)
    expect(error).toMatchObject({
      message: 'The connection failed: fetch failed',
      cause: expect.any(TypeError),
    })
    expect(attempts).toHaveLength(1)
  })

  it('includes a body that ends early', async () => {
    const { sender, attempts } = scripted(() => new Response('{"fine":'), ok)
    expect(await outcomeOf(sender.json(GET))).toEqual({ fine: true })
    expect(attempts).toHaveLength(2)
  })
})

describe('an aborted signal', () => {
  it('ends the waiting between attempts', async () => {
    const controller = new AbortController()
    const { sender, attempts } = scripted(refused(503, '30'), ok)
    const outcome = sender.json({ ...GET, signal: controller.signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1_000)
    controller.abort(new Error('enough'))
    expect(await outcome).toEqual(new Error('enough'))
    expect(attempts).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends the request, and its reason is what the call rejects with', async () => {
    const controller = new AbortController()
    const { sender } = scripted(() => {
      controller.abort(new Error('enough'))
      throw new DOMException('aborted', 'AbortError')
    })
    expect(await outcomeOf(sender.json({ ...GET, signal: controller.signal }))).toEqual(new Error('enough'))
  })
})

describe('an error', () => {
  it('has what the service said', async () => {
    const details = [{ path: 'query', problem: 'query is required' }]
    const body = { status: 400, error: 'bad_request', message: 'No query.', details, request_id: 'r-2' }
    const { sender } = scripted(() => Response.json(body, { status: 400 }))
    expect(await outcomeOf(sender.json(POST))).toMatchObject({
      name: 'StrettoApiError',
      status: 400,
      code: 'bad_request',
      message: 'No query.',
      details,
      requestId: 'r-2',
      retryAfterSeconds: null,
    })
  })

  it('is understood in the shape of the chat API', async () => {
    const error = {
      message: 'No such model.',
      type: 'invalid_request_error',
      param: 'model',
      code: 'model_not_found',
    }
    const { sender } = scripted(() =>
      Response.json({ error }, { status: 404, headers: { 'X-Request-Id': 'r-3' } }),
    )
    expect(await outcomeOf(sender.json(POST))).toMatchObject({
      status: 404,
      code: 'model_not_found',
      message: 'No such model.',
      details: [{ path: 'model', problem: 'No such model.' }],
      requestId: 'r-3',
    })
  })

  it('is one too if somebody else answered, such as a proxy', async () => {
    const { sender } = scripted(
      () => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
    )
    expect(await outcomeOf(sender.json(GET))).toMatchObject({
      status: 502,
      code: 'unknown',
      message: 'The server answered with 502 Bad Gateway: <h1>Bad gateway</h1>',
    })
  })
})
