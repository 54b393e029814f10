import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { askForText, askForVerdict, askProvider, closed, KEY } from '../support/ask-provider.ts'
import {
  isGemini,
  type ReceivedCall,
  replyTo,
  type ScriptedProvider,
  sendJson,
  sendStream,
  startScriptedProvider,
  wantsStream,
} from '../support/scripted-provider.ts'
import { partOf, partsOf } from '../support/streamed-reply.ts'

const PROVIDERS = ['openrouter', 'openai', 'anthropic', 'gemini'] as const
const TEXT = '  # Tides\r\n\r\n\tfirst 🌊, naïve\u2028 \ud83c\udf0a\n```js\nlet a = "\\n"\n```\n\n'
/** Long enough for a machine that has others to serve, and exceeded by the slow streams below. */
const SILENCE_MS = 1_000

let server: ScriptedProvider
afterEach(() => server.close())

const openWith = async (script: Parameters<typeof startScriptedProvider>[0]) => {
  server = await startScriptedProvider(script)
  return server.url
}

/** How many tokens a reply may have. */
const roomIn = ({ body }: ReceivedCall) =>
  (body.generationConfig as { maxOutputTokens: number } | undefined)?.maxOutputTokens ?? body.max_tokens

/** A reply that ends for another reason than that it is finished, in any protocol. */
function ended(call: ReceivedCall, text: string, reasons: [string, string, string]) {
  const reply = replyTo(call, text)
  if (reply.choices) reply.choices[0].finish_reason = reasons[0]
  else if (reply.candidates) reply.candidates[0].finishReason = reasons[2]
  else reply.stop_reason = reasons[1]
  return reply
}
const CUT: [string, string, string] = ['length', 'max_tokens', 'MAX_TOKENS']
const WITHHELD: [string, string, string] = ['content_filter', 'refusal', 'SAFETY']

/** A piece of reasoning, as each provider sends it. */
const THOUGHTS: Record<(typeof PROVIDERS)[number], object> = {
  anthropic: { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
  gemini: { candidates: [{ content: { role: 'model', parts: [{ text: 'hm', thought: true }] } }] },
  ...Object.fromEntries(
    ['openrouter', 'openai'].map((name) => [
      name,
      { choices: [{ index: 0, delta: { content: '', reasoning: 'hm' }, finish_reason: null }] },
    ]),
  ),
} as never

/** Figures that come before the last ones. */
const EARLY: Partial<Record<(typeof PROVIDERS)[number], object>> = {
  anthropic: { type: 'message_delta', delta: {}, usage: { output_tokens: 7, input_tokens: null } },
  gemini: { usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 7 } },
}

describe.each(PROVIDERS)('a text from %s', (provider) => {
  const seat = { provider }
  const statesCost = provider === 'openrouter' || provider === 'openai'

  it('is requested as a stream with room for a long text, and has its tokens and cost', async () => {
    const url = await openWith(() => TEXT)
    const reply = await askForText(url, { seat })
    expect(reply).toMatchObject({ text: TEXT, calls: 1, promptTokens: 100, completionTokens: 20 })
    expect(reply.costUsd).toBe(statesCost ? 0.001 : null)
    expect(reply.isCut).toBeUndefined()
    expect(wantsStream(server.calls[0]!)).toBe(true)
    expect(roomIn(server.calls[0]!)).toBe(16_384)
    const options = statesCost ? { include_usage: true } : undefined
    expect(server.calls[0]?.body.stream_options).toEqual(options)
  })

  it('is not streamed if it is a verdict, and has less room', async () => {
    const url = await openWith(() => 'four')
    await askForVerdict(url, { seat })
    expect(roomIn(server.calls[0]!)).toBe(4_096)
    expect(wantsStream(server.calls[0]!)).toBe(false)
  })

  it('is kept as it was sent, with pieces that end within a character', async () => {
    const url = await openWith(async (call, response) => {
      response.writeHead(200)
      const bytes = Buffer.from(partsOf(replyTo(call, ''), [...TEXT.split('')]).join(''))
      for (let start = 0; start < bytes.length; start += 1_021) {
        response.write(bytes.subarray(start, start + 1_021))
        await new Promise(setImmediate)
      }
      response.end()
    })
    expect(await askForText(url, { seat })).toMatchObject({ text: TEXT })
  })

  it('is shown as it arrives, in pieces without the key, under the number of its attempt', async () => {
    const said = Array.from({ length: 9 }, (_, place) => `${place} tides rise with ${KEY} and fall. `).join(
      '',
    )
    const url = await openWith(async (call, response) => {
      const parts = partsOf(replyTo(call, ''), said.match(/.{1,10}/g) ?? [])
      const isFirst = server.calls.length === 1
      sendStream(response, [], 'open')
      for (const part of isFirst ? parts.slice(0, 15) : parts) {
        response.write(part)
        await new Promise(setImmediate)
      }
      if (isFirst) response.destroy()
      else response.end()
    })
    const shown: Record<number, string[]> = {}
    const onText = (attempt: number, piece: string) => {
      shown[attempt] = [...(shown[attempt] ?? []), piece]
    }
    const { text } = await askForText(url, { seat, onText })
    expect(text).toBe(said.replaceAll(KEY, '[key]'))
    expect(Object.keys(shown)).toEqual(['1', '2'])
    for (const pieces of Object.values(shown)) {
      const joined = pieces.join('')
      expect(text.startsWith(joined)).toBe(true)
      expect(joined.length).toBeGreaterThan(40)
    }
    expect(shown[2]!.join('').length).toBeGreaterThan(text.length - 50)
    expect(shown[2]!.length).toBeLessThanOrEqual(said.length / 30)
  })

  it('may be preceded by long reasoning, which is not part of it', async () => {
    const url = await openWith(async (call, response) => {
      sendStream(response, [], 'open')
      for (let thoughts = 0; thoughts < 16; thoughts++) {
        await pause(SILENCE_MS / 10)
        response.write(partOf(THOUGHTS[provider]))
      }
      response.end(partsOf(replyTo(call, 'Four.')).join(''))
    })
    const reply = await askForText(url, { seat }, { timeoutMs: SILENCE_MS, retries: 0 })
    expect(reply.text).toBe('Four.')
  })

  it('that was cut off at its length is returned as far as it came, streamed or not', async () => {
    const url = await openWith((call, response) => {
      const reply = ended(call, 'Once upon a', CUT)
      if (server.calls.length === 1) sendStream(response, partsOf(reply))
      else sendJson(response, reply)
    })
    for (const _ of [1, 2])
      expect(await askForText(url, { seat })).toMatchObject({ text: 'Once upon a', isCut: true, calls: 1 })
    // The beginning of a verdict may be misread.
    await expect(askProvider(url, { seat })).rejects.toMatchObject({ code: 'truncated' })
  })

  it('of which only reasoning was sent before it was cut off is a fault', async () => {
    const url = await openWith((call, response) => {
      sendStream(response, partsOf(ended(call, '', CUT), []))
    })
    await expect(askForText(url, { seat })).rejects.toMatchObject({
      code: 'truncated',
      spent: { calls: 1, completionTokens: 20 },
    })
  })

  it('that the provider withheld is a fault', async () => {
    const url = await openWith((call, response) => {
      sendStream(response, partsOf(ended(call, 'Once', WITHHELD)))
    })
    await expect(askForText(url, { seat })).rejects.toMatchObject({ code: 'filtered' })
  })

  it('may come as one body although a stream was requested', async () => {
    const url = await openWith((call, response) => sendJson(response, replyTo(call, TEXT)))
    expect(await askForText(url, { seat })).toMatchObject({ text: TEXT, calls: 1, promptTokens: 100 })
    expect(wantsStream(server.calls[0]!)).toBe(true)
  })

  it('may come after comments, with other line ends, names and unknown events', async () => {
    const url = await openWith((call, response) => {
      const parts = partsOf(replyTo(call, ''), ['a ', 'b']).map((part) =>
        part.replaceAll('\n', '\r\n').replace('data: ', 'data:'),
      )
      const noise = ': OPENROUTER PROCESSING\r\n\r\nid: 7\r\nevent: new\r\ndata: {"type":"new"}\r\n\r\n'
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`\r\n${noise}${parts.join(noise)}`)
    })
    expect(await askForText(url, { seat })).toMatchObject({ text: 'a b', calls: 1, promptTokens: 100 })
  })

  it('does not contain the key, even if it was sent in pieces', async () => {
    const url = await openWith((call, response) =>
      sendStream(response, partsOf(replyTo(call, ''), ['It is ', KEY.slice(0, 4), KEY.slice(4), '.'])),
    )
    expect(await askForText(url, { seat })).toMatchObject({ text: 'It is [key].' })
  })

  it('is closed at the socket when its call is cancelled', async () => {
    const cancel = new AbortController()
    const url = await openWith((call, response) => {
      const parts = partsOf(replyTo(call, ''), ['Once ', 'upon '])
      sendStream(response, parts.slice(0, isGemini(call) ? -1 : -3), 'open')
      setImmediate(() => cancel.abort())
    })
    const failure = askForText(url, { seat, signal: cancel.signal })
    await expect(failure).rejects.toMatchObject({ code: 'aborted', spent: null })
    await closed(server.calls[0]?.gone)
  })

  it('is billed once, with its last figures, and implausible ones are reported', async () => {
    const url = await openWith((call, response) => {
      const early = EARLY[provider] ?? {
        choices: [],
        usage: { prompt_tokens: 100, completion_tokens: 7, cost: 0.0005 },
      }
      const reply = replyTo(call, 'Four.')
      const odd = { completion_tokens: -1, output_tokens: -1 }
      const usage = { ...reply.usage, ...(call.model === 'odd' ? odd : {}) }
      const oddContent = { candidatesTokenCount: -1, thoughtsTokenCount: 0 }
      const usageMetadata = { ...reply.usageMetadata, ...(call.model === 'odd' ? oddContent : {}) }
      const [first, ...others] = partsOf(reply.candidates ? { ...reply, usageMetadata } : { ...reply, usage })
      sendStream(response, [first!, partOf(early), ...others])
    })
    const reply = await askForText(url, { seat })
    expect(reply).toMatchObject({ promptTokens: 100, completionTokens: 20, calls: 1 })
    expect(reply.warnings).toBeUndefined()
    const odd = await askForText(url, { seat: { ...seat, model: 'odd' } })
    // Where no cost is stated either, the most that was asked for counts.
    const completionTokens = odd.costUsd === null ? 16_384 : 0
    expect(odd).toMatchObject({ promptTokens: 100, completionTokens, calls: 1 })
    expect(odd.warnings).toEqual([expect.stringMatching(/(?:_tokens|TokenCount): -1/)])
  })
})

// Waiting is the same for all providers.
describe('a text that takes long', () => {
  it('may take longer than the time limit, if it is never silent for so long', async () => {
    const pieces = Array.from({ length: 16 }, (_, index) => `${index} `)
    const url = await openWith(async (call, response) => {
      sendStream(response, [], 'open')
      for (const part of partsOf(replyTo(call, ''), pieces)) {
        await pause(SILENCE_MS / 10)
        response.write(part)
      }
      response.end()
    })
    const begun = performance.now()
    const reply = await askForText(url, {}, { timeoutMs: SILENCE_MS, retries: 0 })
    expect(reply.text).toBe(pieces.join(''))
    expect(performance.now() - begun).toBeGreaterThan(SILENCE_MS)
  })
})
