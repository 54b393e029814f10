import { expect, it } from 'vitest'
import { EdgeConsensusRequest } from './edge-consensus.ts'
import { EmbeddingRequest } from './embedding.ts'
import { ConsensusRequest } from './local-consensus.ts'
import { misspeltFields, unknownFieldWarnings } from './unknown-fields.ts'

const warn = (body: unknown) => unknownFieldWarnings(EdgeConsensusRequest, body)

it('says nothing about fields that are known', () => {
  expect(
    warn({ query: 'x', models: ['a', 'b'], skip_cache: true, structure: 'fugue', max_iterations: 3 }),
  ).toEqual([])
})

it.each(['max_length', 'temperature', '__proto__', 'constructor', ''])(
  'names %j and the fields that are known',
  (name) => {
    const body = JSON.parse(`{"query": "x", ${JSON.stringify(name)}: 1}`)
    expect(warn(body)).toEqual([
      `\`${name}\` is not a field of this request and was ignored. Known fields: \`query\`, \`models\`, \`skip_cache\`, \`structure\`, \`max_iterations\`, \`keep_running\`, \`first\`, \`enough\`, \`samples\`, \`kind\`, \`reader\`, \`writer\`, \`criteria\`, \`messages\`, \`context\`, \`search\`, \`max_age\`, \`effort\`, \`reasoning_effort\`, \`max_cost_usd\`, \`max_calls\`, \`timeout_seconds\`, \`patience\`, \`dry_run\`.`,
    ])
  },
)

it('reports a field once, even if several entries of the panel have it', () => {
  const model = { provider: 'openai', name: 'One', model: 'one', temprature: 1 }
  expect(unknownFieldWarnings(ConsensusRequest, { query: 'x', models: [model, model] })).toEqual([
    '`temprature` is not a field of an entry of `models` and was ignored. Known fields: `provider`, `name`, `model`, `temperature`.',
  ])
})

it('knows the fields of a schema with refinements', () => {
  expect(unknownFieldWarnings(EmbeddingRequest, { input: ['a', 'b'], model: 'ada' })).toEqual([
    '`model` is not a field of this request and was ignored. Known fields: `text`, `input`.',
  ])
})

it('names ten fields at most and counts the rest', () => {
  const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, 1]))
  const warnings = warn(body)
  expect(warnings).toHaveLength(11)
  expect(warnings.at(-1)).toBe('More unknown fields were ignored.')
})

it('truncates long names and escapes invisible characters', () => {
  const [long] = warn({ ['x'.repeat(100_000)]: 1 })
  expect(long).toContain(`\`${'x'.repeat(64)}…\``)
  expect(warn({ 'a\u0000\n\u202e\ud800b': 1 })[0]).toContain('`a\\u{0}\\u{a}\\u{202e}\\u{d800}b`')
})

it.each([
  ['max_iteration', 'max_iterations'],
  ['maxIterations', 'max_iterations'],
  ['MAX-ITERATIONS', 'max_iterations'],
  ['max_itreations', 'max_iterations'],
  ['qeury', 'query'],
  ['skipCache', 'skip_cache'],
  ['timeout_second', 'timeout_seconds'],
])('takes %s for a misspelt %s', (name, meant) => {
  expect(misspeltFields(EdgeConsensusRequest, { [name]: 1 })).toEqual([
    { path: name, problem: `\`${name}\` is not a field of this request. Did you mean \`${meant}\`?` },
  ])
})

it.each(['temperature', 'id', 'mode', 'stream', 'user', 'max_tokens', 'x'.repeat(1_000_000), '__proto__'])(
  'takes %.20s for no misspelt field',
  (name) => {
    expect(misspeltFields(EdgeConsensusRequest, JSON.parse(`{${JSON.stringify(name)}: 1}`))).toEqual([])
  },
)

it('takes nothing for a field that was sent as well', () => {
  expect(misspeltFields(EdgeConsensusRequest, { model: 'a', models: ['a', 'b'] })).toEqual([])
})

it('says where in the panel a field is misspelt', () => {
  const model = { provider: 'openai', name: 'One', model: 'one' }
  const models = [model, { ...model, temprature: 1 }]
  expect(misspeltFields(ConsensusRequest, { query: 'x', models })).toMatchObject([
    { path: 'models.1.temprature', problem: expect.stringContaining('an entry of `models`. Did you mean') },
  ])
})
