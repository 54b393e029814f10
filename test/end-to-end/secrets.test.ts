import { existsSync, readFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/fresh-folder.ts'
import { replyAs } from '../support/panel-replies.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { type RunningService, startService } from '../support/process.ts'
import { startScriptedCollector } from '../support/scripted-collector.ts'
import { type ReceivedCall, sendError, startScriptedProvider } from '../support/scripted-provider.ts'
import { describeWithPostgres } from '../support/services.ts'
import { bytesOfFolder, rowsOfDatabase } from '../support/stored-bytes.ts'

const SECRETS = {
  'a caller’s key': 'caller/5f1c+9e02-alice',
  'a key that is not valid': 'wrong/77ab+0c1d-mallory',
  'a caller’s own router key': 'own/2b9e+4d30-router',
  'the key for OpenRouter': 'sk-or/8a41+f7c2-server',
  'the key for OpenAI': 'sk-oa/c3d9+1e58-server',
  'the key for Anthropic': 'sk-an/60b7+92fa-server',
  'the key for Gemini': 'AIza/51c8+d0e3-server',
  'the key for an endpoint': 'gsk/aa94+7f06-server',
  'a key that is not used': 'mst/3e6a+b851-server',
  'the key for the collector': 'otlp/e417+5a8b-collector',
}
const PROVIDERS = ['openrouter', 'openai', 'anthropic', 'gemini', 'my-server'] as const

/** What a run of the service leaves, by where it is. */
type Traces = Record<string, string>

/** A provider that repeats the key it was given: in errors, in headers, and in replies. */
function echo(call: ReceivedCall, response: Parameters<typeof sendError>[0]) {
  const { authorization, model } = call
  const key = authorization.replace('Bearer ', '')
  const words = `Key ${key} (${encodeURIComponent(key)}) has no credit: ${authorization}`
  if (model.endsWith('fails')) return sendError(response, 402, words, { 'x-key': key })
  const text = model.endsWith('echoes') ? `Paris. It is ${key}.` : 'It is Paris.'
  return replyAs({ answer: 'Paris', text }, call)
}

/** Sends every kind of request with every key, and returns all that came back. */
async function useService({ edge, local }: RunningService): Promise<string> {
  const answers: string[] = []
  const send = async (url: string, headers: Record<string, string> = {}, body?: unknown) => {
    const method = body === undefined ? 'GET' : 'POST'
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: text }),
    })
    const answer = await response.text()
    answers.push(JSON.stringify([...response.headers]), answer)
    return { status: response.status, answer }
  }
  const caller = { 'x-api-key': SECRETS['a caller’s key'] }
  const own = { ...caller, 'x-router-key': SECRETS['a caller’s own router key'] }
  const wrong = { authorization: `Bearer ${SECRETS['a key that is not valid']}` }
  const seats = PROVIDERS.flatMap((provider) =>
    ['a', 'echoes', 'fails'].map((name) => {
      const model = `${provider}/${name}`
      return { provider, name: model, model }
    }),
  )
  for (const headers of [caller, own]) {
    const models = ['edge/a', 'edge/echoes', 'edge/fails']
    const whose = headers === own ? 'their' : 'our'
    const query = `What is ${whose} capital of France?`
    expect((await send(`${edge}/consensus-iterative`, headers, { query, models })).status).toBe(200)
    await send(`${edge}/consensus-iterative`, headers, { query, models: ['edge/fails', 'other/fails'] })
    const messages = [{ role: 'user', content: query }]
    const chat = { model: 'stretto/auto', messages, stretto: { models }, stream: headers === own }
    expect((await send(`${edge}/v1/chat/completions`, headers, chat)).status).toBe(200)
    await send(`${local}/consensus/sync`, headers, { query, models: seats })
    const { answer } = await send(`${local}/consensus`, headers, { query: `${query} Again.`, models: seats })
    const { id } = JSON.parse(answer)
    await send(`${local}/consensus/${id}/events`, headers)
    await send(`${local}/consensus/${id}`, headers)
  }
  for (const api of [edge, local])
    for (const headers of [wrong, own])
      for (const body of ['{', '[]', { query: '' }, { query: 'x', models: ['y'] }, { mode: 'x' }])
        for (const path of ['/consensus', '/consensus-iterative', '/v1/chat/completions'])
          await send(`${api}${path}`, headers, body)
  for (const api of [edge, local])
    for (const path of ['/metrics', '/health', '/readyz', '/livez', '/docs', '/openapi.json', '/nowhere'])
      await send(`${api}${path}`, own)
  return answers.join('\n')
}

/** Runs the service with known keys; `storeOf` is asked for what is stored before and after it ends. */
async function leaveTraces(
  store: Record<string, string>,
  storeOf: () => Promise<string> | string,
): Promise<Traces> {
  const provider = await startScriptedProvider(echo)
  const collector = await startScriptedCollector()
  const service = await startService({
    API_KEYS: `alice:${SECRETS['a caller’s key']}`,
    LOCAL_AUTH: 'on',
    OPENROUTER_API_KEY: SECRETS['the key for OpenRouter'],
    OPENROUTER_BASE_URL: provider.url,
    OPENAI_API_KEY: SECRETS['the key for OpenAI'],
    OPENAI_BASE_URL: provider.url,
    ANTHROPIC_API_KEY: SECRETS['the key for Anthropic'],
    ANTHROPIC_BASE_URL: provider.url,
    GEMINI_API_KEY: SECRETS['the key for Gemini'],
    GEMINI_BASE_URL: provider.url,
    ENDPOINTS: `my-server=${provider.url}`,
    MY_SERVER_API_KEY: SECRETS['the key for an endpoint'],
    MISTRAL_API_KEY: SECRETS['a key that is not used'],
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${encodeURIComponent(SECRETS['the key for the collector'])}`,
    LOG_LEVEL: 'debug',
    LOG_QUERIES: 'on',
    MODEL_RETRIES: '0',
    RATE_LIMIT_PER_MINUTE: '1000',
    RATE_LIMIT_BURST: '1000',
    ...store,
  })
  try {
    const answers = await useService(service)
    const commandLine = `/proc/${service.process.pid}/cmdline`
    const processes = existsSync(commandLine) ? readFileSync(commandLine, 'utf8') : 'stretto.mjs'
    const running = await storeOf()
    expect(await service.end('SIGTERM')).toBe(0)
    // All of them were in use, or nothing would be proven.
    const used = JSON.stringify([provider.calls.map(({ headers }) => headers), collector.headers])
    for (const [name, secret] of Object.entries(SECRETS))
      if (/for|own/.test(name)) expect(used, name).toContain(secret)
    return {
      answers,
      log: service.output(),
      'process list': processes,
      store: `${running}\n${await storeOf()}`,
      traces: collector.bodies.join('\n'),
    }
  } finally {
    await service.end('SIGKILL')
    await Promise.all([provider.close(), collector.close()])
  }
}

function expectNoSecret(traces: Traces, secrets: Record<string, string>): void {
  // What is there besides is found this way.
  expect(traces.answers).toContain('svc_requests_total')
  expect(traces.log).toContain('"msg":"consensus"')
  // The start says which keys there are, on standard error and in the log.
  expect(traces.log).toMatch(/^ {2}Keys: .*MY_SERVER_API_KEY for my-server\/.*Not used: MISTRAL_API_KEY \(/m)
  expect(traces.log).toMatch(/"msg":"Keys: .*Not used: MISTRAL_API_KEY \(/)
  expect(traces['process list']).toContain('stretto.mjs')
  expect(traces.store).toContain('capital of France')
  expect(traces.traces).toContain('resourceSpans')
  const found = Object.entries(traces).flatMap(([where, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
        .filter((form) => text.includes(form))
        .map(
          (form) =>
            `${name} is in the ${where}: …${text.slice(Math.max(0, text.indexOf(form) - 80)).slice(0, 160)}`,
        ),
    ),
  )
  expect(found).toEqual([])
}

describe('no key and no password', { timeout: 180_000 }, () => {
  it('is in an answer, the log, the process list, a trace or the files of SQLite', async () => {
    const folder = freshFolder()
    try {
      const traces = await leaveTraces({ DATA_DIR: folder }, () => bytesOfFolder(folder))
      expectNoSecret(traces, SECRETS)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describeWithPostgres('no key and no password, on PostgreSQL', { timeout: 180_000 }, () => {
  it('is in an answer, the log, the process list, a trace or a row', async () => {
    const database = await createTestDatabase({ isChanged: true })
    const traces = await leaveTraces({ DATABASE_URL: database.url }, () => rowsOfDatabase(database.url))
    await database.drop()
    expect(traces.store).toContain('edge:')
    const password = new URL(database.url).password
    expectNoSecret(traces, { ...SECRETS, 'the password of the database': password })
  })

  it('is in the message of a start that the database refuses', async () => {
    const database = await createTestDatabase({ isChanged: true })
    const wrong = new URL(database.url)
    wrong.password = 'not-the-password-3d81'
    const message = await startService({ ROUTER: 'offline', DATABASE_URL: wrong.href }).then(
      () => 'It started.',
      (error) => String(error),
    )
    await database.drop()
    expect(message).toMatch(/ended with code 1:\nstretto: .*refuses the user or password/)
    for (const { password } of [wrong, new URL(database.url)]) expect(message).not.toContain(password)
  })
})
