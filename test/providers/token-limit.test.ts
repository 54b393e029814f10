import { afterEach, describe, expect, it } from 'vitest'
import { createLearned } from '../../src/adapters/models/learned.ts'
import { askForText, askForVerdict } from '../support/ask-provider.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  sendError,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

const REPLY = 'Four.'

let server: ScriptedProvider
afterEach(() => server.close())

const openWith = async (script: Parameters<typeof startScriptedProvider>[0]) => {
  server = await startScriptedProvider(script)
  return server.url
}

describe('a token limit that an endpoint rejects', () => {
  /** A server with this limit, and these words when it is exceeded. */
  const limited =
    (most: number, words: string, code?: string) =>
    ({ body }: ReceivedCall, response: Parameters<typeof sendError>[0]) => {
      const asked = Number(body.max_tokens ?? body.max_completion_tokens ?? 0)
      if (asked <= most) return REPLY
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: words.replace('ASKED', String(asked)), code } }))
    }
  const limits = () => server.calls.map(({ body }) => body.max_tokens)

  it.each([
    ['max_tokens is too large: ASKED. This model supports at most 8192 completion tokens.', undefined],
    [
      'max_tokens: ASKED > 8192, which is the maximum allowed number of output tokens for claude-9-20991022',
      undefined,
    ],
    ['Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', undefined],
    ['`max_tokens` must be less than or equal to `8192`', undefined],
    ['Error code: 400 - max output tokens: at most 2,048', undefined],
    [
      "This model's maximum context length is 8192 tokens. However, you requested 17000 tokens (616 in the messages, ASKED in the completion).",
      'context_length_exceeded',
    ],
    [
      "'max_tokens' or 'max_completion_tokens' is too large: ASKED. This model's maximum context length is 8192 tokens and your request has 2616 input tokens",
      undefined,
    ],
    ['`inputs` tokens + `max_new_tokens` must be <= 8193. Given: 600 `inputs` tokens', undefined],
  ])('is left out, and that is remembered: %s', async (words, code) => {
    const url = await openWith(limited(2_000, words, code))
    const refused = createLearned().refused
    for (const _ of [1, 2]) expect(await askForText(url, {}, { refused })).toMatchObject({ text: REPLY })
    await askForVerdict(url, {}, { refused })
    expect(limits()).toEqual([16_384, undefined, undefined, undefined])
  })

  it('is sent to anthropic within the limit of a known model', async () => {
    const url = await openWith(() => REPLY)
    await askForText(url, { seat: { provider: 'anthropic', model: 'claude-3-haiku' } })
    expect(limits()).toEqual([4_096])
  })

  it('is sent to reasoning models of openai under their name for it', async () => {
    const url = await openWith(() => REPLY)
    await askForText(url, { seat: { provider: 'openai', model: 'o4-mini' } })
    expect(server.calls[0]?.body).toMatchObject({ max_completion_tokens: 16_384 })
    expect(limits()).toEqual([undefined])
  })

  it('is not blamed for a prompt that is too long', async () => {
    const url = await openWith((_, response) =>
      sendError(response, 400, 'prompt is too long: 250000 tokens > 200000 maximum'),
    )
    await expect(askForText(url)).rejects.toMatchObject({ code: 'too_large' })
    expect(server.calls).toHaveLength(1)
  })
})
