import { afterEach, describe, expect, it } from 'vitest'
import { createLearned } from '../../src/adapters/models/learned.ts'
import { replySchema } from '../../src/engine/prompt/reply-form.ts'
import { askForText, askProvider, callFor } from '../support/ask-provider.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  sendError,
  sendJson,
  startScriptedProvider,
  wantsStream,
} from '../support/scripted-provider.ts'

const REPLY = '{"reasoning":"counted","rulings":[],"answer":"P","new_answer":"","changed_because":""}'
const schema = replySchema(callFor().brief)

let server: ScriptedProvider
afterEach(() => server.close())

const openWith = async (script: Parameters<typeof startScriptedProvider>[0]) => {
  server = await startScriptedProvider(script)
  return server.url
}
/** What each call asked for, of what not everyone takes. */
const wishes = () => server.calls.map(({ body }) => Object.keys(body).filter((field) => WISHES.has(field)))
const WISHES = new Set(['response_format', 'output_config', 'tools', 'temperature'])

describe('a structured reply', () => {
  it.each(['openrouter', 'openai'] as const)('is requested from %s as a strict schema', async (provider) => {
    const url = await openWith(() => REPLY)
    expect(await askProvider(url, { seat: { provider } })).toMatchObject({ text: REPLY })
    expect(server.calls[0]?.body).toMatchObject({
      model: 'vendor/model',
      temperature: 0.7,
      response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } },
    })
  })

  it('is requested from anthropic as an output format if the model has one', async () => {
    const url = await openWith(() => REPLY)
    await askProvider(url, { seat: { provider: 'anthropic', model: 'claude-sonnet-4-5' } })
    expect(server.calls[0]?.body.output_config).toEqual({ format: { type: 'json_schema', schema } })
  })

  it('is requested from anthropic as a tool otherwise, and read from it', async () => {
    const url = await openWith(({ model }, response) =>
      sendJson(response, {
        type: 'message',
        id: 'message-1',
        model,
        content: [{ type: 'tool_use', id: 'tool-1', name: 'reply_as_json', input: JSON.parse(REPLY) }],
        stop_reason: 'tool_use',
        usage: { input_tokens: 7, output_tokens: 3 },
      }),
    )
    const { text } = await askProvider(url, { seat: { provider: 'anthropic', model: 'claude-3-haiku' } })
    expect(JSON.parse(text)).toEqual(JSON.parse(REPLY))
    expect(server.calls[0]?.body).toMatchObject({ tools: [{ name: 'reply_as_json', input_schema: schema }] })
  })

  it('is requested from gemini as a JSON schema, unless it refuses that', async () => {
    const url = await openWith(({ body }, response) =>
      'responseJsonSchema' in (body.generationConfig as object)
        ? sendError(
            response,
            400,
            'Unknown name "responseJsonSchema" at \'generation_config\': Cannot find field.',
          )
        : REPLY,
    )
    expect(await askProvider(url, { seat: { provider: 'gemini', seed: 7 } })).toMatchObject({ text: REPLY })
    const thinkingConfig = { thinkingLevel: 'low' }
    const always = { temperature: 0.7, maxOutputTokens: 4_096, seed: 7, thinkingConfig }
    expect(server.calls.map(({ body }) => body.generationConfig)).toEqual([
      { ...always, responseMimeType: 'application/json', responseJsonSchema: schema },
      always,
    ])
  })

  it('is not requested from a writer', async () => {
    const url = await openWith(() => 'Four.')
    for (const provider of ['openrouter', 'openai', 'anthropic', 'gemini'] as const)
      await askForText(url, { seat: { provider } })
    expect(wishes()).toEqual([['temperature'], ['temperature'], ['temperature'], []])
    expect(server.calls[3]?.body.generationConfig).toEqual({ temperature: 0.7, maxOutputTokens: 16_384 })
  })

  it('that the model refuses is treated as filtered, not as an answer', async () => {
    const url = await openWith((call, response) => {
      const message = { role: 'assistant', content: null, refusal: 'I will not say.' }
      sendJson(response, {
        id: 'completion-1',
        created: 1,
        model: call.model,
        choices: [{ index: 0, message, finish_reason: 'stop' }],
      })
    })
    for (const provider of ['openrouter', 'openai'] as const)
      await expect(askProvider(url, { seat: { provider } })).rejects.toMatchObject({
        code: 'filtered',
        message: 'I will not say.',
      })
  })
})

describe('a feature that an endpoint refuses', () => {
  const refusing =
    (field: string, words: string, status = 400) =>
    ({ body }: ReceivedCall, response: Parameters<typeof sendError>[0]) =>
      field in body ? sendError(response, status, words) : REPLY

  it.each([
    ['response_format', 'response_format is not supported by this model', 400],
    ['response_format', "'json_schema' is not a valid type", 400],
    ['response_format', 'Extra inputs are not permitted', 422],
    ['response_format', 'failed to parse grammar', 500],
    ['response_format', 'No endpoints found that can handle the requested parameters', 404],
    ['temperature', "Unsupported value: 'temperature' does not support 0.7 with this model", 400],
  ])('is no longer requested: %s, for “%s” with %i', async (field, words, status) => {
    const url = await openWith(refusing(field, words, status))
    const refused = createLearned().refused
    const ask = () => askProvider(url, {}, { refused, retries: 0 })
    expect(await ask()).toMatchObject({ text: REPLY })
    expect(await ask()).toMatchObject({ text: REPLY })
    const without = ['temperature', 'response_format'].filter((wish) => wish !== field)
    expect(wishes()).toEqual([['temperature', 'response_format'], without, without])
  })

  it('may be both schema and temperature', async () => {
    const url = await openWith(({ body }, response) => {
      if ('temperature' in body) return sendError(response, 400, 'temperature is fixed')
      return 'response_format' in body ? sendError(response, 400, 'unknown field response_format') : REPLY
    })
    expect(await askProvider(url)).toMatchObject({ text: REPLY })
    expect(wishes()).toEqual([['temperature', 'response_format'], ['response_format'], []])
  })

  it('is remembered only for that model at that address with that key', async () => {
    const url = await openWith(refusing('response_format', 'no structured outputs'))
    const refused = createLearned().refused
    await askProvider(url, {}, { refused })
    await askProvider(url, { seat: { model: 'vendor/other' } }, { refused })
    await askProvider(url, { seat: { provider: 'openai' } }, { refused })
    await askProvider(`${url}/another`, {}, { refused })
    // What one account is refused, another may have.
    await askProvider(url, {}, { refused, apiKey: 'key-of-another-account' })
    expect(wishes().filter((asked) => asked.includes('response_format'))).toHaveLength(5)
  })

  it.each([
    ['stream', 'Streaming is not supported for this model', 400],
    ['stream', "Unsupported value: 'stream' does not support true with this model.", 400],
    ['stream', 'Your organization must be verified to stream this model.', 400],
    ['stream', 'stream mode is unsupported', 501],
    ['stream_options', 'Unrecognized request argument supplied: stream_options', 400],
    ['stream_options', "property 'stream_options' is unsupported", 400],
    ['stream_options', '[{"loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]', 422],
    ['max_tokens', "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", 400],
    ['max_tokens', 'max_tokens is too large', 400],
  ])('is no longer requested for a text: %s, for “%s” with %i', async (field, words, status) => {
    const url = await openWith(refusing(field, words, status))
    const refused = createLearned().refused
    const ask = () => askForText(url, {}, { refused, retries: 0 })
    expect(await ask()).toMatchObject({ text: REPLY })
    expect(await ask()).toMatchObject({ text: REPLY })
    const all = ['max_tokens', 'stream', 'stream_options']
    // Without a stream there are no options for it.
    const without = all.filter((wish) => !wish.startsWith(field))
    const asked = server.calls.map(({ body }) => all.filter((wish) => wish in body))
    expect(asked).toEqual([all, without, without])
  })

  it.each(['openrouter', 'openai', 'anthropic', 'gemini'] as const)(
    'may be streaming, and %s answers in one body',
    async (provider) => {
      const url = await openWith((call, response) =>
        wantsStream(call) ? sendError(response, 400, 'streaming is not supported') : REPLY,
      )
      expect(await askForText(url, { seat: { provider } })).toMatchObject({ text: REPLY, calls: 1 })
      expect(server.calls.map(wantsStream)).toEqual([true, false])
    },
  )

  it('is not remembered when leaving it out did not help', async () => {
    const url = await openWith(({ body }, response) =>
      'response_format' in body && server.calls.length > 2
        ? REPLY
        : sendError(response, 400, 'this schema is bad'),
    )
    const refused = createLearned().refused
    await expect(askProvider(url, {}, { refused })).rejects.toMatchObject({ code: 'bad_request' })
    expect(await askProvider(url, {}, { refused })).toMatchObject({ text: REPLY })
    expect(wishes().map((asked) => asked.includes('response_format'))).toEqual([true, false, true])
  })

  it('is not guessed from a refusal for another reason', async () => {
    const url = await openWith((_, response) => sendError(response, 400, 'the prompt is too long'))
    await expect(askProvider(url)).rejects.toMatchObject({ code: 'too_large' })
    expect(server.calls).toHaveLength(1)
  })
})
