import { createOpenAI } from '@ai-sdk/openai'
import {
  generateObject,
  generateText,
  jsonSchema,
  type ModelMessage,
  Output,
  stepCountIs,
  streamText,
  tool,
} from 'ai'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { AGREED, type ChatService, openChatService } from '../support/chat-service.ts'
import { askedFor, replyAs } from '../support/panel-replies.ts'
import { type ReceivedCall, sendError } from '../support/scripted-provider.ts'
import { sendCalls } from '../support/tool-replies.ts'

const prompt = 'What is 40 + 2?'

type Script = Parameters<typeof openChatService>[0] & object
let service: ChatService
let script: Script
beforeAll(async () => {
  service = await openChatService((...call) => script(...call), { DEFAULT_MODELS: 'a/one,b/two,c/three' })
})
beforeEach(() => {
  script = (call, response) =>
    call.prompt.includes('no credit') ? sendError(response, 402, 'no credit') : replyAs(AGREED, call)
})
afterAll(() => service.stop())

/** The provider with its defaults, which are the Responses API and item references. */
const panel = () => createOpenAI({ baseURL: service.baseURL, apiKey: 'none' })('stretto/auto')

it('generates text, with the usage of all calls', async () => {
  const { text, usage, finishReason, warnings } = await generateText({ model: panel(), prompt })
  expect(text).toContain('42')
  expect(finishReason).toBe('stop')
  expect(usage.totalTokens).toBe(120 * 3)
  expect(warnings).toEqual([])
})

it('streams text, with the usage at the end', async () => {
  const { textStream, finishReason, totalUsage } = streamText({ model: panel(), prompt: 'What is 41 + 1?' })
  let text = ''
  for await (const delta of textStream) text += delta
  expect(text).toContain('42')
  expect(await finishReason).toBe('stop')
  expect((await totalUsage).totalTokens).toBe(120 * 3)
})

it('streams what the panel is doing as reasoning, if that is asked for', async () => {
  const { fullStream } = streamText({
    model: panel(),
    prompt: 'What is 39 + 3?',
    providerOptions: { openai: { forceReasoning: true, reasoningSummary: 'auto' } },
  })
  let reasoning = ''
  for await (const part of fullStream) if (part.type === 'reasoning-delta') reasoning += part.text
  expect(reasoning).toContain('3 models are answering.\n')
})

it('says that an answer was cut', async () => {
  const asked = { model: panel(), prompt: 'What is 38 + 4? Reply at length.', maxOutputTokens: 1 }
  expect((await generateText(asked)).finishReason).toBe('length')
  expect(await streamText(asked).finishReason).toBe('length')
})

it.each(['generated', 'streamed'])('goes on with a conversation whose answers were %s', async (how) => {
  const messages: ModelMessage[] = [{ role: 'user', content: 'What is 37 + 5?' }]
  const said = how === 'generated' ? await generateText({ model: panel(), messages }) : await streamed()
  async function streamed() {
    const stream = streamText({ model: panel(), messages })
    return { text: await stream.text, response: await stream.response }
  }
  messages.push(...said.response.messages, { role: 'user', content: `And how much more than 40? ${how}` })
  const before = service.calls.length
  await generateText({ model: panel(), messages })
  const [{ prompt: asked }] = service.calls.slice(before) as [ReceivedCall]
  expect(asked).toContain('What is 37 + 5?')
  expect(asked).toContain(said.text)
})

it('runs an agent in three steps, whole and streamed', async () => {
  script = (call, response) => {
    if (askedFor(call.prompt) === 'groups') return replyAs('', call)
    const results = (call.body.messages as Array<{ role: string }>).filter(
      ({ role }) => role === 'tool',
    ).length
    const [name, saying] = results === 0 ? ['find_city', 'I look.'] : ['weather', '']
    if (results === 2) return 'It is 21 degrees in Rome.'
    return sendCalls(call, response, [{ name: name!, arguments: { city: 'Rome' } }], saying)
  }
  const called: string[] = []
  const offered = (name: string, output: string) =>
    tool({
      inputSchema: jsonSchema<{ city: string }>({
        type: 'object',
        properties: { city: { type: 'string' }, unit: { type: 'string' } },
        required: ['city'],
      }),
      execute: async ({ city }) => {
        called.push(`${name} ${city}`)
        return output
      },
    })
  const agent = {
    model: panel(),
    prompt: 'How warm is it in the capital of Italy?',
    tools: { find_city: offered('find_city', 'Rome'), weather: offered('weather', '21 degrees') },
    stopWhen: stepCountIs(5),
  }
  const { text, steps } = await generateText(agent)
  expect(called).toEqual(['find_city Rome', 'weather Rome'])
  expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'tool-calls', 'stop'])
  expect(text).toBe('It is 21 degrees in Rome.')
  const expected = [
    { role: 'user' },
    { role: 'assistant', content: 'I look.', tool_calls: [{ function: { name: 'find_city' } }] },
    { role: 'tool', content: 'Rome' },
    { role: 'assistant', tool_calls: [{ function: { name: 'weather' } }] },
    { role: 'tool', content: '21 degrees' },
  ]
  expect(service.calls.at(-1)!.body.messages).toMatchObject(expected)
  expect(await streamText(agent).text).toBe('It is 21 degrees in Rome.')
  expect(called).toHaveLength(4)
  expect(service.calls.at(-1)!.body.messages).toMatchObject(expected)
})

it('gets an object that satisfies a schema, in each of its ways', async () => {
  script = (call) => replyAs('{"city":"Rome","people":2800000}', call)
  const schema = z.object({ city: z.string(), people: z.number() })
  const asked = { model: panel(), prompt: 'Describe the capital of Italy as JSON.' }
  const object = { city: 'Rome', people: 2_800_000 }
  expect((await generateObject({ ...asked, schema })).object).toEqual(object)
  expect((await generateText({ ...asked, output: Output.object({ schema }) })).output).toEqual(object)
  expect(await streamText({ ...asked, output: Output.object({ schema }) }).output).toEqual(object)
})

it('fails with the message of the service', async () => {
  const model = createOpenAI({ baseURL: service.baseURL, apiKey: 'none' })('stretto/unknown')
  await expect(generateText({ model, prompt, maxRetries: 0 })).rejects.toMatchObject({
    statusCode: 404,
    message: expect.stringContaining('does not exist'),
  })
})

it('reports a failure in the middle of a stream as an error part', async () => {
  const { fullStream } = streamText({
    model: panel(),
    prompt: 'Is there no credit?',
    maxRetries: 0,
    onError() {},
  })
  const errors: unknown[] = []
  for await (const part of fullStream) if (part.type === 'error') errors.push(part.error)
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('payment_required') })])
})
