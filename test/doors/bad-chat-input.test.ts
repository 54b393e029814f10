import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { QUERY } from '../support/doors.ts'
import { expectChatError } from '../support/expect-error.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { image, PIXEL, WRONG_CONTENTS } from '../support/wrong-parts.ts'

let service: TestService
beforeAll(async () => {
  service = await openService({ PANELS: 'fast=vendor/a,vendor/b' })
})
afterAll(() => service.stop())

const said = (content: unknown) => ({ role: 'user', content })
const USER = said(QUERY)
const SCHEMA = 'response_format.json_schema.schema'

const formatOf = (schema: unknown) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'city', schema } },
})
/** A path as the chat API writes it. */
const inBrackets = (path: string) => path.replace(/\.(\d+)/g, '[$1]')
/** Options that mean nothing for a step with tools. */
const FOR_QUESTIONS: Record<string, unknown> = {
  kind: 'closed',
  first: ['vendor/a', 'vendor/b'],
  samples: 2,
  context: [{ title: 'Tides', text: 'High.' }],
  criteria: 'Brief.',
  writer: 'vendor/a',
}

type Row = [param: string, says: RegExp, fields: object]

/** A row for each wrong value of a field. */
const wrong = (field: string, says: RegExp, ...values: unknown[]): Row[] =>
  values.map((value) => [field, says, { [field]: value }])
const refused = (field: string, ...values: unknown[]) =>
  wrong(field, new RegExp(`^${field} is not supported. Leave it out.$`), ...values)

const INVALID: Row[] = [
  ...wrong('model', /^model is required and must be a string/, undefined, 5),
  ...wrong('messages', /^messages is required and must be an array\.$/, undefined, 'Why?', {}),
  ...wrong('messages', /^messages must not be empty/, []),
  ...wrong('messages', /^messages must have at most 1000 entries/, Array(1_001).fill(USER)),
  ...wrong(
    'messages',
    /^messages must have at most 1000000 characters in all/,
    Array(6).fill(said('x'.repeat(166_667))),
  ),
  [
    'messages[0].content',
    /content must have at most 200000 characters/,
    { messages: [said('x'.repeat(200_001))] },
  ],
  ...wrong(
    'messages',
    /^messages must end with a user message/,
    [USER, { role: 'assistant', content: 'Four.' }],
    [{ role: 'system', content: 'Be brief.' }],
  ),
  [
    'messages[0]',
    /each entry of messages must be an object with role and content/,
    { messages: ['Why?', USER] },
  ],
  ['messages[0].role', /role must be one of/, { messages: [{ role: 'narrator', content: 'x' }, USER] }],
  ...WRONG_CONTENTS.map(
    ([path, says, content]): Row => [
      inBrackets(`messages.0.content${path}`),
      says,
      { messages: [said(content)] },
    ],
  ),
  ['messages[0].content', /must not be blank/, { messages: [said(' ')] }],
  ['messages[0].content', /contains a character that is not text/, { messages: [said('a\0')] }],
  [
    'messages[0].content',
    /content of a system or developer message must be text; send images and files in a user message/,
    { messages: [{ role: 'system', content: [image(PIXEL)] }, USER] },
  ],
  ['messages[0].content', /contains a character that is not text/, { messages: [said('\uD800'), USER] }],
  ...wrong('stretto', /^stretto must be an object/, 'fast', []),
  ...wrong('temperature', /^temperature must be a number from 0 to 2/, 3, '1'),
  ...wrong('seed', /^seed must be an integer/, 1.5, 'x'),
  ...wrong('stop', /^stop must be a string or an array of at most 4 strings/, 5, [5], [...'abcde']),
  ...wrong('max_tokens', /^max_tokens must be an integer of at least 1/, 0, 1.5, '5'),
  ...wrong('max_completion_tokens', /^max_completion_tokens must be an integer of at least 1/, 0),
  ...wrong(
    'metadata',
    /^metadata must have at most 16 pairs/,
    'x',
    Object.fromEntries([...'abcdefghijklmnopq'].map((name) => [name, 'x'])),
  ),
  ['metadata.case', /values of at most 512 characters/, { metadata: { case: 12 } }],
  ['metadata.case', /values of at most 512 characters/, { metadata: { case: 'x'.repeat(513) } }],
  ['response_format', /must have the type text, json_object or json_schema/, { response_format: 'json' }],
  ['response_format.type', /must have the type text, json_object/, { response_format: { type: 'xml' } }],
  [
    'response_format.json_schema',
    /json_schema is required and must be an object with name and schema/,
    { response_format: { type: 'json_schema' } },
  ],
  [
    'response_format.json_schema.name',
    /name is required and must be a string/,
    { response_format: { type: 'json_schema', json_schema: {} } },
  ],
  [SCHEMA, /schema must be an object with a JSON Schema/, formatOf('city')],
  [SCHEMA, /cannot be checked: type must be one of array/, formatOf({ type: 'poem' })],
  [SCHEMA, /cannot be checked: required must be an array/, formatOf({ required: 'name' })],
  [SCHEMA, /refers to https:.*, which it does not contain/, formatOf({ $ref: 'https://example.org/schema' })],
  [SCHEMA, /references have no end/, formatOf({ $ref: '#' })],
  [SCHEMA, /must have at most 65536 characters/, formatOf({ description: 'x'.repeat(70_000) })],
]

const TOOLS_RULE = /^tools must be an array of at most 128 tools/
const NAME_RULE = /name must have 1 to 64 characters from a-z, A-Z, 0-9, underscores, dots and hyphens/
const CHOICE_RULE =
  /tool_choice must be none, auto, required, \{"type": "function", "function": \{"name": …\}\} or \{"type": "allowed_tools"/
const ALLOWED_RULE =
  /allowed_tools must be an object with mode \(auto or required\) and tools, each \{"type": "function"/
const allowing = (allowed_tools: unknown) => ({
  tools: [TOOL],
  tool_choice: { type: 'allowed_tools', allowed_tools },
})
const PARAMETERS = 'tools[0].function.parameters'

const toolNamed = (name: unknown, more: object = {}) => ({ type: 'function', function: { name, ...more } })
const TOOL = toolNamed('weather')
const withParameters = (parameters: unknown) => ({ tools: [toolNamed('weather', { parameters })] })
const callOf = (id: unknown, more: object = {}) => ({
  id,
  function: { name: 'weather', arguments: '{}', ...more },
})
const calling = (...tool_calls: unknown[]) => ({ role: 'assistant', content: null, tool_calls })
const resultOf = (tool_call_id: unknown) => ({ role: 'tool', tool_call_id, content: '21' })
/** A conversation with tools in which something is wrong. */
const conversation = (...after: unknown[]) => ({ messages: [USER, ...after], tools: [TOOL] })

const WRONG_TOOLS: Row[] = [
  ...wrong(
    'tools',
    TOOLS_RULE,
    'all',
    {},
    Array.from({ length: 129 }, (_, place) => toolNamed(`t${place}`)),
  ),
  ...wrong('tools', /^tools must not have the same name twice/, [TOOL, TOOL]),
  ['tools[0]', /each entry of tools must be an object with type and function/, { tools: ['weather'] }],
  ...[undefined, 'web_search', 'custom'].map(
    (type): Row => [
      'tools[0].type',
      /type must be function; tools that a provider runs are not supported/,
      { tools: [{ ...TOOL, type }] },
    ],
  ),
  ['tools[0].function', /function is required and must be an object/, { tools: [{ type: 'function' }] }],
  // As the Responses API has it.
  ['tools[0].function', /function is required/, { tools: [{ type: 'function', name: 'weather' }] }],
  ['tools[0].function.name', /name is required; name must have 1 to 64/, { tools: [toolNamed(undefined)] }],
  ...['', 'x'.repeat(65), 'get weather', 'wétter', 'a/b', 'a\n', '天気', 'a\0', '__proto__()'].map(
    (name): Row => ['tools[0].function.name', NAME_RULE, { tools: [toolNamed(name)] }],
  ),
  [
    'tools[0].function.description',
    /description must be a string/,
    { tools: [toolNamed('weather', { description: 5 })] },
  ],
  ['tools[0].function.strict', /strict must be true/, { tools: [toolNamed('weather', { strict: 'yes' })] }],
  ...['{}', [], true].map(
    (parameters): Row => [
      PARAMETERS,
      /parameters must be an object with a JSON Schema/,
      withParameters(parameters),
    ],
  ),
  [
    PARAMETERS,
    /parameters must have at most 200000 characters/,
    withParameters({ description: 'x'.repeat(200_000) }),
  ],
  ...['always', 5, [], {}, { type: 'custom' }, { type: 'function' }].flatMap((tool_choice): Row[] => {
    const { type } = tool_choice as { type?: string }
    const inside =
      type === 'function'
        ? '.function'
        : typeof tool_choice === 'object' && !Array.isArray(tool_choice)
          ? '.type'
          : ''
    return [[`tool_choice${inside}`, CHOICE_RULE, { tools: [TOOL], tool_choice }]]
  }),
  [
    'tool_choice.function.name',
    /name is required/,
    { tools: [TOOL], tool_choice: { type: 'function', function: {} } },
  ],
  ...Object.entries({
    '': undefined,
    '.mode': { mode: 'none', tools: [TOOL] },
    '.tools': { mode: 'auto' },
    '.tools[0]': { mode: 'auto', tools: ['weather'] },
    '.tools[0].type': { mode: 'auto', tools: [{ type: 'mcp' }] },
  }).map(([place, form]): Row => [`tool_choice.allowed_tools${place}`, ALLOWED_RULE, allowing(form)]),
  ['tool_choice.allowed_tools.tools', /must not be empty/, allowing({ mode: 'auto', tools: [] })],
  [
    'tool_choice',
    /^tool_choice names mail, which is not among the tools/,
    allowing({ mode: 'required', tools: [TOOL, toolNamed('mail')] }),
  ],
  ...wrong('tool_choice', /^tool_choice needs tools\. Add them, or leave it out/, 'required', TOOL),
  [
    'tool_choice',
    /^tool_choice names mail, which is not among the tools/,
    { tools: [TOOL], tool_choice: toolNamed('mail') },
  ],
  ...wrong('reasoning_effort', /^reasoning_effort must be one of none, minimal, low/, 'max', 5),
  ...wrong('parallel_tool_calls', /^parallel_tool_calls must be true or false/, 'no', 1),
  ...['kind', 'first', 'samples', 'context', 'criteria', 'writer'].map(
    (name): Row => [
      `stretto.${name}`,
      new RegExp(`^stretto\\.${name} is not supported together with tools\\. Leave it out\\.$`),
      { tools: [TOOL], stretto: { [name]: FOR_QUESTIONS[name] } },
    ],
  ),
]

const WRONG_CALLS: Row[] = [
  ['messages[1].tool_calls', /tool_calls must be an array/, conversation({ ...calling(), tool_calls: {} })],
  ['messages[1].tool_calls[0]', /must be an object with id and function/, conversation(calling('weather'))],
  ['messages[1].tool_calls[0].id', /id is required and must be a string/, conversation(calling(callOf(5)))],
  ['messages[1].tool_calls[0].id', /id must not be empty/, conversation(calling(callOf('')))],
  [
    'messages[1].tool_calls[0].type',
    /type must be function/,
    conversation(calling({ ...callOf('a'), type: 'custom' })),
  ],
  ['messages[1].tool_calls[0].function', /function is required/, conversation(calling({ id: 'a' }))],
  [
    'messages[1].tool_calls[0].function.name',
    NAME_RULE,
    conversation(calling(callOf('a', { name: 'get weather' }))),
  ],
  [
    'messages[1].tool_calls[0].function.arguments',
    /arguments is required and must be a string/,
    conversation(calling(callOf('a', { arguments: {} }))),
  ],
  [
    'messages[1].tool_call_id',
    /tool_call_id is required in a message of a tool/,
    conversation(resultOf(undefined)),
  ],
  ['messages[1].tool_call_id', /tool_call_id must be a string/, conversation(resultOf(5))],
  [
    'messages[1].tool_call_id',
    /^messages\[1\] is the result of "a", but no call with this id waits for a result/,
    conversation(resultOf('a')),
  ],
  ['messages[2].tool_call_id', /is the result of "b"/, conversation(calling(callOf('a')), resultOf('b'))],
  [
    'messages[3].tool_call_id',
    /is the result of "a", but no call/,
    conversation(calling(callOf('a')), resultOf('a'), resultOf('a')),
  ],
  [
    'messages[4].tool_call_id',
    /is the result of "a", but no call/,
    conversation(calling(callOf('a')), resultOf('a'), USER, resultOf('a')),
  ],
  [
    'messages[2]',
    /^The calls "a", "b" have no result\. Add a message with the role tool for each of them/,
    conversation(calling(callOf('a'), callOf('b')), USER),
  ],
  [
    'messages[3]',
    /^The calls "b" have no result/,
    conversation(calling(callOf('a'), callOf('b')), resultOf('a'), calling(callOf('c'))),
  ],
  ['messages', /^The calls "a" have no result/, conversation(calling(callOf('a')))],
  [
    'messages[1].tool_calls[1].id',
    /^messages\[1\] has two calls with the id "a"\. Give each its own/,
    conversation(calling(callOf('a'), callOf('a')), resultOf('a'), resultOf('a')),
  ],
  ...['user', 'system', 'developer', 'tool'].map(
    (role): Row => [
      'messages[1].tool_calls',
      /^messages\[1\] has tool_calls, but only an assistant calls tools/,
      conversation({ role, content: 'x', tool_calls: [callOf('a')], tool_call_id: 'b' }, resultOf('a')),
    ],
  ),
  ['messages', /^messages must end with a user message or the result of a tool/, conversation(calling())],
  [
    'messages',
    /^messages must have a user message/,
    { messages: [calling(callOf('a')), resultOf('a')], tools: [TOOL] },
  ],
]

const UNSUPPORTED: Row[] = [
  ['functions', /^functions is not supported\. Use tools\.$/, { functions: [{}] }],
  ['function_call', /^function_call is not supported\. Use tool_choice\.$/, { function_call: { name: 'x' } }],
  ...refused('n', 2, 0, '1', '50'),
  ...refused('provider', { order: ['dearest'] }, 'dearest'),
  ...refused('provider_options', { openai: { n: 50 } }),
  ...refused('providerOptions', { openai: { n: 50 } }),
  ...refused('extra_body', { n: 50 }),
  ...refused('plugins', [{ id: 'web' }]),
  ...refused('route', 'fallback'),
  ...refused('transforms', ['middle-out']),
  ['models', /^models is not supported\. Use stretto\.models\.$/, { models: ['a/b'] }],
  ['max_output_tokens', /Use max_completion_tokens\.$/, { max_output_tokens: -1 }],
  ...refused('logprobs', true, 'yes'),
  ...refused('top_logprobs', 3),
  ...refused('modalities', ['text', 'audio']),
  ...refused('audio', {}),
  ...refused('prediction', {}),

  ['stretto.dry_run', /Send the question to POST \/consensus-iterative/, { stretto: { dry_run: true } }],
]

const FUNCTIONS =
  /^messages\[0\] uses functions, which tools have replaced\. Use tool_calls and the role tool/
const OFFLINE = /need language models, and there is no key for /

const UNSUPPORTED_VALUES: Row[] = [
  ['messages[0]', FUNCTIONS, { messages: [{ role: 'function', name: 'weather', content: '21' }, USER] }],
  [
    'messages[0]',
    FUNCTIONS,
    { messages: [{ role: 'assistant', content: null, function_call: { name: 'weather' } }, USER] },
  ],
  [
    'messages[0].content',
    /^messages\[0\]\.content has audio, which panels do not take\. Send its text/,
    { messages: [said([{ type: 'input_audio', input_audio: { data: '', format: 'wav' } }])] },
  ],
  // No language model answers here.
  ['tools', OFFLINE, { tools: [TOOL] }],
  ['tools', OFFLINE, { messages: [USER, calling(callOf('a')), resultOf('a')] }],
  ['messages', OFFLINE, { messages: [said([{ type: 'text', text: 'What is it?' }, image(PIXEL)])] }],
  ['messages', OFFLINE, { messages: [said([image('https://example.org/cat.png')]), USER] }],
]

describe.each([false, true])('POST /v1/chat/completions with stream: %s refuses', (stream) => {
  const send = (fields: object) =>
    post(service.edge, '/v1/chat/completions', { model: 'stretto/auto', messages: [USER], stream, ...fields })
  const expectRefused = async ([param, says, fields]: Row, code: string) =>
    expect(await expectChatError(await send(fields), { status: 400, code, param })).toMatch(says)

  // A stream is refused before it begins, by the same code: one row shows that.
  const rows = (all: Row[]) => (stream ? all.slice(0, 1) : all)
  it.each(rows(INVALID))('%s: %s', (...row) => expectRefused(row, 'invalid_value'))
  it.each(rows(WRONG_TOOLS))('%s: %s', (...row) => expectRefused(row, 'invalid_value'))
  it.each(rows(WRONG_CALLS))('%s: %s', (...row) => expectRefused(row, 'invalid_value'))
  it.each(rows(UNSUPPORTED))('%s: %s', (...row) => expectRefused(row, 'unsupported_parameter'))
  it.each(rows(UNSUPPORTED_VALUES))('%s: %s', (...row) => expectRefused(row, 'unsupported_value'))

  it.each(['gpt-4o', 'openai/gpt-4o', 'stretto/none', 'fast', ''])(
    'a model that is no panel, with what to ask for instead: %j',
    async (model) => {
      const expected = { status: 404, code: 'model_not_found', param: 'model' }
      expect(await expectChatError(await send({ model }), expected)).toContain(
        'Use one of stretto/auto, stretto/fugue, stretto/sonata, stretto/concert, stretto/fast. To choose the models of a panel, list them in stretto.models; to ask one model alone, list it there and set stretto.samples.',
      )
    },
  )
})

describe('the chat API refuses', () => {
  it.each([
    ['stream', { stream: 'yes' }],
    ['stream_options', { stream: true, stream_options: 'x' }],
    ['stream_options.include_usage', { stream: true, stream_options: { include_usage: 1 } }],
    ['stream_options', { stream_options: { include_usage: true } }],
  ])('a wrong %s', async (param, fields) => {
    const request = { model: 'stretto/auto', messages: [USER], ...fields }
    const response = await post(service.edge, '/v1/chat/completions', request)
    const message = await expectChatError(response, { status: 400, code: 'invalid_value', param })
    expect(message).toMatch(/must be|is only allowed with stream: true/)
  })

  it.each(['/v1', '/v1/completions', '/v1/chat', '/v1/chat/completions/more'])(
    'an unknown path: %s',
    async (path) => {
      const response = await get(service.edge, path)
      expect(await expectChatError(response, { status: 404, code: 'unknown_url' })).toContain('See /docs')
    },
  )
})
