import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOORS, type Door, KEY, KEYS, QUERY } from '../support/doors.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { openService, type TestService } from '../support/service.ts'

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeAll(async () => {
  service = await openService({ ...REAL_ROUTER, ...KEYS })
  provider = fakeProvider(() => JSON.stringify({ answer: '4', reason: 'counted', claims: [] }))
})
afterAll(async () => {
  await service.stop()
  provider.restore()
})

const JSON_TYPE = { 'Content-Type': 'application/json' }
const nested = (open: string, close: string, levels: number) =>
  `${open.repeat(levels)}1${close.repeat(levels)}`
const panelOf = (size: number) => Array.from({ length: size }, (_, number) => `vendor/${number}`)
const DOCUMENT = { title: 'Tides', text: 'High.' }
const SAID = { role: 'user', content: 'Hello.' }
const NOT_TEXT = /contains a character that is not text \(NUL or half of a surrogate pair\); remove it/

interface Sent {
  method?: string
  body?: string
  headers?: Record<string, string>
}

const send = (door: Door, { method = 'POST', body, headers = { ...KEY, ...JSON_TYPE } }: Sent) =>
  service[door.api].request(door.path, { method, body, headers: { ...headers, ...door.headers } })

/** What is wrong with a body as a whole, or with what comes with it. */
const WHOLE: Array<
  [what: string, sent: Sent | ((door: Door) => Sent), status: number, error: string, says: RegExp]
> = [
  ['no body', {}, 400, 'bad_request', /not valid JSON\. Send one JSON object/],
  ['half a body', { body: '{"query": ' }, 400, 'bad_request', /not valid JSON/],
  ['two bodies', { body: '{} {}' }, 400, 'bad_request', /not valid JSON/],
  ['a NUL byte in the body', { body: '{"query": "a\0b"}' }, 400, 'bad_request', /not valid JSON/],
  ['an array', { body: '[]' }, 400, 'bad_request', /^body must be an object\.$/],
  ['a text', { body: '"Why?"' }, 400, 'bad_request', /^body must be an object\.$/],
  ['null', { body: 'null' }, 400, 'bad_request', /^body must be an object\.$/],
  ['brackets only', { body: nested('[', ']', 400_000) }, 400, 'bad_request', /^body must be an object\.$/],
  [
    'another content type',
    { body: '{}', headers: { ...KEY, 'Content-Type': 'text/plain' } },
    415,
    'unsupported_media_type',
    /Content-Type: application\/json, not text\/plain/,
  ],
  [
    'more than 1 MiB',
    { body: JSON.stringify({ query: 'x'.repeat(1024 * 1024) }) },
    413,
    'payload_too_large',
    /larger than 1048576 bytes\. Shorten it/,
  ],
  [
    'another method',
    { method: 'PUT', body: '{}' },
    405,
    'method_not_allowed',
    /does not support PUT; use POST/,
  ],
  [
    'no key',
    (door) => ({ body: JSON.stringify(door.request({})), headers: JSON_TYPE }),
    401,
    'unauthorized',
    /requires an API key\. Send it as x-api-key/,
  ],
  [
    'a wrong key',
    (door) => ({
      body: JSON.stringify(door.request({})),
      headers: { ...JSON_TYPE, Authorization: 'Bearer other' },
    }),
    401,
    'unauthorized',
    /Unknown API key/,
  ],
]

/** Options that every door has, with the field that the error names and what it says. */
const OPTIONS: Array<[options: object | ((door: Door) => object), field: string, says: RegExp]> = [
  ...[0, '1', 1001, null, [1]].map((max_cost_usd): [object, string, RegExp] => [
    { max_cost_usd },
    'max_cost_usd',
    /max_cost_usd must be a number above 0 and at most 1000/,
  ]),
  ...[0, 1.5, '3', 1001].map((max_calls): [object, string, RegExp] => [
    { max_calls },
    'max_calls',
    /max_calls must be an integer from 1 to 1000/,
  ]),
  [
    ({ panel }) => ({ max_calls: 2, models: panel(panelOf(3)) }),
    'max_calls',
    /max_calls must be at least 3, the number of models/,
  ],
  [
    ({ panel }) => ({ max_cost_usd: 1, models: panel(['unpriced/a', 'unpriced/b']) }),
    'max_cost_usd',
    /prices of unpriced\/a, unpriced\/b are not known here; give max_calls as well/,
  ],
  ...[0, 1.5, '5', 3601].map((timeout_seconds): [object, string, RegExp] => [
    { timeout_seconds },
    'timeout_seconds',
    /timeout_seconds must be an integer from 1 to 3600/,
  ]),
  ...[0, 1.5, '7', 21].map((max_iterations): [object, string, RegExp] => [
    { max_iterations },
    'max_iterations',
    /max_iterations must be an integer from 1 to 20/,
  ]),
  [{ context: 'Tides' }, 'context', /context must be an array\.$/],
  [{ context: 'T'.repeat(30) }, 'context', /context must be an array\.$/],
  [{ context: ['Tides'] }, 'context.0', /each entry of context must be an object with title and text/],
  [{ context: [{ text: 'x' }] }, 'context.0.title', /title is required and must be a string/],
  [
    { context: [{ ...DOCUMENT, title: 'two\nlines' }] },
    'context.0.title',
    /title must be one line of 1 to 200/,
  ],
  [
    { context: [{ ...DOCUMENT, title: 'x'.repeat(201) }] },
    'context.0.title',
    /title must be one line of 1 to 200/,
  ],
  [
    { context: [DOCUMENT, { title: 'x', text: 5 }] },
    'context.1.text',
    /text is required and must be a string/,
  ],
  [{ context: [{ title: 'x', text: '' }] }, 'context.0.text', /text must not be empty/],
  [{ context: [{ title: 'x', text: 'a\0' }] }, 'context.0.text', NOT_TEXT],
  [{ context: [{ title: '\uD800', text: 'x' }] }, 'context.0.title', NOT_TEXT],
  [{ context: Array(21).fill(DOCUMENT) }, 'context', /context must have at most 20 documents/],
  [
    { context: [{ title: 'x', text: 'x'.repeat(200_000) }] },
    'context',
    /context must have at most 200000 characters in all/,
  ],
  [{ models: 'vendor/a' }, 'models', /models must be an array\.$/],
  [{ models: [] }, 'models', /models must have at least 2 entries/],
  [({ panel }) => ({ models: panel(panelOf(1)) }), 'models', /models must have at least 2 entries/],
  [({ panel }) => ({ models: panel(panelOf(17)) }), 'models', /models must have at most 16 entries/],
  [{ kind: 'poem' }, 'kind', /kind must be one of closed, open, draft/],
  [{ writer: 5 }, 'writer', /writer must be a string/],
  [{ writer: ' ' }, 'writer', /writer must not be blank/],
  [{ writer: 'x'.repeat(201) }, 'writer', /writer must have at most 200 characters/],
  [{ writer: 'a\0' }, 'writer', NOT_TEXT],
  [{ criteria: 5 }, 'criteria', /criteria must be a string/],
  [{ criteria: 'two\nlines' }, 'criteria', /criteria must be one line of at most 500 characters/],
  [{ criteria: 'x'.repeat(501) }, 'criteria', /criteria must be one line of at most 500 characters/],
  [{ criteria: 'half \uDC00' }, 'criteria', NOT_TEXT],
]

describe.each(Object.entries(DOORS))('%s refuses', (_, door) => {
  it.each(WHOLE)('%s', async (_, sent, status, error, says) => {
    const response = await send(door, typeof sent === 'function' ? sent(door) : sent)
    const paths = status === 400 ? ['body'] : undefined
    expect(await door.expectRefusal(response, { status, error, paths })).toMatch(says)
    if (status === 405) expect(response.headers.get('Allow')).toBe('POST')
  })

  it.each(OPTIONS)('%o', async (given, field, says) => {
    const options = typeof given === 'function' ? given(door) : given
    const response = await send(door, { body: JSON.stringify(door.request(options)) })
    const expected = { status: 400, error: 'bad_request', paths: [field] }
    expect(await door.expectRefusal(response, expected)).toMatch(says)
  })
})

const ownDoors = Object.entries(DOORS).filter(([name]) => !name.includes('/v1/'))

describe.each(ownDoors)('%s refuses', (_, door) => {
  it.each<[object, string, RegExp]>([
    ...[undefined, null, 5, ['Why?'], { $gt: '' }].map((query): [object, string, RegExp] => [
      { query },
      'query',
      /^query is required and must be a string/,
    ]),
    ...['', ' \n\t '].map((query): [object, string, RegExp] => [
      { query },
      'query',
      /^query must not be blank/,
    ]),
    [{ query: 'x'.repeat(16_001) }, 'query', /^query must have at most 16000 characters/],
    [{ query: 'a\0b' }, 'query', NOT_TEXT],
    [{ query: '\uDC00\uD800' }, 'query', NOT_TEXT],
    [{ structure: 'symphony' }, 'structure', /^structure must be one of fugue, sonata, concert/],
    [{ dry_run: 'yes' }, 'dry_run', /^dry_run must be true or false/],
    [{ messages: 'Hello.' }, 'messages', /^messages must be an array\.$/],
    [{ messages: [null] }, 'messages.0', /each entry of messages must be an object with role and content/],
    [
      { messages: [{ content: 'x' }] },
      'messages.0.role',
      /role must be one of system, developer, user, assistant/,
    ],
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages.0.role', /role must be one of/],
    [
      { messages: [SAID, { role: 'user' }] },
      'messages.1.content',
      /content must be a string or an array of text parts/,
    ],
    [{ messages: [{ role: 'user', content: ' ' }] }, 'messages.0.content', /content must not be blank/],
    [
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] },
      'messages.0.content',
      /content must be a string or an array of text parts/,
    ],
    [{ messages: [{ role: 'user', content: 'a\0' }] }, 'messages.0.content', NOT_TEXT],
    [{ messages: Array(201).fill(SAID) }, 'messages', /^messages must have at most 200 entries/],
    [
      { messages: [{ role: 'user', content: 'x'.repeat(200_001) }] },
      'messages',
      /^messages must have at most 200000 characters in all/,
    ],
  ])('%o', async (fields, field, says) => {
    const response = await send(door, { body: JSON.stringify(door.request(fields)) })
    const expected = { status: 400, error: 'bad_request', paths: [field] }
    expect(await door.expectRefusal(response, expected)).toMatch(says)
  })
})

describe.each(Object.entries(DOORS))('%s answers, and warns about', (_, door) => {
  const body = (more: string) => JSON.stringify(door.request({})).replace('{', `{${more},`)
  const ignored = (name: string) => `\`${name}\` is not a field of this request and was ignored.`

  it.each([
    ['fields of the prototype', '"__proto__": {"max_calls": 0}', ignored('__proto__')],
    ['a constructor', '"constructor": {"prototype": {"polluted": 1}}', ignored('constructor')],
    ['an unknown field, however deep', `"extra": ${nested('[', ']', 400_000)}`, ignored('extra')],
    ['a name that occurs twice', '"extra": 1, "extra": 2', '`extra` occurs more than once in the body'],
    ['names that are no text', '"a\\u0000\\ud800": 1', ignored('a\\u{0}\\u{d800}')],
  ])('%s', async (_, more, warning) => {
    const response = await send(door, { body: body(more) })
    expect(response.ok).toBe(true)
    const warnings = await door.warningsIn(response, service)
    expect(warnings.filter((text) => text.startsWith(warning))).toHaveLength(1)
    expect({}).not.toHaveProperty('polluted')
  })
})

it('the last of two values counts', async () => {
  const door = DOORS['POST /consensus-iterative']!
  const response = await send(door, { body: `{"query": 5, "query": ${JSON.stringify(QUERY)}}` })
  expect(await response.json()).toMatchObject({ query: QUERY })
})
