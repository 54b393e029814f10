import { Hono } from 'hono'
import { expect, test } from 'vitest'
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
