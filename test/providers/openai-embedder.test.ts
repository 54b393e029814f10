import { afterEach, expect, test } from 'vitest'
import { createOpenAiEmbedder } from '../../src/adapters/embedders/openai-embedder.ts'
import { StrettoError } from '../../src/contract/error-codes.ts'
import { embedOne } from '../../src/vectors/embedder.ts'
import {
  numbersOf,
  type ScriptedEmbeddings,
  sendEmbeddings,
  startScriptedEmbeddings,
} from '../support/scripted-embeddings.ts'
import { sendError } from '../support/scripted-provider.ts'
import { timeLimit } from '../support/time-limit.ts'
import { openHttp } from '../support/transport.ts'

const KEY = 'a-secret-key'
let server: ScriptedEmbeddings | null = null

afterEach(async () => {
  await server?.close()
  server = null
})

/** An embedder that asks a server with this script. */
async function embedderOn(
  script?: Parameters<typeof startScriptedEmbeddings>[0],
  changes: Partial<Parameters<typeof createOpenAiEmbedder>[0]> = {},
) {
  server = await startScriptedEmbeddings(script)
  return createOpenAiEmbedder({
    model: 'some-model',
    baseUrl: server.url,
    apiKey: KEY,
    timeoutMs: 3_600_000,
    openHttp,
    retries: 1,
    ...changes,
  })
}

/** The failure of embedding these texts; it is always one of the service’s own, for 502, without key or texts. */
async function failureOf(
  embedder: Awaited<ReturnType<typeof embedderOn>>,
  texts = ['a private text'],
): Promise<string> {
  const error = await embedder.embed(texts).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StrettoError)
  const { code, message, cause } = error as StrettoError
  expect(code).toBe('upstream_error')
  expect(message).not.toContain(KEY)
  expect(cause).toBeUndefined()
  return message
}

test('the endpoint is asked for 768 dimensions of the model, with the key', async () => {
  const embedder = await embedderOn()
  await embedder.embed(['one', 'two'])
  expect(server?.calls).toMatchObject([
    {
      path: '/v1/embeddings',
      authorization: `Bearer ${KEY}`,
      model: 'some-model',
      input: ['one', 'two'],
      dimensions: 768,
    },
  ])
})

test('a key in the environment is not used if none is configured', async () => {
  process.env.OPENAI_API_KEY = 'of-someone-else'
  try {
    await (await embedderOn(undefined, { apiKey: null })).embed(['one'])
  } finally {
    delete process.env.OPENAI_API_KEY
  }
  expect(server?.calls[0]?.authorization).not.toContain('of-someone-else')
})

test('no texts make no call', async () => {
  await (await embedderOn()).embed([])
  expect(server?.calls).toEqual([])
})

test('many texts are sent in batches of 96, at most four at once', async () => {
  const held: Array<() => void> = []
  let came = () => {}
  const fourCame = new Promise<void>((resolve) => {
    came = resolve
  })
  let isOpen = false
  const embedder = await embedderOn(async ({ input }) => {
    if (input.length === 96 && !isOpen) {
      const released = new Promise<void>((resolve) => held.push(resolve))
      if (held.length === 4) came()
      await released
    }
    return input.map((text) => numbersOf(text))
  })
  const texts = Array.from({ length: 96 * 6 + 1 }, (_, index) => `text ${index}`)
  const embedded = embedder.embed(texts)
  await fourCame
  // Whatever else was sent by now has come before the answer to a request sent later.
  await embedder.embed(['another request'])
  expect(held).toHaveLength(4)
  isOpen = true
  for (const release of held) release()
  expect(await embedded).toHaveLength(texts.length)
  expect(server?.calls.map(({ input }) => input.length).sort()).toEqual([1, 1, 96, 96, 96, 96, 96, 96])
})

test('long texts are sent in smaller batches, a single one however long', async () => {
  const embedder = await embedderOn()
  await embedder.embed(['a'.repeat(200_000), '光'.repeat(40_000), 'b'.repeat(400_000)])
  expect(server?.calls.map(({ input }) => input.length)).toEqual([1, 1, 1])
})

test('vectors in another order are sorted by their index', async () => {
  const embedder = await embedderOn(({ input }, response) => {
    const data = input.map((text, index) => ({ index, embedding: numbersOf(text) }))
    sendEmbeddings(response, data.reverse())
  })
  const [first, second] = await embedder.embed(['one', 'two'])
  expect(first).toEqual(await embedOne(embedder, 'one'))
  expect(second).toEqual(await embedOne(embedder, 'two'))
})

test.each([
  ['no index', () => ({})],
  ['the same index for each', () => ({ index: 0 })],
  ['an index beyond the last', (place: number) => ({ index: 2 - place })],
])('vectors with %s are used in the order received', async (_, indexAt) => {
  const embedder = await embedderOn(({ input }, response) =>
    sendEmbeddings(
      response,
      input.map((text, place) => ({ ...indexAt(place), embedding: numbersOf(text) })),
    ),
  )
  const [first, second] = await embedder.embed(['one', 'two'])
  expect(first).toEqual(await embedOne(embedder, 'one'))
  expect(second).toEqual(await embedOne(embedder, 'two'))
})

test('a server that rejects the dimensions parameter is called without it, and that is remembered', async () => {
  const embedder = await embedderOn(({ input, dimensions }, response) =>
    dimensions === undefined
      ? input.map((text) => numbersOf(text))
      : sendError(response, 400, 'unknown field dimensions'),
  )
  await embedder.embed(['one'])
  await embedder.embed(['two'])
  expect(server?.calls.map(({ dimensions }) => dimensions)).toEqual([768, undefined, undefined])
})

test('a refusal for another reason is reported unchanged, and dimensions are sent the next time', async () => {
  const embedder = await embedderOn(({ input }, response) =>
    input[0] === 'bad' ? sendError(response, 400, 'too long') : input.map((text) => numbersOf(text)),
  )
  expect(await failureOf(embedder, ['bad'])).toContain('400: too long.')
  await embedder.embed(['good'])
  expect(server?.calls.map(({ dimensions }) => dimensions)).toEqual([768, undefined, 768])
})

test('a model that cannot produce 768 dimensions is rejected with what to do', async () => {
  const embedder = await embedderOn(({ input, dimensions }, response) =>
    dimensions === undefined
      ? input.map((text) => numbersOf(text, 1536))
      : sendError(response, 400, 'This model does not support specifying dimensions.'),
  )
  expect(await failureOf(embedder)).toMatch(
    /^openai:some-model returns vectors with 1536 dimensions, but this service needs 768\. Choose a model/,
  )
})

test('a wrong key is not retried and is reported with the provider’s message, without the key', async () => {
  const embedder = await embedderOn((_, response) =>
    sendError(response, 401, `Incorrect API key provided: ${KEY}, also known as sk-abc*****xyz.`),
  )
  const message = await failureOf(embedder)
  expect(message).toBe(
    'The embedding model openai:some-model failed: 401: Incorrect API key provided: [key], also known as [key]. Check EMBEDDER_MODEL, EMBEDDER_BASE_URL and EMBEDDER_API_KEY.',
  )
  expect(server?.calls).toHaveLength(1)
})

test('a key that cannot be sent is not revealed either', async () => {
  const embedder = await embedderOn(undefined, { apiKey: `${KEY}\u2603` })
  await failureOf(embedder)
  expect(server?.calls).toEqual([])
})

test('a password in the address is not revealed', async () => {
  const embedder = await embedderOn(undefined, { baseUrl: 'http://someone:hidden@127.0.0.1:1/v1' })
  expect(await failureOf(embedder)).not.toContain('hidden')
})

test('a rate limit is waited out according to Retry-After', async () => {
  const embedder = await embedderOn(({ input }, response) =>
    server?.calls.length === 1
      ? sendError(response, 429, 'slow down', { 'retry-after': '0' })
      : input.map((text) => numbersOf(text)),
  )
  expect(await embedder.embed(['one'])).toHaveLength(1)
  expect(server?.calls).toHaveLength(2)
})

test('a server that asks for a wait of more than a minute is given up at once', async () => {
  const embedder = await embedderOn((_, response) =>
    sendError(response, 429, 'slow down', { 'retry-after': '61' }),
  )
  expect(await failureOf(embedder)).toMatch(/429: slow down\. Try again later\.$/)
  expect(server?.calls).toHaveLength(1)
})

test('a server that keeps failing is given up after the allowed attempts', async () => {
  const embedder = await embedderOn(
    (_, response) => sendError(response, 500, 'out of memory', { 'retry-after-ms': '1' }),
    { retries: 2 },
  )
  expect(await failureOf(embedder)).toMatch(/500: out of memory\. Try again later\.$/)
  expect(server?.calls).toHaveLength(3)
})

test('an error in a non-standard format is reported too', async () => {
  const embedder = await embedderOn((_, response) => {
    response.writeHead(404, { 'content-type': 'text/plain' })
    response.end('404 page not found')
  })
  expect(await failureOf(embedder)).toContain('404: 404 page not found.')
})

test.each([
  ['too few', (count: number) => count - 1],
  ['too many', (count: number) => count + 1],
])('%s vectors are rejected', async (_, countOf) => {
  const embedder = await embedderOn(({ input }) =>
    Array.from({ length: countOf(input.length) }, () => numbersOf('x')),
  )
  expect(await failureOf(embedder, ['one', 'two', 'three'])).toMatch(
    /^openai:some-model returned [24] vectors for 3 texts\. Check/,
  )
})

test.each([
  ['null', '[null,1]', /not a list of numeric vectors/],
  ['NaN', '[NaN,1]', /not JSON/],
  ['infinity', `[1e999,${'1,'.repeat(766)}1]`, /not a (list of numeric vectors|finite)/],
  ['a number too large for 32 bits', `[1e300,${'1,'.repeat(766)}1]`, /not a finite number/],
  ['nothing but zeros', `[${'0,'.repeat(767)}0]`, /vector of zeros/],
  ['text', '"AAAA"', /not a list of numeric vectors/],
])('a vector with %s in it is rejected', async (_, vector, problem) => {
  const embedder = await embedderOn((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`{"data":[{"index":0,"embedding":${vector}}]}`)
  })
  expect(await failureOf(embedder)).toMatch(problem)
  expect(server?.calls).toHaveLength(1)
})

test.each(['<html>Welcome</html>', '{"data":[', '', '{}', '[]', 'null'])(
  'an answer that violates the protocol is rejected: %s',
  async (body) => {
    const embedder = await embedderOn((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(body)
    })
    expect(await failureOf(embedder)).toMatch(/not JSON|empty response|not a list of numeric vectors/)
  },
)

test('a redirect is not followed: the key belongs to one address', async () => {
  const embedder = await embedderOn((_, response) => {
    response.writeHead(308, { location: '/v2/embeddings' })
    response.end()
  })
  expect(await failureOf(embedder)).toMatch(/308: The provider redirects.+Check EMBEDDER_MODEL/)
  expect(server?.calls).toHaveLength(1)
})

test('a server that hangs is disconnected after the time limit', async () => {
  let gone: AbortSignal | undefined
  const { timeoutMs, end } = timeLimit()
  const embedder = await embedderOn(
    (call) => {
      gone = call.gone
      end()
      return new Promise(() => {})
    },
    { timeoutMs },
  )
  expect(await failureOf(embedder)).toMatch(/did not answer in time\. Try again later\.$/)
  await closed(gone)
})

test('a failed batch aborts the others', async () => {
  let gone: AbortSignal | undefined
  let held = () => {}
  const isHeld = new Promise<void>((resolve) => {
    held = resolve
  })
  const embedder = await embedderOn(async (call, response) => {
    if (call.input.length === 96) {
      gone = call.gone
      held()
      return new Promise(() => {})
    }
    await isHeld
    return sendError(response, 403, 'forbidden')
  })
  const message = await failureOf(
    embedder,
    Array.from({ length: 97 }, () => 'text'),
  )
  expect(message).toContain('403: forbidden.')
  await closed(gone)
})

test('an unreachable server is reported as such', async () => {
  const embedder = await embedderOn(undefined, { retries: 0 })
  await server?.close()
  expect(await failureOf(embedder)).toMatch(/cannot be reached.+Try again later\.$/)
})

async function closed(gone: AbortSignal | undefined): Promise<void> {
  if (gone?.aborted) return
  await new Promise((resolve) => gone?.addEventListener('abort', resolve, { once: true }))
}
