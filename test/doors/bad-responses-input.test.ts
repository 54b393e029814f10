import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { QUERY } from '../support/doors.ts'
import { expectChatError } from '../support/expect-error.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.stop())

type Row = [param: string, says: RegExp, fields: object]

/** A row for each wrong value of a field. */
const wrong = (field: string, says: RegExp, ...values: unknown[]): Row[] =>
  values.map((value) => [field, says, { [field]: value }])

const USER = { role: 'user', content: QUERY }
const said = (content: unknown) => ({ role: 'user', content })
const parts = (...content: object[]) => ({ input: [USER, said(content)] })
const formatOf = (schema: unknown) => ({ text: { format: { type: 'json_schema', name: 'city', schema } } })
const CALL = { type: 'function_call', call_id: 'a', name: 'find', arguments: '{}' }
const OUTPUT = { type: 'function_call_output', call_id: 'a', output: '4' }
const allowing = (...tools: object[]) => ({ type: 'allowed_tools', mode: 'auto', tools })
const TOOL = { type: 'function', name: 'find' }
const SCHEMA = 'text.format.schema'

const INVALID: Row[] = [
  ...wrong('model', /^model is required and must be a string/, undefined, 5),
  ...wrong('input', /^input is required and must be a string or an array of items\.$/, undefined, 5, {}),
  ...wrong('input', /^input must not be empty/, []),
  ...wrong('input', /must not be blank/, ' '),
  ...wrong('input', /^input must have at most 1000 entries/, Array(1001).fill(USER)),
  ...wrong('input', /content must have at most 200000 characters/, 'x'.repeat(200_001)),
  ...wrong('input', /^input must have at most 1000000 characters/, Array(6).fill(said('x'.repeat(170_000)))),
  ...wrong('input', /^input must end with a user message/, [USER, { role: 'assistant', content: 'Four.' }]),
  ...wrong('input', /calls "a" have no result\. Add a function_call_output for each/, [USER, CALL]),
  ['input[0]', /each entry of input must be an object/, { input: ['Why?', USER] }],
  ['input[1].role', /role must be one of system/, { input: [USER, { role: 'tool', content: 'x' }] }],
  ['input[1].content', /content must be a string or an array of parts/, { input: [USER, said(5)] }],
  ['input[1].content', /content must be a string or an array of parts/, { input: [USER, said([])] }],
  ['input[1].content', /must not be blank/, { input: [USER, said('')] }],
  ['input[0].content', /contains a character that is not text/, { input: [said('a\0'), USER] }],
  ['instructions', /contains a character that is not text/, { instructions: 'a\0' }],
  ['input[1].content[0].type', /type must be input_text, output_text/, parts({ type: 'text', text: 'x' })],
  ['input[1].content[0].text', /text is required and must be a string/, parts({ type: 'input_text' })],
  ['input[1].content[0].image_url', /image_url is required/, parts({ type: 'input_image', detail: 'auto' })],
  [
    'input[1].content[0].image_url',
    /must be an address that begins with https/,
    parts({ type: 'input_image', image_url: 'cat.png' }),
  ],
  [
    'input[1].content[0].detail',
    /detail must be one of auto/,
    parts({ type: 'input_image', image_url: 'https://example.org/cat.png', detail: 'fine' }),
  ],
  [
    'input[1].content[0].file_data',
    /file_data is required/,
    parts({ type: 'input_file', filename: 'a.pdf' }),
  ],
  [
    'input[1].content[0].file_data',
    /file_data must be a data URL such as/,
    parts({ type: 'input_file', filename: 'a.pdf', file_data: 'JVBERi0' }),
  ],
  [
    'input[1].content[0].file_id',
    /uploaded elsewhere cannot be read/,
    parts({ type: 'input_file', file_id: 'file-1' }),
  ],
  [
    'input[1].content[0].file_url',
    /file_url is not supported: .* Send its content in file_data/,
    parts({ type: 'input_file', file_url: 'https://example.org/huge.pdf' }),
  ],
  [
    'input[1].type',
    /type must be message, function_call, .* other tools that a provider runs are not supported/,
    { input: [USER, { type: 'file_search_call', id: 'fs_1' }] },
  ],
  ['input[1].call_id', /call_id is required/, { input: [USER, { ...CALL, call_id: undefined }, OUTPUT] }],
  ['input[1].arguments', /arguments is required/, { input: [USER, { ...CALL, arguments: {} }, OUTPUT] }],
  [
    'input[2].output',
    /output must be a string or an array/,
    { input: [USER, CALL, { ...OUTPUT, output: 5 }] },
  ],
  [
    'input[1].call_id',
    /input\[1\] is the result of "a", but no call with this id waits for a result/,
    { input: [USER, OUTPUT] },
  ],
  ['input[2]', /The calls "a" have no result/, { input: [USER, CALL, USER] }],
  ...['msg_1', 'msg_1-%', 'fc_1-W10', 'fc_1-WzEsMiwzXQ', 'fs_1'].map(
    (id): Row => [
      'input[1].id',
      /is not stored\. Send what was said instead of an item_reference; .* store: false/,
      { input: [USER, { type: 'item_reference', id }, USER] },
    ],
  ),
  ...wrong('instructions', /^instructions must be a string/, 5),
  ...wrong('previous_response_id', /^previous_response_id must be a string/, 5),
  ...wrong('stream', /^stream must be true or false/, 'yes'),
  ...wrong('stream_options', /^stream_options must be an object/, 'x'),
  ...wrong('temperature', /^temperature must be a number from 0 to 2/, 3, '1'),
  ...wrong('top_p', /^top_p must be a number from 0 to 1/, 3, '1'),
  ...wrong('max_output_tokens', /^max_output_tokens must be an integer of at least 1/, 0, 1.5, '5'),
  ...wrong('store', /^store must be true or false/, 'no'),
  ...wrong('truncation', /^truncation must be one of auto, disabled/, 'middle'),
  ...wrong('include', /^include must be an array/, 'all'),
  [
    'include[0]',
    /must be one of reasoning\.encrypted_content/,
    { include: ['message.output_text.logprobs'] },
  ],
  ...wrong('metadata', /^metadata must have at most 16 pairs/, 'x'),
  ...wrong('reasoning', /^reasoning must be an object/, 'low'),
  ['reasoning.effort', /^reasoning\.effort must be one of none, minimal/, { reasoning: { effort: 'max' } }],
  ['reasoning.summary', /summary must be one of auto, concise, detailed/, { reasoning: { summary: 'long' } }],
  ...wrong('parallel_tool_calls', /^parallel_tool_calls must be true or false/, 'yes'),
  ...wrong('tools', /^tools must be an array of at most 128 tools/, {}, Array(129).fill(TOOL)),
  ...wrong('tools', /tools must not have the same name twice/, [TOOL, TOOL]),
  ...['web_searches', 'file_search', 'computer_use_preview', 'code_interpreter', 'mcp', 'custom'].map(
    (type): Row => [
      'tools[0].type',
      /tools that a provider runs are not supported here/,
      { tools: [{ type, name: 'x' }] },
    ],
  ),
  ['tools[0].name', /name is required/, { tools: [{ type: 'function', function: { name: 'find' } }] }],
  ['tools[0].name', /name must have 1 to 64 characters/, { tools: [{ type: 'function', name: 'a b' }] }],
  ['tools[0].parameters', /must be an object with a JSON Schema/, { tools: [{ ...TOOL, parameters: 'x' }] }],
  ['tools[0].strict', /strict must be true or false/, { tools: [{ ...TOOL, strict: 'x' }] }],
  ...wrong('tool_choice', /^tool_choice must be none, auto, required, \{/, 'any'),
  ['tool_choice.mode', /allowed_tools must have mode/, { tool_choice: { type: 'allowed_tools' } }],
  ['tool_choice.tools', /must not be empty/, { tool_choice: allowing() }],
  ['tool_choice.tools[0].type', /allowed_tools must have mode/, { tool_choice: allowing({ type: 'mcp' }) }],
  [
    'tool_choice.tools[0].name',
    /name must have 1 to 64 characters/,
    { tools: [TOOL], tool_choice: allowing({ type: 'function', name: 'a b' }) },
  ],
  [
    'tool_choice',
    /names look, which is not among the tools/,
    { tools: [TOOL], tool_choice: allowing({ type: 'function', name: 'look' }) },
  ],
  ['tool_choice.type', /tool_choice must be none, auto/, { tool_choice: { type: 'mcp' } }],
  ['tool_choice.name', /tool_choice must be none, auto/, { tool_choice: { type: 'function' } }],
  ...wrong('tool_choice', /^tool_choice needs tools/, 'required'),
  [
    'tool_choice',
    /names look, which is not among the tools/,
    { tools: [TOOL], tool_choice: { type: 'function', name: 'look' } },
  ],
  ...wrong('text', /^text must be an object with format/, 'json'),
  [
    'text.format.type',
    /must have the type text, json_object or json_schema/,
    { text: { format: { type: 'xml' } } },
  ],
  ['text.format.name', /name is required/, { text: { format: { type: 'json_schema', schema: {} } } }],
  [SCHEMA, /schema must be an object with a JSON Schema/, formatOf('city')],
  [SCHEMA, /^text\.format\.schema cannot be checked: type must be one of array/, formatOf({ type: 'poem' })],
  ...wrong('stretto', /^stretto must be an object/, 'fast'),
  ['stretto.max_calls', /max_calls must be an integer/, { stretto: { max_calls: 'x' } }],
]

const UNSUPPORTED: Row[] = [
  ...wrong('conversation', /Use previous_response_id, or send the whole conversation in input\.$/, 'conv_1', {
    id: 'conv_1',
  }),
  ...wrong('prompt', /prompts are not stored\. Send its text in instructions and input\.$/, { id: 'pmpt_1' }),
  ...wrong('background', /follow the run with stream: true\.$/, true),
  ...wrong('top_logprobs', /a panel has none\. Leave it out\.$/, 3),
  ...wrong('n', /n is not supported\. Leave it out\.$/, '50', 2),
  ...wrong('max_tokens', /Use max_output_tokens\.$/, -1, 5),
  ...wrong('max_completion_tokens', /Use max_output_tokens\.$/, -1),
  ...wrong('models', /Use stretto\.models\.$/, ['a/b']),
  ...wrong('provider', /provider is not supported\. Leave it out\.$/, { order: ['dearest'] }),
  ['stretto.dry_run', /Send the question to POST \/consensus-iterative/, { stretto: { dry_run: true } }],
]

describe.each([false, true])('POST /v1/responses with stream: %s refuses', (stream) => {
  const send = (fields: object) =>
    post(service.edge, '/v1/responses', { model: 'stretto/auto', input: QUERY, stream, ...fields })
  const expectRefused = async ([param, says, fields]: Row, code: string) =>
    expect(await expectChatError(await send(fields), { status: 400, code, param })).toMatch(says)

  // A stream is refused before it begins, by the same code: one row shows that.
  const rows = (all: Row[]) => (stream ? all.slice(0, 1) : all)
  it.each(rows(INVALID))('%s: %s', (...row) => expectRefused(row, 'invalid_value'))
  it.each(rows(UNSUPPORTED))('%s: %s', (...row) => expectRefused(row, 'unsupported_parameter'))

  it('an unknown model, with the ids there are', async () => {
    const expected = { status: 404, code: 'model_not_found', param: 'model' }
    expect(await expectChatError(await send({ model: 'gpt-4o' }), expected)).toContain(
      'Use one of stretto/auto',
    )
  })
})

describe('POST /v1/responses', () => {
  it('takes null for absent, and what asks for nothing', async () => {
    const absent = [
      ...['instructions', 'stream', 'stream_options', 'temperature', 'top_p', 'max_output_tokens', 'tools'],
      ...['tool_choice', 'parallel_tool_calls', 'text', 'reasoning', 'metadata', 'include', 'store', 'user'],
      ...[
        'truncation',
        'previous_response_id',
        'conversation',
        'prompt',
        'background',
        'top_logprobs',
        'stretto',
      ],
    ]
    const body = {
      model: 'stretto/auto',
      input: QUERY,
      ...Object.fromEntries(absent.map((name) => [name, null])),
    }
    const response = await post(service.edge, '/v1/responses', body)
    expect(response.status).toBe(200)
    expect((await response.json()).stretto.warnings.join()).not.toContain('ignored')
  })

  it('is only for POST, and says so', async () => {
    const response = await get(service.edge, '/v1/responses')
    const expected = { status: 405, code: 'method_not_allowed' }
    expect(await expectChatError(response, expected)).toBe('/v1/responses does not support GET; use POST.')
  })

  it.each(['tools', 'text'])('refuses a schema in %s that is deeper than a stack', async (field) => {
    // Written by hand, because what writes JSON overflows as well.
    const schema = `${'{"not":'.repeat(90_000)}{}${'}'.repeat(90_000)}`
    const fields = field === 'tools' ? { tools: [{ ...TOOL, parameters: 'SCHEMA' }] } : formatOf('SCHEMA')
    const body = JSON.stringify({ model: 'stretto/auto', input: QUERY, ...fields }).replace(
      '"SCHEMA"',
      schema,
    )
    const response = await service.edge.request('/v1/responses', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    const message = await expectChatError(response, { status: 400, code: 'invalid_value', param: null })
    expect(message).toContain('must not be nested deeper than 128 levels')
  })
})
