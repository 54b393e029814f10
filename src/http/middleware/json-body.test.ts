import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { answerErrors } from '../shared/error-response.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { wholeBody } from './json-body.ts'

/** Sends a body that never ends. */
function sendForEver(closing: AbortSignal) {
  const app = new Hono<RequestEnvironment>()
  answerErrors(app, { info() {}, error() {} })
  app.use(async (context, next) => {
    context.set('closing', closing)
    await next()
  })
  app.post('/', wholeBody, (context) => context.text('read'))
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
  })
  return app.request('/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

test('a body that arrives too slowly is refused with what to do', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const asked = sendForEver(new AbortController().signal)
    await vi.advanceTimersByTimeAsync(10_000)
    const response = await asked
    expect(response.status).toBe(408)
    expect(await response.json()).toMatchObject({
      error: 'request_timeout',
      message: expect.stringContaining('within 10 s'),
      details: [{ path: 'body', problem: 'arrives too slowly' }],
    })
  } finally {
    vi.useRealTimers()
  }
})

test('a body that is not there when the service ends its work is answered with Retry-After', async () => {
  const closing = new AbortController()
  const asked = sendForEver(closing.signal)
  await new Promise(setImmediate)
  closing.abort()
  const response = await asked
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
})
