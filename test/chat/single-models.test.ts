import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import { type ReceivedCall, replyTo, sendError, sendJson, sendStream } from '../support/scripted-provider.ts'
import { partOf, partsOf } from '../support/streamed-reply.ts'
import { sendCalls } from '../support/tool-replies.ts'

const VENDORS = [
  ['openai/gpt-9', 'gpt-9'],
  ['anthropic/claude-sonnet-9', 'claude-sonnet-9'],
  ['google/gemini-9-pro', 'gemini-9-pro'],
  ['meta/llama-9', 'meta/llama-9'],
] as const
const messages = [{ role: 'user' as const, content: 'How warm is it in Rome?' }]
const parameters = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
}
const tools = [{ type: 'function' as const, function: { name: 'weather', parameters } }]
type Respond = Parameters<typeof sendCalls>[1]

describe('a single model behind the chat API', () => {
  let service: ChatService
  let client: OpenAI
  let script: (call: ReceivedCall, response: Respond) => unknown
  beforeAll(async () => {
    service = await openChatService((call, response) => script(call, response), {
      OPENAI_API_KEY: 'sk-of-openai',
      GEMINI_API_KEY: 'sk-of-gemini',
      MODEL_RETRIES: '1',
    })
    client = new OpenAI({ baseURL: service.baseURL, apiKey: 'none', maxRetries: 0 })
  })
  beforeEach(() => {
    service.calls.length = 0
    script = () => 'It is 21 degrees.'
  })
  afterAll(() => service.stop())

  it.each(VENDORS)(
    '%s is asked once, at its own address, and answers in the protocol of OpenAI',
    async (model, sent) => {
      const completion = await client.chat.completions.create({ model, messages, max_completion_tokens: 50 })
      expect(completion.choices[0]).toMatchObject({
        message: { role: 'assistant', content: 'It is 21 degrees.' },
        finish_reason: 'stop',
      })
      expect(completion.usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 20 })
      expect(completion).toMatchObject({ stretto: { usage: { calls: 1, prompt_tokens: 100 } } })
      expect(service.calls.map((call) => call.model)).toEqual([sent])
      expect(JSON.stringify(service.calls[0]!.body)).not.toContain('stretto')
    },
  )

  it.each(VENDORS)('%s streams, with its usage if that is asked for', async (model) => {
    const stream = await client.chat.completions.create({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
    const chunks = []
    for await (const chunk of stream) chunks.push(chunk)
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
    expect(text).toBe('It is 21 degrees.')
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { total_tokens: 120 },
      stretto: { usage: { calls: 1 } },
    })
    const plain = await client.chat.completions.create({ model, messages, stream: true })
    for await (const chunk of plain) expect(chunk.choices).toHaveLength(1)
  })

  it.each(VENDORS)('%s runs an agent that calls a tool, whole and in a stream', async (model) => {
    script = (call, response) =>
      /"(tool|tool_result|functionResponse)"/.test(JSON.stringify(call.body))
        ? 'It is 21 degrees.'
        : sendCalls(call, response, [{ name: 'weather', arguments: { city: 'Rome' } }], 'I look.')
    const provider = createOpenAICompatible({ name: 'stretto', baseURL: service.baseURL })
    const { text, steps } = await generateText({
      model: provider(model),
      prompt: 'How warm is it in Rome?',
      tools: {
        weather: tool({
          inputSchema: jsonSchema<{ city: string }>(parameters),
          execute: async () => '21 degrees',
        }),
      },
      stopWhen: stepCountIs(3),
    })
    expect(text).toBe('It is 21 degrees.')
    expect(steps[0]!.toolCalls).toMatchObject([{ toolName: 'weather', input: { city: 'Rome' } }])
    const streamed = await client.chat.completions.stream({ model, messages, tools }).finalChatCompletion()
    expect(streamed.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: 'I look.',
        tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Rome"}' } }],
      },
    })
  })

  it.each(VENDORS)(
    '%s answers and calls tools through the Responses API, whole and in a stream',
    async (model) => {
      const asked = { model, input: 'How warm is it in Rome?', store: false }
      expect((await client.responses.create(asked)).output_text).toBe('It is 21 degrees.')
      script = (call, response) =>
        sendCalls(call, response, [{ name: 'weather', arguments: { city: 'Rome' } }], 'I look.')
      const offered = [{ type: 'function' as const, name: 'weather', parameters, strict: false }]
      const called = { type: 'function_call', name: 'weather', arguments: '{"city":"Rome"}' }
      const { output } = await client.responses.create({ ...asked, tools: offered })
      expect(output).toMatchObject([{ type: 'message' }, called])
      const stream = client.responses.stream({ ...asked, tools: offered })
      expect((await stream.finalResponse()).output).toMatchObject([{ type: 'message' }, called])
      script = (_, response) => sendError(response, 404, 'no such model')
      await expect(client.responses.create({ ...asked, stream: true })).rejects.toMatchObject({ status: 404 })
    },
  )

  it('goes on in the next turn where the AI SDK only refers to a text that came in several pieces', async () => {
    const openai = createOpenAI({ baseURL: service.baseURL, apiKey: 'none' })
    script = (call, response) =>
      sendStream(response, partsOf(replyTo(call, 'It is 21 degrees.'), ['It is ', '21 ', 'degrees.']))
    const asked = { model: openai('meta/llama-9') }
    const first = streamText({ ...asked, messages })
    expect(await first.text).toBe('It is 21 degrees.')
    const { messages: said } = await first.response
    const second = streamText({
      ...asked,
      messages: [...messages, ...said, { role: 'user', content: 'And in Oslo?' }],
    })
    expect(await second.text).toBe('It is 21 degrees.')
    expect(service.calls.at(-1)!.body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ text: 'It is 21 degrees.' }] },
      { role: 'user' },
    ])
  })

  it('gets every parameter as it is where the server speaks the same protocol', async () => {
    const more = { top_p: 0.5, logprobs: true, n: 2, seed: 7, reasoning_effort: 'low' as const, user: 'u-1' }
    const image = { type: 'image_url' as const, image_url: { url: 'https://example.test/a.png' } }
    const content = [{ type: 'text' as const, text: 'What is this?' }, image]
    await client.chat.completions.create({
      model: 'openai/gpt-9',
      messages: [{ role: 'user', content }],
      ...more,
    })
    expect(service.calls[0]!.body).toMatchObject({ model: 'gpt-9', messages: [{ content }], ...more })
  })

  it.each([
    [{ n: 2 }, 'n is not supported'],
    [{ messages: [{ role: 'user' as const, content: [{ type: 'video' }] }] }, 'messages[0].content'],
  ])('refuses what a provider with a protocol of its own cannot do: %j', async (fields, says) => {
    const asked = client.chat.completions.create({
      model: 'anthropic/claude-sonnet-9',
      messages,
      ...fields,
    } as never)
    await expect(asked).rejects.toMatchObject({ status: 400 })
    await expect(asked).rejects.toThrow(says.split('[')[0])
    expect(service.calls).toEqual([])
  })

  it.each([
    [400, 400, null, 'no such thing'],
    [404, 404, 'model_not_found', 'no such thing'],
    [429, 429, 'rate_limit_exceeded', 'no such thing'],
    [401, 502, 'upstream_error', 'no such thing'],
    [500, 503, 'unavailable', 'no such thing'],
  ])(
    'an error %i of the provider is %i here, before a stream begins too',
    async (status, expected, code, words) => {
      script = (_, response) => sendError(response, status, words, { 'retry-after-ms': '0' })
      for (const stream of [false, true]) {
        const asked = client.chat.completions.create({ model: 'meta/llama-9', messages, stream })
        await expect(asked).rejects.toMatchObject({ status: expected, ...(code && { code }) })
        await expect(asked).rejects.toThrow(words)
      }
      await expect(
        client.chat.completions.create(
          { model: 'meta/llama-9', messages },
          { headers: { 'x-router-key': 'sk-mine-mine' } },
        ),
      ).rejects.toMatchObject({ status: status === 401 ? 401 : expected })
    },
  )

  it('passes on a body where a stream was asked for and the server has none', async () => {
    script = (_, response) =>
      sendJson(response, {
        id: 'c',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Whole.' }, finish_reason: 'stop' }],
      })
    const stream = await client.chat.completions.create({ model: 'meta/llama-9', messages, stream: true })
    let text = ''
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    expect(text).toBe('Whole.')
  })

  it('passes a stream on as it comes, whatever its first chunk is, and tells the usage once and last', async () => {
    const chunk = (fields: object) => partOf({ id: 'c', object: 'chat.completion.chunk', ...fields })
    const choices = (content: string) => [{ index: 0, delta: { content }, finish_reason: null }]
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
    let finish = () => {}
    script = (_, response) => {
      sendStream(
        response,
        [chunk({ choices: [], prompt_filter_results: [] }), chunk({ choices: choices('It') })],
        'open',
      )
      finish = () => response.end([chunk({ choices: choices(' is.'), usage }), 'data: [DONE]\n\n'].join(''))
    }
    const stream = await client.chat.completions.create({
      model: 'meta/llama-9',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
    const chunks = []
    for await (const one of stream) {
      chunks.push(one)
      // The rest is sent only once this has arrived.
      if (one.choices[0]?.delta.content === 'It') finish()
    }
    expect(chunks.map(({ usage }) => usage ?? null)).toEqual([null, null, null, usage])
    expect(chunks.at(-1)).toMatchObject({ choices: [], stretto: { usage: { prompt_tokens: 100 } } })
  })

  it('is given up after the time that a caller allows, in a stream too', async () => {
    script = (_, response) => sendStream(response, [': waiting\n\n'], 'open')
    for (const stream of [false, true]) {
      const asked = client.chat.completions.create({
        model: 'meta/llama-9',
        messages,
        stream,
        stretto: { timeout_seconds: 1 },
      } as never)
      await expect(asked).rejects.toMatchObject({ status: 504, code: 'deadline_exceeded' })
    }
  })

  it('takes no options of panels, and says so', async () => {
    const asked = client.chat.completions.create({
      model: 'meta/llama-9',
      messages,
      stretto: { samples: 3 },
    } as never)
    await expect(asked).rejects.toThrow('stretto.samples is for panels')
  })

  it('is listed and found beside the panels', async () => {
    expect(await client.models.retrieve('meta/llama-9')).toMatchObject({
      id: 'meta/llama-9',
      owned_by: 'openrouter',
    })
    expect(await client.models.retrieve('openai/gpt-9')).toMatchObject({ owned_by: 'openai' })
    const ids = (await client.models.list()).data.map(({ id }) => id)
    expect(ids).toContain('stretto/auto')
  })

  it('is counted in the metrics like every other call', async () => {
    await client.chat.completions.create({ model: 'google/gemini-9-pro', messages })
    const metrics = await (await service.edge.request('/metrics')).text()
    expect(metrics).toMatch(
      /model_calls_total\{[^}]*provider="gemini"[^}]*outcome="answered"|model_calls_total\{[^}]*outcome="answered"[^}]*provider="gemini"/,
    )
  })
})

describe('a server without keys', () => {
  it('says that a single model does not exist there', async () => {
    const service = await openChatService(undefined, { ROUTER: 'offline' })
    const client = new OpenAI({ baseURL: service.baseURL, apiKey: 'none', maxRetries: 0 })
    const asked = client.chat.completions.create({ model: 'openai/gpt-9', messages })
    await expect(asked).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
    await service.stop()
  })
})
