import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { recallReplies } from '../../src/tasks/recall-replies.ts'
import type { KeptCall } from '../../src/tasks/task-ports.ts'
import { callFor, providersAt } from '../support/ask-provider.ts'
import { inBlock } from '../support/engine/scripted-panel.ts'
import { eventsOf } from '../support/event-stream.ts'
import { asText } from '../support/panel-replies.ts'
import { sampleTask } from '../support/samples.ts'
import {
  replyTo,
  type ScriptedProvider,
  sendJson,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { get, openService, type TestService } from '../support/service.ts'
import { openOnSqlite } from '../support/sqlite.ts'
import { createSqliteTaskPorts, insertTask } from '../support/task-ports.ts'
import { createTask, finishedTask } from '../support/tasks.ts'

const REPLY = inBlock('Paris')
/** Why a reply of these models ends. */
const ENDINGS: Record<string, string> = { cut: 'length', held: 'content_filter' }
const MODELS = ['cut', 'held', 'good', 'slow']

let server: ScriptedProvider
let service: TestService | null = null
afterEach(async () => {
  await service?.stop()
  service = null
  await server.close()
})

describe('a task that is interrupted after replies that were cut off or withheld', () => {
  it('does not pay for them again, and counts each once', async () => {
    let isSlow = true
    server = await startScriptedProvider((call, response) => {
      if (call.model === 'slow' && isSlow) return
      const reply = replyTo(call, REPLY)
      reply.choices![0]!.finish_reason = ENDINGS[call.model] ?? 'stop'
      sendJson(response, reply)
    })
    const settings = {
      ROUTER: 'auto',
      OPENROUTER_API_KEY: 'sk-of-the-server',
      OPENROUTER_BASE_URL: server.url,
    }
    service = await openService(settings)
    const models = MODELS.map((model) => ({ provider: 'openrouter', name: model, model }))
    const { id } = await createTask(service, {
      query: 'Which city is on the stamp?',
      models,
      max_iterations: 1,
    })
    let heard = 0
    for await (const { event } of eventsOf(await get(service.local, `/consensus/${id}/events`)))
      if (event === 'answer-received' && ++heard === 3) break
    await service.stop({ keepFolder: true })
    isSlow = false
    service = await openService(settings, service.folder)
    expect(await service.tasks.resume()).toBe(1)

    const { result } = await finishedTask(service, id)
    expect(result.answer).toBe('Paris')
    const asked = MODELS.map((model) => server.calls.filter((call) => call.model === model).length)
    expect(asked).toEqual([1, 1, 1, 2])
    // The one that was cut off in the middle was asked again; its first request never brought a bill.
    expect(result.usage).toMatchObject({ calls: 4, prompt_tokens: 400, completion_tokens: 80 })
    expect(result.usage.cost_usd).toBeCloseTo(0.004)
    const responseOf = (name: string) =>
      result.iterations[0].responses.find((response: { name: string }) => response.name === name)
    expect(responseOf('cut')).toMatchObject({ cut_off: true, error: null, cost_usd: 0.001, tokens: 120 })
    expect(responseOf('held')).toMatchObject({ error: { code: 'filtered' }, cost_usd: 0.001, tokens: 120 })
  })
})

describe('a task on drafts that is interrupted during the reviews', () => {
  it('pays for no draft and no review twice', async () => {
    const models = ['good', 'fair', 'slow']
    let isSlow = true
    server = await startScriptedProvider((call, response) => {
      const isReview = call.prompt.includes('Review the drafts of the others')
      if (isReview && call.model === 'slow' && isSlow) return
      sendJson(
        response,
        replyTo(call, isReview ? reviewOf(call.prompt) : asText(`A haiku\n  by ${call.model}`, 'draft')),
      )
    })
    const settings = {
      ROUTER: 'auto',
      OPENROUTER_API_KEY: 'sk-of-the-server',
      OPENROUTER_BASE_URL: server.url,
    }
    service = await openService(settings)
    const { id } = await createTask(service, {
      query: 'Write a haiku about autumn.',
      models: models.map((model) => ({ provider: 'openrouter', name: model, model })),
    })
    let heard = 0
    for await (const { event } of eventsOf(await get(service.local, `/consensus/${id}/events`)))
      if (event === 'answer-received' && ++heard === 5) break
    await service.stop({ keepFolder: true })
    isSlow = false
    service = await openService(settings, service.folder)
    expect(await service.tasks.resume()).toBe(1)

    const { result } = await finishedTask(service, id)
    expect(result).toMatchObject({ kind: 'draft', final_answer: 'A haiku\n  by good', usage: { calls: 6 } })
    expect(result.reviews).toHaveLength(6)
    const asked = models.map((model) => server.calls.filter((call) => call.model === model).length)
    expect(asked).toEqual([2, 2, 3])
  })

  /** Accepts what is good. */
  function reviewOf(prompt: string): string {
    const drafts = [...prompt.matchAll(/<draft-\w+ label="(\w)">([\s\S]*?)<\/draft-/g)]
    const reviews = drafts.map(([, draft, text]) =>
      text!.includes('good') ? { draft, verdict: 'accept' } : { draft, verdict: 'amend', defect: 'flat' },
    )
    return JSON.stringify({ reviews, preference: [], improvements: [] })
  }
})

/** Where the HTTP client tells that a response has been read. */
const LAST_BYTE = 'undici:request:trailers'

describe('a reply', () => {
  it.each([
    ['that is good', 'stop', { reply: expect.objectContaining({ text: REPLY }) }],
    ['that was cut off', 'length', { failure: expect.objectContaining({ code: 'truncated' }) }],
  ])(
    '%s is stored in the turn of the event loop in which its last byte is read',
    async (_, ending, expected) => {
      server = await startScriptedProvider((call, response) => {
        const reply = replyTo(call, REPLY)
        reply.choices![0]!.finish_reason = ending
        sendJson(response, reply)
      })
      const { store: ports, close } = await openOnSqlite(createSqliteTaskPorts)
      const lease = await insertTask(ports, sampleTask({ id: 'task' }))
      const keptByThen = new Promise<Map<string, KeptCall>>((resolve) => {
        // What happens in this turn happens before; a process that is killed then has it.
        const onLastByte = (event: unknown) => {
          // Services of other tests in this process may still be reading something.
          const { request } = event as { request: { origin: string } }
          if (request.origin === new URL(server.url).origin)
            setImmediate(() => resolve(ports.progress.repliesOf('task')))
        }
        subscribe(LAST_BYTE, onLastByte)
        onTestFinished(() => void unsubscribe(LAST_BYTE, onLastByte))
      })
      const ask = recallReplies(providersAt(server.url), {
        kept: new Map(),
        async keep(name, what) {
          expect(await ports.progress.keepReply(lease, name, what)).toBe(true)
        },
        onFault: () => {},
      })
      const asked = ask(callFor()).catch(() => {})
      expect([...(await keptByThen).values()]).toEqual([expected])
      await asked
      await close()
    },
  )
})
