import { SEATS } from '../provider/script.ts'
import type { Random } from '../support/random.ts'
import { type Aim, asks, type HostileKind, httpBytes, postPaths, posts } from './hostile-request.ts'

const WRONG_VALUES = [
  'null',
  'true',
  '1e999',
  '-0',
  '9'.repeat(1_000),
  '[]',
  '{}',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u202e"',
  '[[[]]]',
  '{"$gt": ""}',
  '{"toString": 1}',
]

const FIELDS = [
  'query',
  'text',
  'input',
  'claims',
  'answers',
  'models',
  'max_iterations',
  'structure',
  'skip_cache',
  'temperature',
]

const TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonx',
  'json',
  '',
  ';',
  'application/json, text/plain',
]

/** Bodies that are malformed, too deep, too large, of the wrong types, or contain malicious keys and texts. */
export const BODY_KINDS: Record<string, HostileKind> = {
  'malformed JSON': (random, aim) =>
    posts(
      random.pick(postPaths(aim)),
      aim,
      random.pick([
        '{',
        '',
        '{"query":',
        "{'query':1}",
        '{"query":1,}',
        '\ufeff{}',
        '//',
        'undefined',
        '{}{}',
      ]),
    ),
  'random bytes as JSON': (random, aim) =>
    posts(random.pick(postPaths(aim)), aim, random.bytes(random.between(1, 400))),
  'invalid UTF-8': (random, aim) =>
    posts(
      random.pick(postPaths(aim)),
      aim,
      Buffer.concat([
        Buffer.from('{"query": "'),
        Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
        Buffer.from('"}'),
      ]),
    ),
  'deep JSON': (random, aim) => {
    const depth = random.pick([100, 10_000, 400_000])
    const [open, close] = random.pick([
      ['[', ']'],
      ['{"query":', '}'],
    ] as const)
    const levels = Math.min(depth, Math.floor(900_000 / (open.length + 1)))
    return posts(random.pick(postPaths(aim)), aim, `${open.repeat(levels)}1${close.repeat(levels)}`)
  },
  'wrong values': (random, aim) => {
    const fields = FIELDS.filter(() => random.below(2) === 0)
    return posts(
      random.pick(postPaths(aim)),
      aim,
      `{${fields.map((field) => `"${field}": ${random.pick(WRONG_VALUES)}`).join(', ')}}`,
    )
  },
  'wrong models': (random, aim) => {
    const model = () =>
      random.pick([
        '"a"',
        '""',
        'null',
        '{"provider": "openrouter"}',
        '{"provider": "evil", "name": "a", "model": "b"}',
        '{"provider": "openrouter", "name": "a", "model": "b", "temperature": 1e999}',
        `"${'m'.repeat(300)}"`,
        '"\\u0000"',
      ])
    return posts(
      random.pick(postPaths(aim)),
      aim,
      `{"query": "x", "models": [${model()}, ${model()}, ${model()}]}`,
    )
  },
  'prototype keys': (random, aim) =>
    posts(
      random.pick(postPaths(aim)),
      aim,
      random.pick([
        '{"__proto__": {"query": "x", "polluted": 1}}',
        '{"constructor": {"prototype": {"polluted": 1}}}',
        '{"query": {"__proto__": {"polluted": 1}}}',
        '{"hasOwnProperty": 1, "toString": 2, "text": []}',
      ]),
    ),
  'unknown fields': (random, aim) =>
    posts(
      '/cache/check',
      aim,
      JSON.stringify({ query: 'light', qurey: 'x', [`field_${random.below(1_000)}`]: { deep: [1] } }),
    ),
  'giant array': (random, aim) => {
    const count = random.pick([17, 129, 5_000, 100_000])
    const field = random.pick(['models', 'text', 'input', 'query'])
    return posts(
      random.pick(postPaths(aim)),
      aim,
      `{"query": "x", "${field}": [${'"a",'.repeat(count - 1)}"a"]}`,
    )
  },
  'too large': (random, aim) =>
    posts(random.pick(postPaths(aim)), aim, `{"query": "${'a'.repeat(1_100_000)}"}`),
  'too large in chunks': (random, aim) => {
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
    return asks(
      httpBytes(
        'POST',
        random.pick(postPaths(aim)),
        { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json', ...aim.keys },
        `${chunk.repeat(20)}0\r\n\r\n`,
      ),
    )
  },
  'wrong content type': (random, aim) =>
    asks(
      httpBytes(
        'POST',
        random.pick(postPaths(aim)),
        { 'Content-Type': random.pick(TYPES), ...aim.keys },
        '{"query": "x"}',
      ),
    ),
  'packed body': (random, aim) =>
    asks(
      httpBytes(
        'POST',
        random.pick(postPaths(aim)),
        {
          'Content-Type': 'application/json',
          'Content-Encoding': random.pick(['gzip', 'br', 'x']),
          ...aim.keys,
        },
        random.bytes(60),
      ),
    ),
  'GET with a body': (random, aim) =>
    asks(httpBytes('GET', random.pick(['/health', '/cache/stats']), aim.keys, '{"query": "x"}')),
  'hostile idempotency key': (random, aim) =>
    asks(
      httpBytes(
        'POST',
        '/consensus',
        {
          'Content-Type': 'application/json',
          'Idempotency-Key': random.pick(['', ' ', 'k'.repeat(5_000), "' OR 1=1", 'é']),
          ...aim.keys,
        },
        '{"query": "x", "models": []}',
      ),
    ),
  'hostile texts': (random, aim) => {
    const text = random.pick([
      '\\u0000',
      '\\ud83d',
      'e\\u0301'.repeat(500),
      '.'.repeat(2_000),
      ' '.repeat(2_000),
      '<script>',
      "'; DROP TABLE results;--",
      '\\u202e abc',
    ])
    return aim.api === 'edge'
      ? posts(
          random.pick(['/cache/check', '/embeddings', '/v1/embeddings']),
          aim,
          `{"query": "a ${text}", "text": "a ${text}", "input": "a ${text}", "model": "a"}`,
        )
      : posts('/consensus', aim, `{"query": "a ${text}", "models": 5}`)
  },
}

/** Complete runs, which cost the service most and are sent less often. */
export const RUN_KINDS: Record<string, HostileKind> = {
  'a run whose provider repeats the key': (random, aim) => run(random, aim, SEATS.telltale),
  'a run with a hostile question': (random, aim) => run(random, aim, SEATS.unsure),
  'caller who leaves in the midst of a run': (random, aim) => ({
    steps: [...run(random, aim, SEATS.contrary).steps, random.between(0, 200)],
    answers: 0,
  }),
}

const QUESTIONS = [
  '\u0000',
  '\ud800',
  '</question>',
  "'; DROP TABLE tasks;--",
  '\u202e',
  '{{7*7}}',
  'x'.repeat(4_000),
]

function run(random: Random, aim: Aim, model: string) {
  const query = `case-${random.below(1_000_000)} ${random.pick(QUESTIONS)}`
  const panel = [model, random.pick([SEATS.steady, SEATS.unsure, SEATS.telltale])]
  const configured = panel.map((each) => ({ provider: 'openrouter', name: each, model: each }))
  const path = aim.api === 'edge' ? '/consensus-iterative' : random.pick(['/consensus', '/consensus/sync'])
  return posts(
    path,
    aim,
    JSON.stringify({ query, models: aim.api === 'edge' ? panel : configured, max_iterations: 2 }),
  )
}
