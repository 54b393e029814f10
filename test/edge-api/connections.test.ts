import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createEdgeClient } from '../../src/client/edge-client.ts'
import type { ConnectionsResponse } from '../../src/contract/connections.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { type ListeningService, listenHere } from '../support/listening-service.ts'
import { type ScriptedProvider, sendError, startScriptedProvider } from '../support/scripted-provider.ts'

const KEY = 'sk-ant-good-key-1234'
const PANEL = 'claude-sonnet-9 claude-opus-9 claude-haiku-9'.split(' ')

const ended: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

/** A provider that lists its models and answers one key only. */
async function startProvider(): Promise<ScriptedProvider> {
  const provider = await startScriptedProvider(
    ({ headers, authorization }, response) => {
      const key = headers['x-api-key'] ?? authorization.replace('Bearer ', '')
      if (key === 'sk-poor') return sendError(response, 402, 'No credit.')
      if (key !== KEY && key !== 'no-key') return sendError(response, 401, 'Unknown key.')
      return 'OK'
    },
    (response) => response.end(JSON.stringify({ data: PANEL.map((id) => ({ id })) })),
  )
  ended.push(provider.close)
  return provider
}

/** A service that keeps its data in a folder, and asks the provider in the place of Anthropic. */
async function start(environment: Record<string, string> = {}, folder = freshFolder()) {
  const provider = await startProvider()
  const settings = { ROUTER: 'auto', ANTHROPIC_BASE_URL: provider.url, ...environment }
  const service = await listenHere(settings, 'few', folder)
  ended.push(() => service.stop())
  return { provider, folder, file: join(folder, 'connections.json'), ...pageAt(service), service }
}

type Answered = Partial<ConnectionsResponse & { message: string; default_models: string[] }>

/** What the page of a service sends from the browser. */
function pageAt({ edgeUrl }: ListeningService) {
  const send = async (
    method: string,
    name: string,
    body?: object,
    headers: Record<string, string> = { origin: edgeUrl },
  ) => {
    const response = await fetch(`${edgeUrl}/connections${name === '' ? '' : `/${name}`}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Answered }
  }
  return { send, edgeUrl }
}

it('a key that the page stores is used at once and after a restart, and never sent back', async () => {
  const { send, service, provider, folder, file, edgeUrl } = await start()
  const before = await send('GET', '')
  expect(before.body).toEqual({ connections: [], can_store: true, why_not: null })
  const stored = await send('PUT', 'anthropic', { key: KEY })
  expect(stored).toMatchObject({ status: 200, body: { model: 'claude-haiku-9', models: 3 } })
  expect(stored.body.default_models).toEqual(['anthropic/claude-sonnet-9', 'anthropic/claude-opus-9'])
  expect(provider.calls).toHaveLength(1)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => name.startsWith('connections'))).toEqual(['connections.json'])
  const listed = await send('GET', '')
  expect(listed.body.connections).toEqual([
    { name: 'anthropic', is_stored: true, is_used: true, key_ending: '1234', address: null },
  ])
  const models = await (await fetch(`${edgeUrl}/models`)).text()
  expect(models).toContain('anthropic/claude-haiku-9')
  expect(models + JSON.stringify(listed)).not.toContain(KEY)
  const health = await (await fetch(`${edgeUrl}/health`)).json()
  expect(health).toMatchObject({ router: 'anthropic' })

  ended.pop()
  await service.stop({ keepFolder: true })
  const again = await start({}, folder)
  expect((await again.send('GET', '')).body.connections).toHaveLength(1)
  expect((await again.send('DELETE', 'anthropic')).body.connections).toEqual([])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({})
  expect(await (await fetch(`${again.edgeUrl}/health`)).json()).toMatchObject({ router: 'offline' })
})

it('the address of a server is stored once it lists models, and its models are asked under its name', async () => {
  const { send, provider } = await start()
  const stored = await send('PUT', 'ollama', { address: `${provider.url}/` })
  expect(stored).toMatchObject({ status: 200, body: { model: null, models: 3 } })
  expect(stored.body.default_models).toEqual(['ollama/claude-sonnet-9', 'ollama/claude-opus-9'])
  expect(provider.calls, 'a list costs nothing').toEqual([])
  const lost = await send('PUT', 'vllm', { address: 'http://127.0.0.1:9' })
  expect(lost).toMatchObject({ status: 502, body: { message: expect.stringContaining('ECONNREFUSED') } })
})

it.each([
  ['anthropic', { key: 'sk-bad' }, 502, 'Anthropic refuses this key'],
  ['anthropic', { key: 'sk-poor' }, 502, 'has no credit'],
  ['anthropic', { key: 'two words' }, 400, 'one word'],
  ['anthropic', {}, 400, 'either key or address'],
  ['ollama', { key: KEY }, 400, 'send address'],
  ['openai', { address: 'http://127.0.0.1:1/v1' }, 400, 'cannot be named openai'],
  ['constructor', { address: 'https://evil.example/v1' }, 400, 'Name servers elsewhere in ENDPOINTS'],
  ['ollama', { address: 'http://169.254.169.254/v1' }, 400, 'not on this machine'],
  ['ollama', { address: 'http://metadata/v1' }, 400, 'not on this machine'],
  ['ollama', { address: 'http://[fd00:ec2::254]/v1' }, 400, 'not on this machine'],
  ['ollama', { address: 'http://user:word@127.0.0.1/v1' }, 400, 'must be like'],
  ['Ollama', { address: 'http://127.0.0.1:1/v1' }, 400, 'lower case'],
])('%s with %o is refused with %i, and nothing is stored', async (name, body, status, words) => {
  const { send, file } = await start()
  const refused = await send('PUT', name, body)
  expect(refused).toMatchObject({ status, body: { message: expect.stringContaining(words) } })
  expect(existsSync(file)).toBe(false)
})

it('what the settings have wins, and says so', async () => {
  const folder = freshFolder()
  writeFileSync(
    join(folder, 'connections.json'),
    JSON.stringify({ anthropic: { key: 'sk-ant-old-key-9999' } }),
  )
  const { send } = await start({ ANTHROPIC_API_KEY: KEY }, folder)
  expect((await send('GET', '')).body.connections).toEqual([
    { name: 'anthropic', is_stored: false, is_used: true, key_ending: null, address: null },
    { name: 'anthropic', is_stored: true, is_used: false, key_ending: '9999', address: null },
  ])
  const refused = await send('PUT', 'anthropic', { key: KEY })
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('.env') } })
  expect(await send('DELETE', 'anthropic')).toMatchObject({ status: 200 })
})

it.each([
  ['ROUTER', 'offline', 'ROUTER=offline'],
  ['API_KEYS', 'alice:a-long-key', 'API_KEYS'],
  ['TRUST_PROXY', '1', 'other machines'],
  ['HOST', '0.0.0.0', 'other machines'],
  ['ALLOWED_HOSTS', 'stretto.test', 'other names'],
])('nothing is stored, and nothing stored is used, with %s=%s', async (variable, value, why) => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'connections.json'), JSON.stringify({ anthropic: { key: KEY } }))
  const { send, edgeUrl } = await start({ [variable]: value }, folder)
  const key = { 'x-api-key': 'a-long-key', origin: edgeUrl }
  const { body } = await send('GET', '', undefined, key)
  expect(body).toMatchObject({ connections: [], can_store: false, why_not: expect.stringContaining(why) })
  for (const method of ['PUT', 'DELETE'])
    expect(await send(method, 'anthropic', method === 'PUT' ? { key: KEY } : undefined, key)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('.env') },
    })
})

it('only the page of the service itself changes anything', async () => {
  const { send, edgeUrl, file, provider } = await start({ CORS_ORIGINS: '*' })
  const own = { origin: edgeUrl }
  const foreign: Array<Record<string, string>> = [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: edgeUrl.replace('127.0.0.1', 'localhost') },
    { ...own, 'sec-fetch-site': 'cross-site' },
    { ...own, 'x-forwarded-for': '10.0.0.9' },
    { ...own, forwarded: 'for=10.0.0.9' },
    { ...own, via: '1.1 proxy' },
    { ...own, 'x-real-ip': '10.0.0.9' },
    { ...own, 'x-forwarded-port': '443' },
    { ...own, 'cf-connecting-ip': '10.0.0.9' },
  ]
  for (const headers of foreign)
    expect(await send('PUT', 'anthropic', { key: KEY }, headers), JSON.stringify(headers)).toMatchObject({
      status: 403,
    })
  expect([existsSync(file), provider.calls]).toEqual([false, []])
  const listed = await send('GET', '', undefined, { origin: 'https://evil.example' })
  expect(listed, 'not even of those that may ask').toMatchObject({ status: 403 })
})

it('a page whose name was led to this machine changes nothing, even where the name is allowed', async () => {
  const { service, edgeUrl } = await start({ ALLOWED_HOSTS: 'stretto.test' })
  const { port } = new URL(service.edgeUrl)
  const host = `stretto.test:${port}`
  const status = await new Promise((resolve, reject) => {
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' }
    const sent = request(`${edgeUrl}/connections/anthropic`, { method: 'PUT', headers }, (response) =>
      resolve(response.resume().statusCode),
    )
    sent.on('error', reject).end(JSON.stringify({ key: KEY }))
  })
  expect(status).toBe(403)
})

it('a key of the caller’s own is tested and used without being stored', async () => {
  const { provider, edgeUrl, file } = await start({ API_KEYS: 'alice:a-long-key' })
  const edge = createEdgeClient({
    baseUrl: edgeUrl,
    apiKey: 'a-long-key',
    vendorKeys: { anthropic: KEY },
    retries: 0,
  })
  expect(await edge.testKey('anthropic')).toEqual({ model: 'claude-haiku-9', models: 3 })
  await expect(edge.testKey('gemini')).rejects.toThrow('No key for gemini came with the request')
  const { models, default_models: panel } = await edge.models()
  expect(models.map(({ id }) => id)).toContain('anthropic/claude-haiku-9')
  expect(panel).toEqual(['anthropic/claude-sonnet-9', 'anthropic/claude-opus-9'])
  await edge.askOnce({ query: 'Is it so?', kind: 'closed' }).catch(() => {})
  expect(new Set(provider.calls.map(({ headers }) => headers['x-api-key']))).toEqual(new Set([KEY]))
  expect(existsSync(file)).toBe(false)
})

it('a damaged file stops the start without quoting what is in it', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'connections.json'), `{"anthropic":{"key":"${KEY}"`)
  const refusal = await start({}, folder).catch((error: Error) => error.message)
  expect(refusal).toContain('it is damaged. Delete the file')
  expect(refusal).not.toContain(KEY)
})
