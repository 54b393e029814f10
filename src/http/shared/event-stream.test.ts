import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { sendEvents } from './event-stream.ts'
import type { RequestEnvironment } from './request-context.ts'

test('a stream to a reader who left before it began ends, although nobody takes what is written', async () => {
  const app = new Hono<RequestEnvironment>()
  let ended: Promise<void> | undefined
  app.get('/', (context) => {
    const sent = sendEvents(context, async function* () {
      for (let event = 0; event < 3; event++) yield { event: 'step', data: String(event) }
    })
    ended = sent.ended
    return sent.response
  })
  const outgoing = { destroyed: true, writableFinished: false, setHeader() {}, once() {} }
  await app.request('/', {}, { outgoing })
  expect(await ended).toBeUndefined()
})

test('a stream whose reader takes nothing for a minute ends, and its connection is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  try {
    const app = new Hono<RequestEnvironment>()
    let ended: Promise<string> | undefined
    let isLeft = false
    app.get('/', (context) => {
      const sent = sendEvents(context, async function* (signal) {
        signal.addEventListener('abort', () => {
          isLeft = true
        })
        for (;;) yield { data: 'x'.repeat(1000) }
      })
      ended = sent.ended.then(() => 'ended')
      return sent.response
    })
    const destroy = vi.fn()
    const outgoing = { destroyed: false, writableFinished: false, setHeader() {}, once() {}, destroy }
    await app.request('/', {}, { outgoing })
    await vi.advanceTimersByTimeAsync(50_000)
    expect([isLeft, destroy.mock.calls.length]).toEqual([false, 0])
    await vi.advanceTimersByTimeAsync(15_000)
    expect([await ended, isLeft, destroy.mock.calls.length]).toEqual(['ended', true, 1])
  } finally {
    vi.useRealTimers()
  }
})
