import { createOpenAI } from '@ai-sdk/openai'
import { generateText, streamText } from 'ai'
import OpenAI from 'openai'
import type {
  ResponseCreateParamsNonStreaming,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChatChunk, ChatCompletion } from '../../src/contract/chat/chat-response.ts'
import { ResponseEvent, ResponseObject } from '../../src/contract/responses/response-object.ts'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import { runHere } from '../support/command-here.ts'
import { overHttp } from '../support/mcp-clients.ts'
import { connect } from '../support/mcp-connect.ts'
import { CITED, FARE, openSearchingService, SAID, TARIFF } from '../support/searching-service.ts'

const TITLE = 'Tariff from 1 November 2026 | arvenrail'
const QUOTE = '“Tessmoor – Port Sable | 13.20 crowns | 23.80 crowns”'
const citation = { start_index: 0, end_index: CITED.length, title: TITLE, url: TARIFF }
const annotation = { type: 'url_citation', ...citation }

let service: ChatService
let plain: ChatService
let client: OpenAI
let without: OpenAI
const clientOf = ({ baseURL }: ChatService) => new OpenAI({ baseURL, apiKey: 'any', maxRetries: 0 })
beforeAll(async () => {
  service = await openSearchingService()
  plain = await openChatService()
  client = clientOf(service)
  without = clientOf(plain)
})
afterAll(() => Promise.all([service.stop(), plain.stop()]))

const fresh = { stretto: { skip_cache: true, footer: 'never' } }
const warningsIn = (answer: object) => (answer as ChatCompletion).stretto.warnings
const searchIn = (answer: object) => (answer as ChatCompletion).stretto.search

describe('web_search_options of the chat API', () => {
  const messages = [{ role: 'user' as const, content: FARE }]
  const question = { model: 'stretto/auto', messages, web_search_options: {}, ...fresh }

  it('searches the web, and the message cites the pages that say what it says', async () => {
    const completion = await client.chat.completions.create(question)
    const { content, annotations } = completion.choices[0]!.message
    expect(content).toBe(SAID)
    expect(annotations).toEqual([{ type: 'url_citation', url_citation: citation }])
    expect(searchIn(completion)!.queries).toEqual(['single adult ticket Tessmoor Port Sable price'])
    ChatCompletion.strict().parse(completion)
  })

  it('streams the citations with the content', async () => {
    const stream = client.chat.completions.stream(question)
    const chunks: object[] = []
    for await (const chunk of stream) chunks.push(ChatChunk.strict().parse(chunk))
    expect(chunks).toContainEqual(
      expect.objectContaining({
        choices: [
          expect.objectContaining({
            delta: { content: SAID, annotations: [{ type: 'url_citation', url_citation: citation }] },
          }),
        ],
      }),
    )
    expect((await stream.finalChatCompletion()).choices[0]!.message.annotations).toHaveLength(1)
  })

  it('cites nothing beyond what is left of a text that was cut', async () => {
    const completion = await client.chat.completions.create({ ...question, max_tokens: 2 })
    const { message } = completion.choices[0]!
    expect(message.content).toBe(SAID.slice(0, 8))
    expect(message).not.toHaveProperty('annotations')
  })

  it('gives way to stretto.search, and its fields are ignored with a warning', async () => {
    const completion = await client.chat.completions.create({
      ...question,
      web_search_options: { search_context_size: 'high', user_location: null },
      ...{ stretto: { ...fresh.stretto, search: 'off', max_age: 60 } },
    })
    expect(searchIn(completion)).toBeUndefined()
    expect(warningsIn(completion)).toEqual([
      'web_search_options.search_context_size is not supported and was ignored.',
    ])
  })

  it('is refused by a server without a search engine', async () => {
    await expect(without.chat.completions.create(question)).rejects.toMatchObject({
      status: 400,
      param: 'web_search_options',
      message: expect.stringContaining('its operator can set SEARCH'),
    })
    const asked = { ...question, web_search_options: undefined, ...{ stretto: { search: 'on' } } }
    await expect(without.chat.completions.create(asked)).rejects.toMatchObject({ param: 'stretto.search' })
    await without.chat.completions.create({ ...question, ...{ stretto: { search: 'auto' } } })
  })

  it('is refused together with tools', async () => {
    const tools = [{ type: 'function' as const, function: { name: 'find' } }]
    const asking = client.chat.completions.create({ ...question, tools })
    await expect(asking).rejects.toMatchObject({ status: 400, param: 'web_search_options' })
  })
})

describe('a tool web_search of the Responses API', () => {
  const TOOL = { type: 'web_search_preview_2025_03_11' as const }
  const FIND = { type: 'function' as const, name: 'find', parameters: {}, strict: false }
  const asked = (fields: object = {}): ResponseCreateParamsNonStreaming => ({
    model: 'stretto/auto',
    input: FARE,
    tools: [TOOL],
    tool_choice: 'required',
    ...fresh,
    ...fields,
  })

  it('that must be used searches the web, and the text cites pages', async () => {
    const include = ['web_search_call.action.sources']
    const response = await client.responses.create(asked({ include }))
    const { output_text: _, _request_id: __, ...sent } = response as typeof response & { _request_id: string }
    ResponseObject.strict().parse(sent)
    const [call, message] = response.output
    const query = 'single adult ticket Tessmoor Port Sable price'
    expect(call).toMatchObject({
      type: 'web_search_call',
      id: expect.stringMatching(/^ws_/),
      status: 'completed',
      action: { type: 'search', query, queries: [query] },
    })
    expect(call).toHaveProperty('action.sources', expect.arrayContaining([{ type: 'url', url: TARIFF }]))
    expect(message).toMatchObject({ type: 'message', content: [{ text: SAID, annotations: [annotation] }] })
    expect(response.tools).toEqual([TOOL])
  })

  it('is streamed in the order of OpenAI, as its package gathers it', async () => {
    const stream = client.responses.stream(asked() as object)
    const events: ResponseStreamEvent[] = []
    for await (const event of stream) events.push(event)
    for (const { snapshot: _, ...event } of events as Array<ResponseStreamEvent & { snapshot?: string }>)
      ResponseEvent.strict().parse(event)
    const types = events.map(({ type }) => type).filter((type) => type !== 'response.in_progress')
    expect(types).toEqual([
      'response.created',
      'response.output_item.added',
      'response.output_item.done',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.annotation.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    const { output } = await stream.finalResponse()
    expect(output).toMatchObject([{ type: 'web_search_call' }, { content: [{ annotations: [annotation] }] }])
  })

  it.each([
    ['searches if the choice names it', { tool_choice: { type: 'web_search' }, tools: [TOOL, FIND] }, true],
    ['leaves it to the models otherwise', { tool_choice: 'auto' }, false],
    ['never searches if no tool may be used', { tool_choice: 'none' }, false],
    [
      'gives way to stretto.search',
      { tool_choice: 'auto', stretto: { ...fresh.stretto, search: 'on' } },
      true,
    ],
  ])('%s', async (_, fields, isSearched) => {
    const before = service.calls.length
    const response = await client.responses.create(asked(fields))
    expect(response.output.some(({ type }) => type === 'web_search_call')).toBe(isSearched)
    const bodies = service.calls.slice(before).map(({ body }) => body)
    expect(bodies.filter(({ tools }) => tools !== undefined)).toEqual([])
  })

  it('lets models ask for a search, also in a conversation', async () => {
    const conversation = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: FARE },
    ]
    const before = service.calls.length
    await client.responses.create(asked({ tool_choice: 'auto', input: conversation }))
    expect(service.calls[before]!.prompt).toContain('"search": true')
  })

  it('is ignored with a warning beside functions, as are its options', async () => {
    const tools = [{ ...TOOL, search_context_size: 'low' }, FIND]
    expect(warningsIn(await client.responses.create(asked({ tools, tool_choice: 'auto' })))).toContain(
      'web_search_preview_2025_03_11 is not supported together with functions and was ignored.',
    )
    expect(warningsIn(await client.responses.create(asked({ tools: [tools[0]] })))).toContain(
      'tools[0].search_context_size is not supported and was ignored.',
    )
  })

  it('cannot be chosen without being offered, nor be required without a search engine', async () => {
    const chosen = client.responses.create(asked({ tools: [], tool_choice: { type: 'web_search' } }))
    await expect(chosen).rejects.toMatchObject({ status: 400, param: 'tool_choice' })
    const required = without.responses.create(asked())
    await expect(required).rejects.toMatchObject({
      status: 400,
      param: 'tools',
      message: expect.stringContaining('web_search: search needs a search engine'),
    })
    await without.responses.create(asked({ tool_choice: 'auto' }))
  })

  it('may stand in the conversation that goes on', async () => {
    const first = await client.responses.create(asked({ store: true }))
    const said = [{ role: 'user', content: FARE }, ...first.output, { role: 'user', content: 'Sure?' }]
    await client.responses.create(asked({ input: said, tools: [], tool_choice: 'auto' }))
    const next = { previous_response_id: first.id, input: 'Sure?', tools: [], tool_choice: 'auto' }
    const { output } = await client.responses.create(asked(next))
    expect(output.map(({ type }) => type)).toEqual(['message'])
  })
})

it('the AI SDK gets the pages as sources of both protocols, and goes on from them', async () => {
  const panel = createOpenAI({ baseURL: service.baseURL, apiKey: 'none' })
  const tools = { web_search: panel.tools.webSearch({}) }
  const toolChoice = { type: 'tool', toolName: 'web_search' } as const
  const asking = { model: panel('stretto/auto'), prompt: FARE, tools, toolChoice }
  const source = expect.objectContaining({ sourceType: 'url', url: TARIFF, title: TITLE })
  const { sources, response } = await generateText(asking)
  expect(sources).toEqual([source])
  expect(await streamText(asking).sources).toEqual([source])
  const messages = [
    { role: 'user' as const, content: FARE },
    ...response.messages,
    { role: 'user' as const, content: 'Are you sure?' },
  ]
  expect((await generateText({ model: panel('stretto/auto'), messages })).text).toContain('13.20')
  const chat = await generateText({ model: panel.chat('stretto/auto'), prompt: FARE })
  expect(chat.text).toContain('13.20')
})

it('stretto ask prints the pages below the answer', async () => {
  const args = ['ask', FARE, '--search', 'on', '--max-age', '60', '--url', service.origin]
  const { code, stdout, stderr } = await runHere(args)
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${SAID}\n` })
  expect(stderr).toContain(`\n1. ${TITLE}: ${QUOTE} ${TARIFF}\n`)
  const refused = await runHere(['ask', FARE, '--search', 'on', '--fresh', '--url', plain.origin])
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--search needs a search engine'),
  })
})

it('ask_panel lists the pages below the answer', async () => {
  const mcp = await connect('2.x', overHttp('2.x', `${service.origin}/mcp`))
  const { content, structuredContent } = await mcp.call('ask_panel', { query: FARE, search: 'on' })
  expect(content[0]!.text).toContain(`${SAID}\n\n**Pages:**\n- ${TITLE}: ${QUOTE} ${TARIFF}\n\n`)
  expect(structuredContent.result.search.pages.map(({ url }: { url: string }) => url)).toContain(TARIFF)
})
