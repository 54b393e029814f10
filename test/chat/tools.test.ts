import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChatCompletion } from '../../src/contract/chat/chat-response.ts'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import { askedFor, replyAs } from '../support/panel-replies.ts'
import { isGemini, type ReceivedCall, sendError } from '../support/scripted-provider.ts'
import { sendCalls } from '../support/tool-replies.ts'

const parameters = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const }, unit: { type: 'string' as const, default: 'C' } },
  required: ['city'],
}
const TOOLS = [
  { type: 'function' as const, function: { name: 'find_city', description: 'Finds a city', parameters } },
  { type: 'function' as const, function: { name: 'weather', description: 'Its weather', parameters } },
]
const named = (name: string) => ({ type: 'function' as const, function: { name } })
const question = {
  model: 'stretto/auto',
  messages: [{ role: 'user' as const, content: 'How warm is it in the capital of Italy?' }],
  tools: TOOLS,
}

/** How many results of tools a conversation has. */
const results = ({ body }: ReceivedCall) =>
  (body.messages as Array<{ role: string }>).filter(({ role }) => role === 'tool').length

/** What a model does that finds the city, then its weather, and then answers; `city` is where it looks. */
function act(call: ReceivedCall, response: Parameters<typeof sendCalls>[1], city = 'Rome'): unknown {
  if (askedFor(call.prompt) === 'groups') return replyAs('', call)
  if (results(call) === 0)
    return sendCalls(call, response, [{ name: 'find_city', arguments: { city } }], 'I look.')
  if (results(call) === 1) return sendCalls(call, response, [{ name: 'weather', arguments: { city } }])
  return 'It is 21 degrees in Rome.'
}

describe('tools through a panel', () => {
  let service: ChatService
  let client: OpenAI
  /** What each model does; the default is that all do the same. */
  let script: (call: ReceivedCall, response: Parameters<typeof sendCalls>[1]) => unknown
  beforeEach(() => {
    script = act
  })
  beforeAll(async () => {
    service = await openChatService((call, response) => script(call, response), {
      DEFAULT_MODELS: 'a/one,b/two,c/three',
    })
    client = new OpenAI({ baseURL: service.baseURL, apiKey: 'none', maxRetries: 0 })
  })
  afterAll(() => service.stop())

  const deliberationOf = (completion: object) => (completion as ChatCompletion).stretto

  it('are offered to every model with the whole conversation, and the common call is returned', async () => {
    const before = service.calls.length
    const completion = await client.chat.completions.create(question)
    const [choice] = completion.choices
    expect(choice).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: 'I look.',
        tool_calls: [{ type: 'function', function: { name: 'find_city', arguments: '{"city":"Rome"}' } }],
      },
    })
    expect(choice!.message.tool_calls![0]!.id).toMatch(/^[a-z0-9]{9}$/)
    expect(deliberationOf(completion)).toMatchObject({
      kind: 'tools',
      outcome: 'consensus',
      answer: 'find_city({"city":"Rome","unit":"C"})',
      dissent: [],
      usage: { calls: 3 },
    })
    const sent = service.calls.slice(before)
    expect(sent).toHaveLength(3)
    for (const { body } of sent) expect(body).toMatchObject({ tools: TOOLS, messages: question.messages })
  })

  it('come with the dissent, and are never served from the cache', async () => {
    script = (call, response) => act(call, response, call.model === 'c/three' ? 'Milan' : 'Rome')
    const first = await client.chat.completions.create(question)
    const second = await client.chat.completions.create(question)
    expect(deliberationOf(first)).toMatchObject({
      outcome: 'majority',
      dissent: [{ name: 'c/three', answer: 'find_city({"city":"Milan","unit":"C"})' }],
    })
    expect(deliberationOf(second)).toMatchObject({ cache_hit: false, usage: { calls: 4 } })
    const stored = await service.edge.request(`/results/${deliberationOf(first).id}`)
    expect(await stored.json()).toMatchObject({ kind: 'tools', tool_calls: [{ name: 'find_city' }] })
  })

  it.each(['auto', 'required'] as const)(
    'are only those that are allowed, with the mode %s',
    async (mode) => {
      const before = service.calls.length
      const choice = { type: 'allowed_tools' as const, allowed_tools: { mode, tools: [named('find_city')] } }
      await client.chat.completions.create({ ...question, tool_choice: choice })
      const sent = service.calls.slice(before)
      expect(sent).toHaveLength(3)
      for (const { body } of sent) {
        expect(body.tools).toEqual(TOOLS.slice(0, 1))
        expect(body.tool_choice).toBe(mode === 'auto' ? undefined : mode)
      }
    },
  )

  it('stream as calls in pieces, after what the models said', async () => {
    const stream = client.chat.completions.stream({ ...question, stream_options: { include_usage: true } })
    const kinds = new Set<string>()
    stream.on('tool_calls.function.arguments.delta', () => kinds.add('arguments'))
    stream.on('content.delta', () => kinds.add('content'))
    const completion = await stream.finalChatCompletion()
    expect(completion.choices[0]!.message.tool_calls).toMatchObject([
      { function: { name: 'find_city', arguments: '{"city":"Rome"}' } },
    ])
    expect(completion.choices[0]!.finish_reason).toBe('tool_calls')
    expect(kinds).toEqual(new Set(['arguments', 'content']))
    expect(completion.usage!.total_tokens).toBe(360)
  })

  it('run an agent of the AI SDK in three steps', async () => {
    const provider = createOpenAICompatible({ name: 'stretto', baseURL: service.baseURL })
    const called: string[] = []
    const offered = (name: string, output: string) =>
      tool({
        inputSchema: jsonSchema<{ city: string }>(parameters),
        execute: async ({ city }) => {
          called.push(`${name} ${city}`)
          return output
        },
      })
    const agent = {
      model: provider('stretto/auto'),
      prompt: 'How warm is it in the capital of Italy?',
      tools: { find_city: offered('find_city', 'Rome'), weather: offered('weather', '21 degrees') },
      stopWhen: stepCountIs(5),
    }
    const { text, steps } = await generateText(agent)
    expect(called).toEqual(['find_city Rome', 'weather Rome'])
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'tool-calls', 'stop'])
    expect(text).toBe('It is 21 degrees in Rome.')
    const last = service.calls.at(-1)!.body.messages as object[]
    expect(last.slice(1)).toMatchObject([
      { role: 'assistant', tool_calls: [{ function: { name: 'find_city' } }] },
      { role: 'tool', content: 'Rome' },
      { role: 'assistant', tool_calls: [{ function: { name: 'weather' } }] },
      { role: 'tool', content: '21 degrees' },
    ])
    const streamed = streamText(agent)
    expect(await streamed.text).toBe('It is 21 degrees in Rome.')
    expect(called).toHaveLength(4)
  })
})

describe('models of three vendors on one panel', () => {
  let service: ChatService
  let act: ((call: ReceivedCall, response: Parameters<typeof sendCalls>[1]) => unknown) | undefined
  afterEach(() => {
    act = undefined
  })
  beforeAll(async () => {
    const script = (call: ReceivedCall, response: Parameters<typeof sendCalls>[1]) => {
      const step = stepIn(call)
      return step < WEATHER.length ? sendCalls(call, response, [WEATHER[step]!]) : 'It is 21 degrees in Rome.'
    }
    service = await openChatService((call, response) => (act ?? script)(call, response), {
      OPENAI_API_KEY: 'sk-of-openai',
      DEFAULT_MODELS: 'openai/gpt-4o,anthropic/claude-sonnet-4-5,google/gemini-3-pro',
    })
  })
  afterAll(() => service.stop())

  const WEATHER = [
    { name: 'find_city', arguments: { city: 'Rome' } },
    { name: 'weather', arguments: { city: 'Rome' } },
  ]
  /** How many results a conversation has, in whichever protocol it is. */
  const stepIn = ({ body }: ReceivedCall) =>
    JSON.stringify(body).match(/"role":"tool"|"type":"tool_result"|"functionResponse":/g)?.length ?? 0

  it('have no vote if they make several calls where one is allowed, also if their provider cannot be told', async () => {
    act = (call, response) => sendCalls(call, response, isGemini(call) ? WEATHER : WEATHER.slice(0, 1))
    const client = new OpenAI({ baseURL: service.baseURL, apiKey: 'none', maxRetries: 0 })
    const completion = await client.chat.completions.create({ ...question, parallel_tool_calls: false })
    expect(completion.choices[0]!.message.tool_calls).toMatchObject([{ function: { name: 'find_city' } }])
    const { stretto } = completion as unknown as ChatCompletion
    expect(JSON.stringify(stretto)).toContain('The reply makes several calls although one is allowed.')
  })

  const json_schema = {
    name: 'warmth',
    strict: true,
    schema: {
      type: 'object',
      properties: { degrees: { type: 'integer' } },
      required: ['degrees'],
      additionalProperties: false,
    },
  }
  const format = { response_format: { type: 'json_schema' as const, json_schema } }

  it('are told the schema of the answer by their provider where it goes with tools, otherwise in words', async () => {
    act = () => '{"degrees":21}'
    const client = new OpenAI({ baseURL: service.baseURL, apiKey: 'none', maxRetries: 0 })
    const before = service.calls.length
    const completion = await client.chat.completions.create({ ...question, ...format })
    expect(completion.choices[0]!.message.content).toBe('{"degrees":21}')
    const sent = service.calls.slice(before)
    expect(new Map(sent.map(({ model, body }) => [model, body]))).toMatchObject(
      new Map<string, object>([
        ['gpt-4o', { ...format, tools: TOOLS }],
        ['claude-sonnet-4-5', { tools: [{}, {}] }],
        ['gemini-3-pro', { tools: [{}] }],
      ]),
    )
    for (const { prompt, body } of sent) {
      expect(prompt).toContain('"additionalProperties":false')
      expect(body).not.toHaveProperty('output_config')
      expect(body).not.toHaveProperty('generationConfig.responseJsonSchema')
    }
    const calls = [{ id: 'a', type: 'function' as const, function: { name: 'weather', arguments: '{}' } }]
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      ...question.messages,
      { role: 'assistant', content: '', tool_calls: calls },
      { role: 'tool', tool_call_id: 'a', content: '21' },
    ]
    await client.chat.completions.create({ model: 'stretto/auto', messages, ...format })
    const bodies = service.calls.slice(before + 3).map(({ body }) => JSON.stringify(body))
    expect(bodies).toHaveLength(3)
    for (const body of bodies) expect(body).toMatch(/"(response_format|output_config|responseJsonSchema)":/)
  })

  it('answer in words alone where a server refuses the schema, which is remembered of that schema only', async () => {
    act = ({ body }, response) =>
      JSON.stringify(body).includes('"name":"refused"')
        ? sendError(response, 400, "Invalid schema for response_format 'refused'.")
        : '{"degrees":21}'
    const client = new OpenAI({ baseURL: service.baseURL, apiKey: 'none', maxRetries: 0 })
    const named = (name: string) => ({
      ...question,
      response_format: { type: 'json_schema' as const, json_schema: { ...json_schema, name } },
    })
    const asked = async (name: string) => {
      const before = service.calls.length
      await client.chat.completions.create(named(name))
      const bodies = service.calls.slice(before).filter(({ model }) => model === 'gpt-4o')
      return bodies.map(({ body }) => 'response_format' in body)
    }
    expect(await asked('refused')).toEqual([true, false])
    expect(await asked('refused')).toEqual([false])
    expect(await asked('taken')).toEqual([true])
  })

  it.each([false, true])('call the same tools until all give the answer, with stream: %s', async (stream) => {
    const client = new OpenAI({ baseURL: service.baseURL, apiKey: 'none', maxRetries: 0 })
    const runner = stream
      ? client.chat.completions.stream.bind(client.chat.completions)
      : client.chat.completions.create.bind(client.chat.completions)
    const messages: OpenAI.ChatCompletionMessageParam[] = [...question.messages]
    const called: string[] = []
    for (let step = 0; step < 3; step++) {
      const begun = runner({ ...question, messages, stream: undefined })
      const completion = await ('finalChatCompletion' in begun ? begun.finalChatCompletion() : begun)
      const { message } = completion.choices[0]!
      messages.push(message)
      if (!stream)
        expect((completion as unknown as ChatCompletion).stretto).toMatchObject({
          outcome: 'consensus',
          dissent: [],
          router: 'anthropic+gemini+openai',
        })
      for (const { id, ...call } of message.tool_calls ?? []) {
        if (call.type === 'function') called.push(`${call.function.name}${call.function.arguments}`)
        messages.push({ role: 'tool', tool_call_id: id, content: '21' })
      }
    }
    expect(called).toEqual(['find_city{"city":"Rome"}', 'weather{"city":"Rome"}'])
    expect(messages.at(-1)!.content).toBe('It is 21 degrees in Rome.')
    // Each has seen the calls of the panel as its own, with their results.
    const last = new Map(service.calls.slice(-3).map((call) => [call.model, stepIn(call)]))
    expect(last).toEqual(new Map(['gpt-4o', 'claude-sonnet-4-5', 'gemini-3-pro'].map((model) => [model, 2])))
  })
})
