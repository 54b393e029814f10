import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { replyAs } from '../support/panel-replies.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  sendError,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'

const KEY = 'caller/0123456789+abcdef'
const OWN = { 'x-router-key': KEY }
const FORMS = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64'), KEY.slice(-12)]

let server: ScriptedProvider
let service: TestService
const logged: string[] = []
const answered: string[] = []

/** The models of a request, named for it so that its calls can be told from all others. */
const panel = (request: string, ...models: string[]) => models.map((model) => `${request}/${model}`)
/** The body of a response, noted with its headers. */
const taken = async (asked: Promise<Response>) => {
  const response = await asked
  const text = await response.text()
  answered.push(JSON.stringify([...response.headers]), text)
  return text
}
const ask = async (query: string, models: string[], headers: Record<string, string> = {}) =>
  JSON.parse(await taken(post(service.edge, '/consensus-iterative', { query, models }, headers)))
const askTask = async (query: string, models: string[], headers: Record<string, string> = {}) => {
  const seats = models.map((model) => ({ provider: 'openrouter', name: model, model }))
  const { id } = await createTask(service, { query, models: seats }, headers)
  await finishedTask(service, id)
  await taken(get(service.local, `/consensus/${id}/events`))
  return JSON.parse(await taken(get(service.local, `/consensus/${id}`)))
}

/** A provider that repeats the key in every way it can: in errors of models that fail, in replies of those that do not. */
function echo(call: ReceivedCall, response: Parameters<typeof sendError>[0]) {
  const given = call.authorization.replace('Bearer ', '')
  const words = `Key ${given} (${encodeURIComponent(given)}, ****${given.slice(-12)}) is out of credits: ${call.authorization}`
  if (call.model.endsWith('/fails')) return sendError(response, 402, words, { 'x-key': given })
  if (call.model.endsWith('/echoes'))
    return replyAs({ answer: 'Paris', text: `Paris. The key is ${given}.` }, call)
  return replyAs('Paris', call)
}

beforeAll(async () => {
  server = await startScriptedProvider(echo)
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const settings = {
    ROUTER: 'auto',
    OPENROUTER_API_KEY: 'of-the-server',
    OPENROUTER_BASE_URL: server.url,
    LOG_QUERIES: 'on',
  }
  service = await openService(settings, undefined, log)
})
afterAll(() => server.close())

// One story: what the first asks for is looked for by the others.
describe('a caller’s own key', { shuffle: false }, () => {
  it('pays only for the calls of that request', async () => {
    const good = await ask('What is the capital of France?', panel('own-good', 'a', 'echoes'), OWN)
    expect(good).toMatchObject({ consensus_reached: true, router: 'openrouter' })
    const some = await ask('Which city governs France?', panel('own-some', 'a', 'b', 'fails'), OWN)
    expect(some.dissent[0].reason).toMatch(/402: Key \[key\] .* is out of credits/)
    const none = await ask('Which town is the seat of France?', panel('own-none', 'fails', 'fails'), OWN)
    expect(none).toMatchObject({ status: 502 })
    const task = await askTask('What is the capital?', panel('own-task', 'a', 'echoes', 'fails'), OWN)
    expect(task.status).toBe('completed')
    expect((await askTask('And where?', panel('own-lost', 'fails', 'fails'), OWN)).status).toBe('failed')
    await ask('What is the capital of Italy?', panel('server', 'a', 'b'))
    await askTask('What is the capital of Spain?', panel('server', 'a', 'b'))

    const withKey = server.calls.filter(({ authorization }) => authorization === `Bearer ${KEY}`)
    const others = server.calls.filter(({ authorization }) => authorization !== `Bearer ${KEY}`)
    expect(withKey.every(({ model }) => model.startsWith('own-'))).toBe(true)
    expect(withKey.length).toBeGreaterThanOrEqual(12)
    expect(others.every(({ model }) => model.startsWith('server/'))).toBe(true)
    expect(others.every(({ authorization }) => authorization === 'Bearer of-the-server')).toBe(true)
    expect(others.length).toBeGreaterThanOrEqual(4)
    // It is for the header of its own protocol, and in nothing that is sent beside it.
    expect(JSON.stringify(server.calls.map(({ body }) => body))).not.toContain(KEY)
  })

  it('is in no answer, no log and no metric', async () => {
    for (const path of ['/metrics', '/debug/axioms', '/similar?q=capital&minScore=0', '/health'])
      await taken(get(service.edge, path, OWN))
    expect(answered.join()).toContain('model_calls')
    expect(logged.join()).toContain('"msg":"consensus"')
    for (const form of FORMS) {
      expect(answered.join('\n')).not.toContain(form)
      expect(logged.join('\n')).not.toContain(form)
    }
  })

  it('is in no byte of the data folder, while it runs and when it has stopped', async () => {
    const { folder } = service
    expectNoTrace(folder)
    await service.stop({ keepFolder: true })
    expectNoTrace(folder)
    rmSync(folder, { recursive: true })
  })
})

function expectNoTrace(folder: string): void {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
  const bytes = Buffer.concat(files)
  // What the same runs left there is found this way.
  expect(bytes.includes('own-task/echoes')).toBe(true)
  for (const form of FORMS) expect(bytes.includes(form), form).toBe(false)
}
