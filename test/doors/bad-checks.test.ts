import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { openService, post, type TestService } from '../support/service.ts'

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeAll(async () => {
  service = await openService(REAL_ROUTER)
  provider = fakeProvider(() => '{}')
})
afterAll(async () => {
  await service.stop()
  provider.restore()
})

const CLAIM = 'Water is wet.'
const ANSWERS = [
  { name: 'a', text: 'Yes.' },
  { name: 'b', text: 'No.' },
]
type Row = [field: string, says: RegExp, fields: object]
const wrong = (field: string, says: RegExp, ...values: unknown[]): Row[] =>
  values.map((value) => [field, says, { [field]: value }])
const CLAIMS = /^claims must be an array of 1 to 16 statements/
const EACH = /a claim must be a string of 1 to 2000 characters/
const TWO = /^answers must be an array of 2 to 16 objects with name and text/

const CHECKS: Row[] = [
  ...wrong('claims', CLAIMS, undefined, null, CLAIM, [], Array(17).fill(CLAIM)),
  ...['', ' \n', 'x'.repeat(2_001), 4, null].map((claim): Row => ['claims.0', EACH, { claims: [claim] }]),
  ['claims.0', /contains a character that is not text/, { claims: ['a\0b'] }],
  ...wrong('type', /^type must be one of fact, judgement, advice/, 'opinion'),
  ...wrong('question', /^question must not be blank/, ' '),
  ...wrong('discuss', /discuss must be true or false/, 'yes'),
  ...wrong('models', /models must have at least 2 entries/, ['vendor/one']),
  ...wrong('models', /models must be an array/, 'vendor/one'),
  ...wrong('max_calls', /max_calls must be at least 3, the number of models/, 2),
  ...wrong('model', /^model is not a field of this request\. Name the models/, 'vendor/one'),
]

const COMPARISONS: Row[] = [
  ...wrong('answers', TWO, undefined, 'x', [], ANSWERS.slice(1), Array(17).fill(ANSWERS[0])),
  ...wrong('answers', /must not have the same name twice/, [ANSWERS[0], ANSWERS[0]]),
  [
    'answers.0.name',
    /name must be one line of 1 to 200/,
    { answers: [{ name: 'a\nb', text: 'x' }, ANSWERS[1]] },
  ],
  ['answers.0.name', /name is required/, { answers: [{ text: 'x' }, ANSWERS[1]] }],
  ['answers.0.text', /text must not be blank/, { answers: [{ name: 'x', text: ' ' }, ANSWERS[1]] }],
  ['answers.0', /must be an object with name and text/, { answers: ['x', ANSWERS[1]] }],
  [
    'answers',
    /at most 200000 characters in all/,
    { answers: ANSWERS.map(({ name }) => ({ name, text: 'x'.repeat(150_000) })) },
  ],
  ...wrong('reader', /reader must be a string/, 4),
]

describe.each([
  { path: '/check', valid: { claims: [CLAIM] }, rows: CHECKS },
  { path: '/compare', valid: { answers: ANSWERS }, rows: COMPARISONS },
])('POST $path refuses', ({ path, valid, rows }) => {
  it.each(rows)('%s: %s', async (field, says, fields) => {
    const response = await post(service.edge, path, { ...valid, ...fields })
    const { message } = await expectError(response, { status: 400, error: 'bad_request', paths: [field] })
    expect(message.replace(`${field}: `, '')).toMatch(says)
    expect(provider.calls).toHaveLength(0)
  })
})
