import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { QUERY } from '../support/doors.ts'
import { expectChatError } from '../support/expect-error.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await openService({ PANELS: 'fast=vendor/a,vendor/b' })
})
afterAll(() => service.stop())

const said = (content: unknown) => ({ role: 'user', content })
const USER = said(QUERY)
const CONTENT_RULE = /content must be a string or an array of text parts/
const SCHEMA = 'response_format.json_schema.schema'

const formatOf = (schema: unknown) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'city', schema } },
})
const nested = (levels: number) => JSON.parse(`${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}`)

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
  ...wrong('messages', /^messages must have at most 200 entries/, Array(201).fill(USER)),
  ...wrong(
    'messages',
    /^messages must have at most 400000 characters in all/,
    Array(3).fill(said('x'.repeat(133_334))),
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
  ['messages[0].content', CONTENT_RULE, { messages: [said(5)] }],
  ['messages[0].content', CONTENT_RULE, { messages: [said([{ type: 'text' }])] }],
  ['messages[0].content', CONTENT_RULE, { messages: [said([])] }],
  ['messages[0].content', /must not be blank/, { messages: [said(' ')] }],
  ['messages[0].content', /contains a character that is not text/, { messages: [said('a\0')] }],
  ['messages[0].content', /contains a character that is not text/, { messages: [said('\uD800'), USER] }],
  ...wrong('stretto', /^stretto must be an object/, 'fast', []),
  ...wrong('temperature', /^temperature must be a number from 0 to 2/, 3, '1'),
  ...wrong('seed', /^seed must be an integer/, 1.5, 'x'),
  [
    'messages[0].content',
    CONTENT_RULE,
    {
      messages: [
        said([
          { type: 'text', text: 'What?' },
          { type: 'image_url', image_url: {} },
        ]),
      ],
    },
  ],
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
  [SCHEMA, /must not be nested deeper than 32 levels/, formatOf(nested(33))],
  [SCHEMA, /must have at most 65536 characters/, formatOf({ description: 'x'.repeat(70_000) })],
]

const UNSUPPORTED: Row[] = [
  ...refused('tools', [{ type: 'function' }], 'all', {}),
  ...refused('functions', [{}]),
  ...refused('tool_choice', 'required', {}),
  ...refused('n', 2, 0, '1'),
  ...refused('logprobs', true, 'yes'),
  ...refused('top_logprobs', 3),
  ...refused('modalities', ['text', 'audio']),
  ...refused('audio', {}),
  ...refused('prediction', {}),
  ...refused('web_search_options', {}),
  ['stretto.dry_run', /Send the question to POST \/consensus-iterative/, { stretto: { dry_run: true } }],
]

const UNSUPPORTED_PARTS: Row[] = [
  [
    'messages[0]',
    /tools are not supported\. Leave it out, or say what the tool returned in a user message/,
    { messages: [{ role: 'tool', content: '4', tool_call_id: 'a' }, USER] },
  ],
  [
    'messages[0]',
    /tools are not supported/,
    { messages: [{ role: 'assistant', content: null, tool_calls: [{}] }, USER] },
  ],
]

describe.each([false, true])('POST /v1/chat/completions with stream: %s refuses', (stream) => {
  const send = (fields: object) =>
    post(service.edge, '/v1/chat/completions', { model: 'stretto/auto', messages: [USER], stream, ...fields })
  const expectRefused = async ([param, says, fields]: Row, code: string) =>
    expect(await expectChatError(await send(fields), { status: 400, code, param })).toMatch(says)

  // A stream is refused before it begins, by the same code: one row shows that.
  const rows = (all: Row[]) => (stream ? all.slice(0, 1) : all)
  it.each(rows(INVALID))('%s: %s', (...row) => expectRefused(row, 'invalid_value'))
  it.each(rows(UNSUPPORTED))('%s: %s', (...row) => expectRefused(row, 'unsupported_parameter'))
  it.each(rows(UNSUPPORTED_PARTS))('%s: %s', (...row) => expectRefused(row, 'unsupported_value'))

  it('a schema that is deeper than a stack', async () => {
    // Written by hand, because what writes JSON overflows as well.
    const schema = `${'{"not":'.repeat(90_000)}{}${'}'.repeat(90_000)}`
    const fields = { model: 'stretto/auto', messages: [USER], stream, ...formatOf('SCHEMA') }
    const response = await service.edge.request('/v1/chat/completions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields).replace('"SCHEMA"', schema),
    })
    const expected = { status: 400, code: 'invalid_value', param: SCHEMA }
    expect(await expectChatError(response, expected)).toMatch(/nested deeper than 32 levels/)
  })

  it.each(['gpt-4o', 'stretto/none', 'fast', ''])(
    'an unknown model, with the ids there are: %j',
    async (model) => {
      const expected = { status: 404, code: 'model_not_found', param: 'model' }
      expect(await expectChatError(await send({ model }), expected)).toContain(
        'Use one of stretto/auto, stretto/fugue, stretto/sonata, stretto/concert, stretto/fast.',
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
