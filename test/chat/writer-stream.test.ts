import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import { readText } from '../support/event-stream.ts'
import { type ReceivedCall, replyTo } from '../support/scripted-provider.ts'
import { post } from '../support/service.ts'
import { partsOf } from '../support/streamed-reply.ts'

const MOON = 'Tides are caused by the gravity of the Moon.'
const SUN = 'The Sun contributes to the tides.'
const INVENTED = 'In 1687 Barnaby Quill measured 731 tides.'
const question = {
  model: 'stretto/auto',
  messages: [{ role: 'user', content: 'Explain why there are tides.' }],
  stream: true,
  stretto: { models: ['vendor/one', 'vendor/two'], kind: 'open', max_iterations: 1 },
}

/** A gate that a script waits at until the test opens it. */
function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

let service: ChatService
afterEach(() => service.stop())

/** Two seats that write much the same, and a writer that pauses at a gate after the beginning of its text. */
async function open(beginning: string, rest: string) {
  const gate = createGate()
  const write = async (call: ReceivedCall, response: ServerResponse) => {
    const parts = partsOf(replyTo(call, beginning + rest), [beginning, rest])
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(parts.slice(0, 2).join(''))
    await gate.opened
    response.end(parts.slice(2).join(''))
  }
  service = await openChatService(async (call, response) => {
    const isWriter = call.prompt.includes('Several experts answered the question independently')
    const isSecond = call.prompt.includes('already has the beginning')
    if (isSecond) return INVENTED
    return isWriter ? write(call, response) : `${MOON} ${SUN} So says ${call.model}.`
  })
  return gate
}

/** The text of the chunks, and why they end. */
function readChunks(stream: string) {
  const chunks = [...stream.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data!).choices[0])
  return {
    text: chunks.map((choice) => choice?.delta.content ?? '').join(''),
    finishReason: chunks.find((choice) => choice?.finish_reason)?.finish_reason,
  }
}

describe('the text of a writer that pauses', () => {
  it('reaches the reader sentence by sentence, before the writer has ended', async () => {
    const gate = await open(`${MOON} ${SUN} It`, ' is so every day.')
    const stream = readText(await post(service.edge, '/v1/chat/completions', question))
    await stream.until(SUN)
    expect(readChunks(stream.soFar())).toEqual({ text: `${MOON} ${SUN}`, finishReason: undefined })
    gate.open()
    expect(readChunks(await stream.toEnd())).toEqual({
      text: `${MOON} ${SUN} It is so every day.`,
      finishReason: 'stop',
    })
  })

  it('ends with content_filter if its rest is refused and nobody can continue it', async () => {
    const gate = await open(`${MOON} ${SUN} In`, INVENTED.slice(2))
    const stream = readText(await post(service.edge, '/v1/chat/completions', question))
    await stream.until(SUN)
    gate.open()
    const whole = await stream.toEnd()
    expect(readChunks(whole)).toEqual({ text: `${MOON} ${SUN}`, finishReason: 'content_filter' })
    expect(whole).toContain('data: [DONE]')
  })
})
