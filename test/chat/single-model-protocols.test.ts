import { once } from 'node:events'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import {
  type ReceivedCall,
  replyTo,
  sendError,
  sendJson,
  sendStream,
  wantsStream,
} from '../support/scripted-provider.ts'
import { partOf, partsOf } from '../support/streamed-reply.ts'
import { image, PIXEL } from '../support/wrong-parts.ts'

const messages = [{ role: 'user' as const, content: 'How warm is it in Rome?' }]
const parameters = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
}
const tools = [{ type: 'function' as const, function: { name: 'weather', parameters } }]
type Reply = ReturnType<typeof replyTo>
type Respond = Parameters<typeof sendStream>[0]

describe('the protocol of a single model', () => {
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
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(() => service.stop())

  it.each([
    ['anthropic/claude-sonnet-9', { usage: { input_tokens: 10, cache_read_input_tokens: 90 } }, 90, 0],
    [
      'google/gemini-9-pro',
      { usageMetadata: { promptTokenCount: 100, cachedContentTokenCount: 80, thoughtsTokenCount: 5 } },
      80,
      5,
    ],
    [
      'meta/llama-9',
      {
        usage: {
          prompt_tokens: 100,
          completion_tokens: 20,
          prompt_tokens_details: { cached_tokens: 70 },
          completion_tokens_details: { reasoning_tokens: 6 },
        },
      },
      70,
      6,
    ],
  ])(
    '%s tells the Responses API which tokens were cached and which thought, whole and in a stream',
    async (model, usage, cached_tokens, reasoning_tokens) => {
      script = (call, response) => {
        const reply = { ...replyTo(call, 'It is 21 degrees.'), ...usage }
        return wantsStream(call) ? sendStream(response, partsOf(reply)) : sendJson(response, reply)
      }
      const asked = { model, input: 'How warm is it in Rome?' }
      const told = {
        input_tokens: 100,
        input_tokens_details: { cached_tokens },
        output_tokens_details: { reasoning_tokens },
      }
      expect((await client.responses.create(asked)).usage).toMatchObject(told)
      expect((await client.responses.stream(asked).finalResponse()).usage).toMatchObject(told)
    },
  )

  it.each([
    ['anthropic/claude-sonnet-9', (reply: Reply) => ({ ...reply, stop_reason: 'refusal' })],
    [
      'google/gemini-9-pro',
      (reply: Reply) => ({ ...reply, candidates: [{ ...reply.candidates[0], finishReason: 'SAFETY' }] }),
    ],
    [
      'meta/llama-9',
      (reply: Reply) => ({ ...reply, choices: [{ ...reply.choices[0], finish_reason: 'content_filter' }] }),
    ],
  ])(
    'a reply that %s withholds is an incomplete response, whole and in a stream',
    async (model, withheld) => {
      script = (call, response) => {
        const reply = withheld(replyTo(call, 'It is'))
        return wantsStream(call) ? sendStream(response, partsOf(reply)) : sendJson(response, reply)
      }
      const asked = { model, input: 'How warm is it in Rome?' }
      const ended = {
        status: 'incomplete',
        incomplete_details: { reason: 'content_filter' },
        output: [{ status: 'incomplete', content: [{ text: 'It is' }] }],
      }
      expect(await client.responses.create(asked)).toMatchObject(ended)
      const events = []
      for await (const event of await client.responses.create({ ...asked, stream: true })) events.push(event)
      expect(events.at(-1)).toMatchObject({ type: 'response.incomplete', response: ended })
    },
  )

  it.each([{}, { stream: true }, { reasoning: { summary: 'auto' } }])(
    'is refused in terms of the Responses API where it is asked through that: %j',
    async (more) => {
      const input = [
        { role: 'user', content: 'How warm is it?' },
        { type: 'function_call', call_id: 'a', name: 'weather', arguments: '{}' },
      ]
      const asked = client.responses.create({ model: 'anthropic/claude-sonnet-9', input, ...more } as never)
      await expect(asked).rejects.toMatchObject({ status: 400, param: 'input' })
      await expect(asked).rejects.toThrow('Add a function_call_output for each of them.')
    },
  )

  it('fails in the middle of a stream in terms of the Responses API', async () => {
    const chunk = (fields: object) => partOf({ id: 'c', object: 'chat.completion.chunk', ...fields })
    script = (_, response) =>
      sendStream(response, [
        chunk({ choices: [{ index: 0, delta: { content: 'It' } }] }),
        partOf({ error: { message: 'messages[0].content was too long for max_tokens', code: 400 } }),
      ])
    const asked = { model: 'meta/llama-9', input: 'How warm is it?', stream: true as const }
    const stream = await client.responses.create(asked)
    const read = async () => {
      for await (const _ of stream);
    }
    await expect(read()).rejects.toThrow('input was too long for max_output_tokens')
  })

  it.each([
    [
      'openai/gpt-9',
      [
        { role: 'tool', tool_call_id: 'a', content: 'The result follows below.' },
        { role: 'user', content: [{ type: 'text', text: 'The result of weather:' }, image(PIXEL)] },
      ],
    ],
    [
      'anthropic/claude-sonnet-9',
      [{ content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'image' }] }] }],
    ],
    [
      'google/gemini-9-pro',
      [{ parts: [{ functionResponse: {} }, { text: 'The result of weather:' }, { inlineData: {} }] }],
    ],
  ])('%s gets images that a tool returns where its protocol takes them', async (model, sent) => {
    const calls = [{ id: 'a', type: 'function' as const, function: { name: 'weather', arguments: '{}' } }]
    await client.chat.completions.create({
      model,
      tools,
      messages: [
        ...messages,
        { role: 'assistant', content: '', tool_calls: calls },
        { role: 'tool', tool_call_id: 'a', content: [image(PIXEL)] as never },
      ],
    })
    const { messages: said, contents = said } = service.calls[0]!.body
    expect((contents as object[]).slice(2)).toMatchObject(sent)
  })

  const other = { type: 'function' as const, function: { name: 'other' } }
  const allowed = { mode: 'required' as const, tools: [{ type: 'function', function: { name: 'weather' } }] }

  it.each([
    [
      'openai/gpt-9',
      { tools: [...tools, other], tool_choice: { type: 'allowed_tools', allowed_tools: allowed } },
    ],
    ['anthropic/claude-sonnet-9', { tools: [{ name: 'weather' }], tool_choice: { type: 'any' } }],
    [
      'google/gemini-9-pro',
      {
        tools: [{ functionDeclarations: [{ name: 'weather' }] }],
        toolConfig: { functionCallingConfig: { mode: 'ANY' } },
      },
    ],
  ])('%s is offered only the tools that are allowed', async (model, sent) => {
    const offered = { model, messages, tools: [...tools, other] }
    const choice = { type: 'allowed_tools' as const, allowed_tools: allowed }
    await client.chat.completions.create({ ...offered, tool_choice: choice })
    expect(service.calls[0]!.body).toMatchObject(sent)
    const plain = { parameters, strict: false, type: 'function' as const }
    await client.responses.create({
      model,
      input: 'How warm is it?',
      tools: ['weather', 'other'].map((name) => ({ ...plain, name })),
      tool_choice: {
        type: 'allowed_tools',
        mode: 'required',
        tools: [{ type: 'function', name: 'weather' }],
      },
    })
    const { tools: again, ...rest } = service.calls[1]!.body
    const { tools: _, ...chosen } = sent
    expect(rest).toMatchObject(chosen)
    expect(JSON.stringify(again)).toContain('weather')
    expect(JSON.stringify(again).includes('other')).toBe(model === 'openai/gpt-9')
  })

  it.each([
    ['google/gemini-9-pro', ['parallel_tool_calls was not passed on']],
    ['anthropic/claude-sonnet-9', []],
    ['meta/llama-9', []],
  ])('%s says in warnings if it cannot be held to one call at a time', async (model, warnings) => {
    const asked = { model, messages, tools, parallel_tool_calls: false }
    const completion = await client.chat.completions.create(asked)
    expect(completion).toMatchObject({
      stretto: { warnings: warnings.map((words) => expect.stringContaining(words)) },
    })
  })

  it.each([
    ['chat/completions', { messages }],
    ['responses', { input: 'How warm is it in Rome?' }],
  ])(
    'a stream of %s that has not begun after 15 seconds gives signs of life; then an error is an event',
    async (path, asked) => {
      let finish = (_: string) => {}
      script = (call, response) => {
        finish = (text) =>
          text === ''
            ? sendError(response, 400, 'no such thing')
            : sendStream(response, partsOf(replyTo(call, text)))
      }
      const stream = async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
        const arrived = once(service.arrivals, 'call')
        const answer = fetch(`${service.baseURL}/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'meta/llama-9', stream: true, ...asked }),
        })
        await arrived
        vi.advanceTimersByTime(15_000)
        vi.useRealTimers()
        const { status, body } = await answer
        expect(status).toBe(200)
        const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
        expect((await reader.read()).value).toBe(': waiting\n\n')
        return reader
      }
      const restOf = async (reader: Awaited<ReturnType<typeof stream>>) => {
        let text = ''
        for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
        return text
      }
      const answered = await stream()
      finish('It is 21 degrees.')
      expect(await restOf(answered)).toContain('It is 21 degrees.')
      const failed = await stream()
      finish('')
      const told = await restOf(failed)
      expect(told).toContain('"status":400')
      expect(told).toContain('no such thing')
      expect(told).not.toContain('[DONE]')
    },
  )

  it.each([
    [404, 'The model does not exist.'],
    [503, 'overloaded'],
  ])('is not asked again after an error %i if a part of its answer has been sent', async (code, message) => {
    const chunk = { id: 'c', choices: [{ index: 0, delta: { content: 'It' }, finish_reason: null }] }
    script = (_, response) => sendStream(response, [partOf(chunk), partOf({ error: { message, code } })])
    const stream = await client.chat.completions.create({ model: 'openai/gpt-9', messages, stream: true })
    let text = ''
    const read = async () => {
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
    }
    await expect(read()).rejects.toThrow(message)
    expect(text).toBe('It')
    expect(service.calls.map(({ model }) => model)).toEqual(['gpt-9'])
  })

  it('is asked again by its full id where its own server does not know the short one', async () => {
    script = ({ model }, response) =>
      model === 'gpt-8' ? sendError(response, 404, 'The model does not exist.') : 'It is 21 degrees.'
    const stream = await client.chat.completions.create({ model: 'openai/gpt-8', messages, stream: true })
    let text = ''
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
    expect(text).toBe('It is 21 degrees.')
    expect(service.calls.map(({ model }) => model)).toEqual(['gpt-8', 'openai/gpt-8'])
  })
})
