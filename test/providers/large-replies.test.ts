import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askForText, askProvider } from '../support/ask-provider.ts'
import { inBlock } from '../support/engine/scripted-panel.ts'
import {
  replyTo,
  type ScriptedProvider,
  sendJson,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'

const SEVEN_MB = 7_000_000
const query = 'Say something.'
const plain = (answer: string) => inBlock(answer, answer)

/** What models of these names reply with. */
const TEXTS: Record<string, string> = {
  letters: plain('a'.repeat(SEVEN_MB)),
  braces: '{'.repeat(SEVEN_MB),
  nul: plain('Par\0is'),
  surrogate: plain('Par\uD800is'),
  second: plain('Par\uDC00is'),
}
const PROVIDERS = ['openrouter', 'openai', 'anthropic', 'gemini'] as const

let server: ScriptedProvider
let service: TestService
beforeAll(async () => {
  server = await startScriptedProvider((call, response) => {
    const name = call.model.replace(/-\d$/, '')
    if (name.endsWith('deep') || name === 'deep-stream') {
      const body = `{"choices":[{"message":{"content":${'['.repeat(900_000)}${']'.repeat(900_000)}}}]}`
      const isStreamed = name === 'deep-stream'
      response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' })
      response.end(isStreamed ? `data: ${body}\n\n` : body)
    } else if (name === 'bare') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{'.repeat(SEVEN_MB))
    } else sendJson(response, replyTo(call, TEXTS[name] ?? plain('Paris')))
  })
  service = await openService({
    ROUTER: 'auto',
    OPENROUTER_API_KEY: 'sk-of-the-server',
    OPENROUTER_BASE_URL: server.url,
  })
})
afterAll(async () => {
  await service.stop()
  await server.close()
})

describe('a reply of 900,000 arrays in each other', () => {
  it.each(PROVIDERS)('is malformed, in an object or streamed: %s', async (provider) => {
    for (const model of ['deep', 'deep-stream']) {
      const asked = askForText(server.url, { seat: { provider, model } }, { retries: 0 })
      await expect(asked).rejects.toMatchObject({
        code: 'malformed_reply',
        message: expect.stringContaining('is nested too deeply'),
      })
    }
  })

  it('is a failure of that model, with its reason, and not of the request', async () => {
    const ask = (models: string[]) =>
      post(service.edge, '/consensus', { query, models: models.map((model) => `vendor/${model}`) })
    const response = await ask(['deep', 'one', 'two'])
    const body = await response.json()
    expect([response.status, body.answer]).toEqual([200, 'Paris'])
    expect(JSON.stringify(body.dissent)).toContain('nested too deeply')
    expect((await ask(['deep', 'deep-1'])).status).toBe(503)
  })
})

describe('a reply of 7 MB', () => {
  it.each(
    PROVIDERS.flatMap((provider) => ['letters', 'braces', 'bare'].map((model) => ({ provider, model }))),
  )('is rejected as too large and not requested again: $model of $provider', async ({ provider, model }) => {
    const before = server.calls.length
    await expect(askProvider(server.url, { seat: { provider, model } })).rejects.toMatchObject({
      code: 'too_large_reply',
      message: expect.stringContaining('larger than 2097152 bytes'),
      // It was paid for, whatever it cost.
      spent: expect.objectContaining({ calls: 1 }),
    })
    expect(server.calls.length - before).toBe(1)
  })

  it('makes its seat abstain on both APIs, and the others answer', async () => {
    const models = ['letters', 'braces', 'Paris-1', 'Paris-2']
    const edge = await (await post(service.edge, '/consensus', { query, models })).json()
    expect(edge).toMatchObject({ final_answer: 'Paris', usage: { calls: 4 } })
    expect(edge.dissent.map(({ model }: { model: string }) => model).sort()).toEqual(['braces', 'letters'])
    const seats = models.map((model) => ({ provider: 'openrouter', name: model, model }))
    const { id } = await createTask(service, { query, models: seats, max_iterations: 1 })
    const { result } = await finishedTask(service, id)
    const errors = result.iterations[0].responses.flatMap(({ error }: { error: { code: string } | null }) =>
      error === null ? [] : [error.code],
    )
    expect(errors).toEqual(['too_large_reply', 'too_large_reply'])
  })
})

describe.each(['nul', 'surrogate', 'second'])('an answer with non-text characters: %s', (name) => {
  const models = [`${name}-1`, `${name}-2`]

  it('is returned by the edge API without them, with a warning', async () => {
    const body = await (await post(service.edge, '/consensus-iterative', { query, models })).json()
    expect(body.final_answer).toBe('Par\uFFFDis')
    expect(body.warnings).toContainEqual(expect.stringContaining('characters_replaced'))
  })

  it('is returned by the local API without them, with a warning', async () => {
    const seats = models.map((model) => ({ provider: 'openrouter', name: model, model }))
    const { id } = await createTask(service, { query, models: seats })
    const { result } = await finishedTask(service, id)
    expect(result.final_answer).toBe('Par\uFFFDis')
    expect(result.warnings).toContainEqual(expect.stringContaining('characters_replaced'))
    expect(JSON.stringify(result)).not.toMatch(/\\u0000|\\ud800|\\udc00/i)
  })
})
