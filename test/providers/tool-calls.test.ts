import { afterEach, describe, expect, it } from 'vitest'
import type { ChatMessage } from '../../src/engine/index.ts'
import { askProvider } from '../support/ask-provider.ts'
import {
  replyTo,
  type ScriptedProvider,
  sendJson,
  startScriptedProvider,
  wantsStream,
} from '../support/scripted-provider.ts'
import { sendCalls } from '../support/tool-replies.ts'
import { ASKED, bodyFor, call, calling, parameters, resultOf, stepOf, TOOLS } from '../support/tool-steps.ts'

let server: ScriptedProvider | undefined
afterEach(() => server?.close())

describe.each(['openrouter', 'openai'] as const)('a step is sent to %s', (provider) => {
  it('with its tools as they are, and no choice where it is that of the model', async () => {
    const body = await bodyFor(provider, ASKED)
    expect(body.tools).toEqual(TOOLS.map((tool) => ({ type: 'function', function: tool })))
    expect(body).not.toHaveProperty('tool_choice')
    expect(body).not.toHaveProperty('parallel_tool_calls')
    expect(body).not.toHaveProperty('response_format')
  })

  it.each([
    ['required', 'required'],
    ['none', 'none'],
    [{ name: 'now' }, { type: 'function', function: { name: 'now' } }],
  ] as const)('with the choice %j, and one call at a time if that is wanted', async (choice, tool_choice) => {
    expect(await bodyFor(provider, ASKED, { choice, isParallel: false })).toMatchObject({
      tool_choice,
      parallel_tool_calls: false,
    })
  })

  it('with calls and results in their own messages', async () => {
    const body = await bodyFor(provider, [...ASKED, calling(call('a:1')), resultOf('a:1')])
    expect((body.messages as object[]).slice(1)).toEqual([
      { role: 'user', content: 'How warm is it?' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: 'a:1', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
        ],
      },
      { role: 'tool', content: '21', tool_call_id: 'a:1' },
    ])
  })

  it('without fields for tools if there are none', async () => {
    const body = await bodyFor(provider, [...ASKED, calling(call('a')), resultOf('a')], {
      tools: [],
      choice: 'none',
    })
    expect(body).not.toHaveProperty('tools')
    expect(body).not.toHaveProperty('tool_choice')
  })
})

describe('a step is sent to Anthropic', () => {
  const tools = [
    { name: 'weather', description: 'Its weather', input_schema: parameters },
    { name: 'now', input_schema: { type: 'object' } },
  ]

  it.each([
    ['auto', { type: 'auto' }],
    ['required', { type: 'any' }],
    ['none', { type: 'none' }],
    [{ name: 'now' }, { type: 'tool', name: 'now' }],
  ] as const)('with its tools and the choice %j', async (choice, tool_choice) => {
    const body = await bodyFor('anthropic', ASKED, { choice })
    expect(body).toMatchObject({ tools, tool_choice })
    expect(body.tool_choice).toEqual(tool_choice)
    const one = await bodyFor('anthropic', ASKED, { choice, isParallel: false })
    expect(one.tool_choice).toEqual(
      choice === 'none' ? tool_choice : { ...tool_choice, disable_parallel_tool_use: true },
    )
  })

  it('with strict tools only where the model knows them', async () => {
    const { tools: early } = await bodyFor('anthropic', ASKED, { model: 'claude-3-5-sonnet-20241022' })
    expect((early as object[])[0]).not.toHaveProperty('strict')
    const { tools: late } = await bodyFor('anthropic', ASKED, { model: 'claude-sonnet-4-5' })
    expect(late).toMatchObject([{ strict: true }, {}])
  })

  it('with calls as blocks of the assistant, and all results in one turn of the user', async () => {
    const { system, messages } = await bodyFor('anthropic', [
      ...ASKED,
      { ...calling(call('call:1.a'), call('b', 'now', '')), content: 'I look.' },
      resultOf('call:1.a'),
      resultOf('b', ''),
      { role: 'user', content: 'Well?' },
    ])
    expect(system).toEqual([{ type: 'text', text: 'Be brief.' }])
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'How warm is it?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'call_1_a', name: 'weather', input: { city: 'Rome' } },
          { type: 'tool_use', id: 'b', name: 'now', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1_a', content: [{ type: 'text', text: '21' }] },
          { type: 'tool_result', tool_use_id: 'b', content: [] },
          { type: 'text', text: 'Well?' },
        ],
      },
    ])
  })

  it('without empty texts, which it refuses', async () => {
    const said: ChatMessage[] = [
      { role: 'system', content: '' },
      ...ASKED.slice(1),
      { role: 'assistant', content: '' },
      calling(call('a')),
      resultOf('a'),
    ]
    const body = await bodyFor('anthropic', said)
    expect(body).not.toHaveProperty('system')
    expect(JSON.stringify(body)).not.toContain('"text":""')
    expect((body.messages as unknown[]).length).toBe(3)
  })

  it.each(['[1]', '5', 'not JSON', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`])(
    'with empty arguments where they are no object that can be sent',
    async (input) => {
      const { messages } = await bodyFor('anthropic', [
        ...ASKED,
        calling(call('a', 'weather', input)),
        resultOf('a'),
      ])
      expect((messages as Array<{ content: object[] }>)[1]!.content).toMatchObject([{ input: {} }])
    },
  )

  it('with the names of what was called if no tool is offered any more', async () => {
    const said = [...ASKED, calling(call('a'), call('b')), resultOf('a'), resultOf('b')]
    const body = await bodyFor('anthropic', said, { tools: [], choice: 'none' })
    expect(body.tools).toEqual([{ name: 'weather', input_schema: { type: 'object' } }])
    expect(body.tool_choice).toEqual({ type: 'none' })
    expect(await bodyFor('anthropic', ASKED, { tools: [], choice: 'none' })).not.toHaveProperty('tools')
  })
})

describe('a step is sent to Gemini', () => {
  it.each([
    ['auto', { mode: 'AUTO' }],
    ['required', { mode: 'ANY' }],
    ['none', { mode: 'NONE' }],
    [{ name: 'now' }, { mode: 'ANY', allowedFunctionNames: ['now'] }],
  ] as const)('with its tools and the choice %j', async (choice, functionCallingConfig) => {
    const { tools, toolConfig } = await bodyFor('gemini', ASKED, { choice, isParallel: false })
    expect(tools).toEqual([
      {
        functionDeclarations: [
          { name: 'weather', description: 'Its weather', parametersJsonSchema: parameters },
          { name: 'now' },
        ],
      },
    ])
    expect(toolConfig).toEqual({ functionCallingConfig })
  })

  const said = [
    ...ASKED,
    calling(call('a'), call('b', 'now', '')),
    resultOf('a', '{"degrees":21}'),
    resultOf('b', 'noon'),
    // Some clients count anew in every turn.
    calling(call('a', 'now', 'not JSON')),
    resultOf('a', '[1]'),
  ]
  const skipped = { thoughtSignature: 'skip_thought_signature_validator' }
  const contents = (signature: object) => [
    { role: 'user', parts: [{ text: 'How warm is it?' }] },
    {
      role: 'model',
      parts: [
        { functionCall: { name: 'weather', args: { city: 'Rome' } }, ...signature },
        { functionCall: { name: 'now', args: {} } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'weather', response: { degrees: 21 } } },
        { functionResponse: { name: 'now', response: { result: 'noon' } } },
      ],
    },
    { role: 'model', parts: [{ functionCall: { name: 'now', args: {} }, ...signature }] },
    { role: 'user', parts: [{ functionResponse: { name: 'now', response: { result: '[1]' } } }] },
  ]

  it.each([
    ['gemini-3-pro-preview', skipped],
    ['gemini-pro-latest', skipped],
    ['gemini-2.5-flash', {}],
    ['gemini-1.5-pro', {}],
  ])(
    'with results that name their tool, and calls that are signed where it matters: %s',
    async (model, sign) => {
      expect((await bodyFor('gemini', said, { model })).contents).toEqual(contents(sign))
    },
  )

  it('with a result as text where it is nested too deeply to be sent as an object', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const body = await bodyFor('gemini', [...ASKED, calling(call('a')), resultOf('a', deep)])
    expect(body.contents).toMatchObject([
      {},
      {},
      { parts: [{ functionResponse: { response: { result: deep } } }] },
    ])
  })
})

describe.each(['openrouter', 'openai', 'anthropic', 'gemini'] as const)(
  'the calls of a reply of %s',
  (provider) => {
    const calls = [
      { name: 'weather', arguments: { city: 'Rome' } },
      { name: 'now', arguments: {} },
    ]
    const ask = () => askProvider(server!.url, { seat: { provider }, ...stepOf(ASKED) })

    it.each(['', 'I look.'])('are read, with what is said beside them: %j', async (text) => {
      server = await startScriptedProvider((received, response) => sendCalls(received, response, calls, text))
      const reply = await ask()
      expect(reply.text).toBe(text)
      expect(reply.toolCalls).toMatchObject([
        { name: 'weather', arguments: '{"city":"Rome"}' },
        { name: 'now', arguments: '{}' },
      ])
      expect(wantsStream(server.calls[0]!), 'they came as a stream').toBe(true)
    })

    it('are read from one body as from a stream', async () => {
      server = await startScriptedProvider((received, response) =>
        sendCalls(
          { ...received, body: {}, path: received.path.replace(/:stream.*/, ':generateContent') },
          response,
          calls,
        ),
      )
      expect((await ask()).toolCalls).toMatchObject([{ name: 'weather' }, { name: 'now', arguments: '{}' }])
    })

    it('are none in an answer in words', async () => {
      server = await startScriptedProvider(() => 'It is 21 degrees.')
      expect(await ask()).not.toHaveProperty('toolCalls')
    })
  },
)

describe('odd calls of compatible servers', () => {
  it('have arguments as an object, or none, or no name', async () => {
    server = await startScriptedProvider((received, response) => {
      const reply = replyTo(received, '')
      reply.choices[0].message.tool_calls = [
        { function: { name: 'weather', arguments: { city: 'Rome' } } },
        { id: 'b', function: { name: 'now' } },
        { id: 'c', function: { arguments: '{}' } },
        null,
      ]
      sendJson(response, reply)
    })
    const { toolCalls } = await askProvider(server.url, { seat: { provider: 'openai' }, ...stepOf(ASKED) })
    expect(toolCalls).toEqual([
      { id: '', name: 'weather', arguments: '{"city":"Rome"}' },
      { id: 'b', name: 'now', arguments: '{}' },
    ])
  })
})
