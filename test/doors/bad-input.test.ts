import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOORS, type Door, KEY, KEYS, QUERY } from '../support/doors.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { replyAs } from '../support/panel-replies.ts'
import { openService, type TestService } from '../support/service.ts'
import { image, PIXEL, WRONG_CONTENTS } from '../support/wrong-parts.ts'

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeAll(async () => {
  service = await openService({ ...REAL_ROUTER, ...KEYS })
  provider = fakeProvider((call) => replyAs('4', call))
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
const said = (content: unknown) => ({ role: 'user', content })
const SAID = said('Hello.')
const NOT_TEXT = /contains a character that is not text \(NUL or half of a surrogate pair\); remove it/
const TITLE_RULE = /title must be one line of 1 to 200 characters/
const ROLE_RULE = /role must be one of system, developer, user, assistant/
const CONTENT_RULE = /content must be a string or an array of parts/

interface Sent {
  method?: string
  body?: string
  headers?: Record<string, string>
}

const send = (door: Door, { method = 'POST', body, headers = { ...KEY, ...JSON_TYPE } }: Sent) =>
  service[door.api].request(door.path, { method, body, headers: { ...headers, ...door.headers } })

async function expectFieldRefused(door: Door, field: string, says: RegExp, options: Options) {
  const request = door.request(typeof options === 'function' ? options(door) : options)
  const response = await send(door, { body: JSON.stringify(request) })
  const expected = { status: 400, error: 'bad_request', paths: [field] }
  expect(await door.expectRefusal(response, expected)).toMatch(says)
}

/** The door that is shown every row. */
const FULL = 'POST /consensus-iterative'
/** Doors with a schema and a form of errors of their own: one row for each field or status. */
const OWN_FORMS = ['POST /v1/chat/completions', 'POST /consensus/sync']

/** The rows for a door: all, the first for each value of a column, or the first, which shows that the door is guarded. */
function rowsFor<One extends readonly unknown[]>(name: string, rows: One[], column: number): One[] {
  if (name === FULL) return rows
  if (!OWN_FORMS.includes(name)) return rows.slice(0, 1)
  return rows.filter((row, place) => rows.findIndex((other) => other[column] === row[column]) === place)
}

/** What is wrong with a body as a whole, or with what comes with it. */
const TOO_DEEP = /^The body must not be nested deeper than 128 levels\.$/
const WHOLE: Array<
  [what: string, sent: Sent | ((door: Door) => Sent), status: number, error: string, says: RegExp]
> = [
  [
    'no key',
    (door) => ({ body: JSON.stringify(door.request({})), headers: JSON_TYPE }),
    401,
    'unauthorized',
    /requires an API key\. Send it as x-api-key/,
  ],
  ['no body', {}, 400, 'bad_request', /not valid JSON\. Send one JSON object/],
  ['half a body', { body: '{"query": ' }, 400, 'bad_request', /not valid JSON/],
  ['two bodies', { body: '{} {}' }, 400, 'bad_request', /not valid JSON/],
  ['a NUL byte in the body', { body: '{"query": "a\0b"}' }, 400, 'bad_request', /not valid JSON/],
  ['an array', { body: '[]' }, 400, 'bad_request', /^body must be an object\.$/],
  ['a text', { body: '"Why?"' }, 400, 'bad_request', /^body must be an object\.$/],
  ['null', { body: 'null' }, 400, 'bad_request', /^body must be an object\.$/],
  ['more levels than it may have', { body: nested('[', ']', 129) }, 400, 'bad_request', TOO_DEEP],
  ['brackets that never close', { body: '['.repeat(100_000) }, 400, 'bad_request', TOO_DEEP],
  [
    'an unknown field that is too deep',
    (door) => ({
      body: JSON.stringify(door.request({})).replace('{', `{"extra": ${nested('{"a":[', '0]}', 64)},`),
    }),
    400,
    'bad_request',
    TOO_DEEP,
  ],
  [
    'another content type',
    { body: '{}', headers: { ...KEY, 'Content-Type': 'text/plain' } },
    415,
    'unsupported_media_type',
    /Content-Type: application\/json, not text\/plain/,
  ],
  [
    'more than 2 MiB',
    { body: JSON.stringify({ query: 'x'.repeat(2 * 1024 * 1024) }) },
    413,
    'payload_too_large',
    /larger than 2097152 bytes\. Shorten it/,
  ],
  [
    'another method',
    { method: 'PUT', body: '{}' },
    405,
    'method_not_allowed',
    /does not support PUT; use POST/,
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

type Options = object | ((door: Door) => object)
type Row = [field: string, says: RegExp, options: Options]

/** A row for each wrong value of a field. */
const wrong = (field: string, says: RegExp, ...values: unknown[]): Row[] =>
  values.map((value) => [field, says, { [field]: value }])

/** Options that every door has: the field that the error names, what it says, and what was sent. */
const OPTIONS: Row[] = [
  ...wrong('max_cost_usd', /max_cost_usd must be a number above 0 and at most 1000/, 0, '1', 1001, null),
  ...wrong('max_calls', /max_calls must be an integer from 1 to 1000/, 0, 1.5, '3', 1001),
  ...wrong('timeout_seconds', /timeout_seconds must be an integer from 1 to 3600/, 0, 1.5, '5', 3601),
  ...wrong('max_iterations', /max_iterations must be an integer from 1 to 20/, 0, 1.5, '7', 21),
  ...wrong('patience', /patience must be a number from 0 to 600/, -1, '10', 601),
  ...wrong('effort', /effort must be one of low, medium, high/, 'most', 5),
  ...wrong('search', /search must be one of off, auto, on/, 'web', true),
  ...wrong('max_age', /max_age must be an integer from 0 to 604800/, -1, 1.5, '5'),
  ...wrong('kind', /kind must be one of closed, open, draft/, 'poem', 5),
  ...wrong('context', /context must be an array\.$/, 'Tides', 'T'.repeat(30), {}),
  ...wrong('models', /models must be an array\.$/, 'vendor/a', {}),
  ...wrong('models', /models must have at least 2 entries/, []),
  ...['writer', 'reader'].flatMap((field) => [
    ...wrong(field, new RegExp(`${field} must be a string`), 5),
    ...wrong(field, new RegExp(`${field} must not be blank`), ' '),
    ...wrong(field, new RegExp(`${field} must have at most 200 characters`), 'x'.repeat(201)),
    ...wrong(field, NOT_TEXT, 'a\0'),
  ]),
  ...wrong('criteria', /criteria must be a string/, 5),
  ...wrong('criteria', /criteria must be one line of at most 500 characters/, 'a\nb', 'x'.repeat(501)),
  ...wrong('criteria', NOT_TEXT, 'half \uDC00'),
  ['models', /models must have at least 2 entries/, ({ panel }) => ({ models: panel(panelOf(1)) })],
  ['models', /models must have at most 16 entries/, ({ panel }) => ({ models: panel(panelOf(17)) })],
  ...wrong('first', /first must be an array of model identifiers/, 'vendor/a', {}),
  ...wrong(
    'first',
    /first must name at least 2 models of the panel and leave at least 1 for later/,
    [],
    ['vendor/a'],
  ),
  ...wrong('enough', /enough must be a number from 0 to 1/, -0.1, 1.1, '0.9'),
  ...wrong('enough', /enough needs first, the models that are asked first/, 0.5),
  ...wrong('samples', /samples must be an integer from 1 to 8/, 0, 9, 1.5, '3'),
  [
    'models',
    /models must have at least 2 entries, or 1 with samples of 2 or more/,
    ({ panel }) => ({ models: panel(panelOf(1)), samples: 1 }),
  ],
  [
    'max_calls',
    /max_calls must be at least 8, the number of models times samples/,
    ({ panel }) => ({ max_calls: 7, samples: 4, models: panel(panelOf(2)) }),
  ],
  [
    'first.1',
    /first names vendor\/x, which is not the model of an entry of models/,
    ({ panel }) => ({ models: panel(panelOf(3)), first: [panelOf(1)[0], 'vendor/x'] }),
  ],
  [
    'first.2',
    /first names .+ more often than models does/,
    ({ panel }) => ({ models: panel(panelOf(4)), first: [...panelOf(2), panelOf(1)[0]] }),
  ],
  [
    'first',
    /first must leave at least one model of the panel for later/,
    ({ panel }) => ({ models: panel(panelOf(2)), first: panelOf(2) }),
  ],
  [
    'max_calls',
    /max_calls must be at least 3, the number of models/,
    ({ panel }) => ({ max_calls: 2, models: panel(panelOf(3)) }),
  ],
  [
    'max_cost_usd',
    /prices of unpriced\/a, unpriced\/b are not known here; give max_calls as well/,
    ({ panel }) => ({ max_cost_usd: 1, models: panel(['unpriced/a', 'unpriced/b']) }),
  ],
  ['context.0', /each entry of context must be an object with title and text/, { context: ['Tides'] }],
  ['context.0.title', /title is required and must be a string/, { context: [{ text: 'x' }] }],
  ['context.0.title', TITLE_RULE, { context: [{ ...DOCUMENT, title: 'a\nb' }] }],
  ['context.0.title', TITLE_RULE, { context: [{ ...DOCUMENT, title: 'x'.repeat(201) }] }],
  ['context.0.title', NOT_TEXT, { context: [{ ...DOCUMENT, title: '\uD800' }] }],
  ['context.1.text', /text is required and must be a string/, { context: [DOCUMENT, { title: 'x' }] }],
  ['context.0.text', /text must not be empty/, { context: [{ title: 'x', text: '' }] }],
  ['context.0.text', NOT_TEXT, { context: [{ title: 'x', text: 'a\0' }] }],
  ['context', /context must have at most 20 documents/, { context: Array(21).fill(DOCUMENT) }],
  [
    'context',
    /context must have at most 200000 characters in all/,
    { context: [{ title: 'x', text: 'x'.repeat(200_000) }] },
  ],
]

describe.each(Object.entries(DOORS))('%s refuses', (name, door) => {
  it.each(rowsFor(name, WHOLE, 2))('%s', async (_, sent, status, error, says) => {
    const response = await send(door, typeof sent === 'function' ? sent(door) : sent)
    const paths = status === 400 ? ['body'] : undefined
    expect(await door.expectRefusal(response, { status, error, paths })).toMatch(says)
    if (status === 405) expect(response.headers.get('Allow')).toBe('POST')
  })

  it.each(rowsFor(name, OPTIONS, 0))('%s: %s', (field, says, options) =>
    expectFieldRefused(door, field, says, options),
  )
})

const EFFORT_RULE = /^reasoning_effort must be one of none, minimal, low, medium, high, xhigh/

/** Fields that the chat API has in another form or not at all. */
const OWN_FIELDS: Row[] = [
  ...wrong('query', /^query is required and must be a string/, undefined, null, 5, ['Why?'], {}),
  ...wrong('query', /^query must not be blank/, '', ' \n\t '),
  ...wrong('query', /^query must have at most 200000 characters/, 'x'.repeat(200_001)),
  ...wrong('query', NOT_TEXT, 'a\0b', '\uDC00\uD800'),
  ...wrong('structure', /^structure must be one of fugue, sonata, concert/, 'symphony', 5),
  ...wrong('reasoning_effort', EFFORT_RULE, 'max', 5),
  ...wrong('dry_run', /^dry_run must be true or false/, 'yes', 1),
  ...wrong('messages', /^messages must be an array\.$/, 'Hello.', 'x'.repeat(300), {}),
  ...wrong('messages', /^messages must have at most 1000 entries/, Array(1_001).fill(SAID)),
  ...wrong(
    'messages',
    /^messages must have at most 1000000 characters in all/,
    Array(6).fill(said('x'.repeat(166_667))),
  ),
  ['messages.0', /each entry of messages must be an object with role and content/, { messages: [null] }],
  ['messages.0.role', ROLE_RULE, { messages: [{ content: 'x' }] }],
  ['messages.0.role', ROLE_RULE, { messages: [{ role: 'tool', content: 'x' }] }],
  ['messages.1.content', CONTENT_RULE, { messages: [SAID, { role: 'user' }] }],
  ...WRONG_CONTENTS.map(
    ([path, says, content]): Row => [`messages.0.content${path}`, says, { messages: [said(content)] }],
  ),
  [
    'messages.0.content',
    /content must have at most 200000 characters/,
    { messages: [said('x'.repeat(200_001))] },
  ],
  ['messages.0.content', /content must not be blank/, { messages: [said(' ')] }],
  ['messages.0.content', /content must not be blank/, { messages: [said([{ type: 'text', text: '' }])] }],
  ['messages.0.content', NOT_TEXT, { messages: [said('a\0')] }],
  ...['system', 'developer'].map(
    (role): Row => [
      'messages.0.content',
      /content of a system or developer message must be text; send images and files in a user message/,
      { messages: [{ role, content: [image(PIXEL)] }] },
    ],
  ),
]

const own = Object.entries(DOORS).filter(([name]) => !name.includes('/v1/'))

const MODEL_RULE =
  /^model is not a field of this request\. Name the models of the panel in models, such as "models": \[/

describe.each(own)('%s refuses', (name, door) => {
  it.each(['vendor/a', ['vendor/a'], 5])('model without models: %j', (model) =>
    expectFieldRefused(door, 'model', MODEL_RULE, { model, models: undefined }),
  )

  it.each(rowsFor(name, OWN_FIELDS, 0))('%s: %s', (field, says, options) =>
    expectFieldRefused(door, field, says, options),
  )
})

describe.each(Object.entries(DOORS))('%s answers, and warns about', (name, door) => {
  const body = (more: string) => JSON.stringify(door.request({})).replace('{', `{${more},`)
  const ignored = (name: string) => `\`${name}\` is not a field of this request and was ignored.`

  const rows = [
    ['fields of the prototype', '"__proto__": {"max_calls": 0}', ignored('__proto__')],
    ['a constructor', '"constructor": {"prototype": {"polluted": 1}}', ignored('constructor')],
    ['an unknown field, however deep it may be', `"extra": ${nested('[', ']', 127)}`, ignored('extra')],
    ['names that are no text', '"a\\u0000\\ud800": 1', ignored('a\\u{0}\\u{d800}')],
  ]
  it.each(name === FULL ? rows : rows.slice(0, 1))('%s', async (_, more, warning) => {
    const response = await send(door, { body: body(more) })
    expect(response.ok).toBe(true)
    const { warnings } = await door.deliberationIn(response, service)
    expect(warnings.filter((text) => text.startsWith(warning))).toHaveLength(1)
    expect({}).not.toHaveProperty('polluted')
  })
})

/** What the body of a verdict must be: the field that the error names, what it says, and what was sent. */
const EITHER = /send either right .* or answer .*, and not both/
const VERDICTS: Row[] = [
  ['right', EITHER, {}],
  ['right', EITHER, { right: true, answer: '4' }],
  ['right', EITHER, { wrong: true }],
  ...wrong('right', /right must be true or false/, 'yes', 1, null),
  ...wrong('answer', /answer must be a string/, 4, null),
  ...wrong('answer', /answer must not be blank/, '', ' \n'),
  ...wrong('answer', /answer must have at most 500 characters/, 'x'.repeat(501)),
  ...wrong('answer', NOT_TEXT, 'a\0b', '\uDC00'),
]
const VERDICT_DOORS = [
  { api: 'edge' as const, path: '/results/none/verdict' },
  { api: 'local' as const, path: '/consensus/none/verdict' },
]

describe.each(VERDICT_DOORS)('POST $path refuses', (place) => {
  const door: Door = { ...DOORS[FULL]!, ...place, request: (options) => options }

  it.each(VERDICTS)('%s: %s', (field, says, options) => expectFieldRefused(door, field, says, options))

  it.each(rowsFor(OWN_FORMS[1]!, WHOLE, 2))('%s', async (_, sent, status, error, says) => {
    const response = await send(door, typeof sent === 'function' ? sent(door) : sent)
    const paths = status === 400 ? ['body'] : undefined
    expect(await door.expectRefusal(response, { status, error, paths })).toMatch(says)
  })
})

describe.each(own)('%s without language models', (_, door) => {
  it('refuses images and files, in a dry run too', async () => {
    const offline = await openService(KEYS)
    try {
      for (const dry_run of [false, true]) {
        const request = door.request({ messages: [said([image(PIXEL)])], dry_run })
        const response = await offline[door.api].request(door.path, {
          method: 'POST',
          body: JSON.stringify(request),
          headers: { ...KEY, ...JSON_TYPE, ...door.headers },
        })
        const expected = { status: 400, error: 'bad_request', paths: ['messages'] }
        expect(await door.expectRefusal(response, expected)).toMatch(
          /^Images and files need language models, and there is no key for /,
        )
      }
    } finally {
      await offline.stop()
    }
  })
})

it('the last of two values counts', async () => {
  const door = DOORS['POST /consensus-iterative']!
  const response = await send(door, { body: `{"query": 5, "query": ${JSON.stringify(QUERY)}}` })
  expect(await response.json()).toMatchObject({ query: QUERY })
})
