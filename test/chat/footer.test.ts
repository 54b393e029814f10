import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, type ModelMessage, streamText } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatCompletion } from '../../src/contract/chat/chat-response.ts'
import type { ResponseObject } from '../../src/contract/responses/response-object.ts'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import { askedFor, asText, replyAs } from '../support/panel-replies.ts'
import { post } from '../support/service.ts'

const MARK = '\u2063'
const PANEL = ['vendor/one', 'vendor/two', 'vendor/three']
/** On which of the questions the third model gives another answer. */
const DISPUTED = 'What is the capital'
const FOOTER =
  /\n\n\u2063— 2 of 3 models agree\. vendor\/three says Sydney\. About \d\d% sure that it is right\.$/

let service: ChatService
let client: OpenAI
beforeAll(async () => {
  service = await openChatService(
    (call) => {
      if (call.prompt.includes('about a rose') && askedFor(call.prompt) === 'reply')
        return asText('Roses.', 'draft')
      if (call.prompt.includes('"zyx"')) return '{"zyx": 1}'
      if (call.body.tools) return 'It is Canberra.'
      const isOther = call.prompt.includes(DISPUTED) && call.model === PANEL[2]
      return replyAs(isOther ? 'Sydney' : 'Canberra', call)
    },
    { DEFAULT_MODELS: PANEL.join(','), READER_MODEL: PANEL[0]! },
  )
  client = new OpenAI({ baseURL: service.baseURL, apiKey: 'any', maxRetries: 0 })
})
afterAll(() => service.stop())

const ASKED = `${DISPUTED} of Australia?`
const AGREED = 'Where does the parliament of Australia meet?'
const ONCE = { max_iterations: 1, kind: 'closed' }
const chatWith = (content: string, more: object = {}) => ({
  ...{ model: 'stretto/auto', messages: [{ role: 'user', content }], stretto: ONCE },
  ...more,
})
async function send(path: string, body: object) {
  const response = await post(service.edge, path, body)
  const json = await response.json()
  expect(response.status, JSON.stringify(json)).toBe(200)
  return json
}
async function said(content: string, more?: object): Promise<string> {
  const { choices }: ChatCompletion = await send('/v1/chat/completions', chatWith(content, more))
  return choices[0]!.message.content!
}
const FUNCTION = { name: 'find', parameters: { type: 'object', properties: {} } }
const tools = [{ type: 'function', function: FUNCTION }]
const schema = { name: 'one', schema: { type: 'object', properties: { zyx: { type: 'integer' } } } }

describe('an answer in doubt', () => {
  it('ends with who agrees, who differs and how sure it is, on a line of its own', async () => {
    const text = await said(ASKED)
    expect(text).toMatch(FOOTER)
    expect(text.split(MARK)).toHaveLength(2)
  })

  it('is stored and cached without it, and has it again from the cache', async () => {
    const { choices, stretto, usage } = (await send(
      '/v1/chat/completions',
      chatWith(ASKED),
    )) as ChatCompletion
    expect(stretto.cache_hit).toBe(true)
    expect(usage.total_tokens).toBe(0)
    expect(choices[0]!.message.content).toMatch(FOOTER)
    const stored = await (await service.edge.request(`/results/${stretto.id}`)).json()
    expect(stored.final_answer).not.toContain(MARK)
    const bare = await send(
      '/v1/chat/completions',
      chatWith(ASKED, { stretto: { ...ONCE, footer: 'never' } }),
    )
    expect(bare.stretto).toMatchObject({ cache_hit: true, id: stretto.id })
    const plain = await send('/consensus-iterative', { query: ASKED, ...ONCE })
    expect(plain).toMatchObject({ cache_hit: true, final_answer: stored.final_answer })
  })

  it('has it in the last piece of a stream', async () => {
    const stream = await client.chat.completions.create({ ...chatWith(ASKED), stream: true } as never)
    const deltas: string[] = []
    for await (const chunk of stream as unknown as AsyncIterable<OpenAI.ChatCompletionChunk>) {
      const { content } = chunk.choices[0]?.delta ?? {}
      if (content) deltas.push(content)
    }
    expect(deltas).toHaveLength(2)
    expect(deltas[0]).not.toContain(MARK)
    expect(deltas[1]).toMatch(FOOTER)
  })

  it('has it in responses, within the same item', async () => {
    const asked = { model: 'stretto/auto', input: ASKED, stretto: ONCE }
    const response: ResponseObject = await send('/v1/responses', asked)
    const [{ content }] = response.output as unknown as [{ content: Array<{ text: string }> }]
    expect(content).toHaveLength(1)
    expect(content[0]!.text).toMatch(FOOTER)
    const stream = client.responses.stream(asked as never)
    const deltas: string[] = []
    for await (const event of stream)
      if (event.type === 'response.output_text.delta') deltas.push(event.delta)
    expect(deltas.at(-1)).toMatch(FOOTER)
    const { output_text } = await stream.finalResponse()
    expect(output_text).toBe(deltas.join(''))
    expect(output_text).toBe(content[0]!.text)
  })
})

describe('no footer', () => {
  it.each<[string, string, object]>([
    ['where the models agree and are sure', AGREED, {}],
    ['where the request wants none', ASKED, { stretto: { ...ONCE, footer: 'never' } }],
    ['in drafts', 'Write a haiku about a rose', { stretto: { max_iterations: 1, footer: 'always' } }],
    [
      'in JSON',
      ASKED,
      {
        response_format: { type: 'json_schema', json_schema: schema },
        stretto: { kind: 'open', footer: 'always' },
      },
    ],
    ['beside tools', ASKED, { tools, stretto: { footer: 'always' } }],
    ['beside tools that are not to be called', ASKED, { tools, tool_choice: 'none' }],
    ['where the text ends at a stop', ASKED, { stop: 'xyz', stretto: { ...ONCE, footer: 'always' } }],
    ['where max_tokens leaves no room', ASKED, { max_tokens: 12 }],
    ['in an answer that was cut', ASKED, { max_tokens: 1 }],
  ])('%s', async (_, content, more) => {
    expect(await said(content, more)).not.toContain(MARK)
  })

  it('is taken for a wrong value', async () => {
    const response = await post(
      service.edge,
      '/v1/chat/completions',
      chatWith(ASKED, { stretto: { footer: 'sometimes' } }),
    )
    expect(response.status).toBe(400)
    expect((await response.json()).error.message).toContain('footer must be')
  })
})

describe('a history with footers', () => {
  const turns = Array.from({ length: 10 }, (_, place) => `${DISPUTED} of Australia in ${1990 + place}?`)
  const reachedSince = (before: number) => service.calls.slice(before).map(({ body }) => JSON.stringify(body))

  it('has none in any prompt, in ten turns of chat', async () => {
    const before = service.calls.length
    const messages: OpenAI.ChatCompletionMessageParam[] = []
    for (const content of turns) {
      messages.push({ role: 'user', content })
      const asked = { ...chatWith(''), messages }
      const { choices } = (await client.chat.completions.create(asked as never)) as OpenAI.ChatCompletion
      expect(choices[0]!.message.content).toMatch(FOOTER)
      messages.push(choices[0]!.message)
    }
    const reached = reachedSince(before)
    expect(reached.length).toBeGreaterThan(30)
    expect(reached.at(-1)).toContain('in 1990?')
    expect(reached.filter((body) => body.includes(MARK) || body.includes('models agree.'))).toEqual([])
  })

  it('is the same conversation without them: it has the same place in the cache', async () => {
    const history = (footer: string, parts = false) => [
      { role: 'user', content: ASKED },
      {
        role: 'assistant',
        content: parts ? [{ type: 'text', text: `It is Canberra.${footer}` }] : `It is Canberra.${footer}`,
      },
      { role: 'user', content: 'And where does its parliament meet?' },
    ]
    const footer = `\n\n${MARK}— 2 of 3 models agree. About 75% sure that it is right.`
    const ask = async (messages: object[]) => {
      const { stretto }: ChatCompletion = await send('/v1/chat/completions', { ...chatWith(''), messages })
      return stretto
    }
    const first = await ask(history(footer))
    expect(first.cache_hit).toBe(false)
    const others = [history(''), history(footer, true), history(footer.replaceAll('\n', '\r\n'))]
    for (const messages of others)
      expect(await ask(messages)).toMatchObject({ cache_hit: true, id: first.id })
    const input = history(footer).map(({ role, content }) => ({
      ...{ type: 'message', role },
      content: [{ type: role === 'user' ? 'input_text' : 'output_text', text: content }],
    }))
    const response = await send('/v1/responses', { model: 'stretto/auto', stretto: ONCE, input })
    expect(response.stretto).toMatchObject({ cache_hit: true, id: first.id })
  })

  it('keeps what a user quotes, and what an assistant says after a footer', async () => {
    const before = service.calls.length
    const quoted = `${MARK}— 2 of 3 models agree.`
    await send('/v1/chat/completions', {
      ...chatWith(''),
      messages: [
        { role: 'user', content: `What is this?\n\n${quoted}` },
        { role: 'assistant', content: `A footer.\n\n${quoted}\n\nIt says who agrees.` },
        { role: 'user', content: 'Does the parliament meet there?' },
      ],
    })
    const [{ prompt } = { prompt: '' }] = service.calls.slice(before)
    expect(prompt.split(quoted)).toHaveLength(2)
    expect(prompt).toContain('A footer.\n\nIt says who agrees.')
  })

  it('has none in any prompt where the AI SDK sends it back, by its text or by the ids of items', async () => {
    const before = service.calls.length
    const options = { baseURL: service.baseURL, apiKey: 'any' }
    const compatible = createOpenAICompatible({ name: 'stretto', ...options })('stretto/auto')
    for (const model of [compatible, createOpenAI(options)('stretto/auto')]) {
      const messages: ModelMessage[] = [{ role: 'user', content: `${DISPUTED} of Australia now?` }]
      const { text, response } = await generateText({ model, messages })
      expect(text).toMatch(FOOTER)
      messages.push(...response.messages, { role: 'user', content: `${DISPUTED} of Australia then?` })
      let streamed = ''
      for await (const delta of streamText({ model, messages }).textStream) streamed += delta
      expect(streamed).toMatch(FOOTER)
    }
    expect(reachedSince(before).some((body) => body.includes('Australia then?'))).toBe(true)
    expect(reachedSince(before).filter((body) => body.includes(MARK))).toEqual([])
  })
})

it('follows FOOTER of the server, unless the request says otherwise', async () => {
  const quiet = await openChatService(undefined, { FOOTER: 'never', DEFAULT_MODELS: 'vendor/one,vendor/two' })
  const ask = async (stretto: object) =>
    (await post(quiet.edge, '/v1/chat/completions', chatWith('What is 40 + 2?', { stretto }))).text()
  expect(await ask(ONCE)).not.toContain(MARK)
  expect(await ask({ ...ONCE, footer: 'always' })).toContain(MARK)
  await quiet.stop()
})
