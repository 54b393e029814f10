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
type Row = [field: string, says: RegExp, fields: object]
const wrong = (field: string, says: RegExp, ...values: unknown[]): Row[] =>
  values.map((value) => [field, says, { [field]: value }])
const CLAIMS = /^claims must be an array of 1 to 16 statements/
const EACH = /a claim must be a string of 1 to 2000 characters/

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

describe('POST /check refuses', () => {
  it.each(CHECKS)('%s: %s', async (field, says, fields) => {
    const response = await post(service.edge, '/check', { claims: [CLAIM], ...fields })
    const { message } = await expectError(response, { status: 400, error: 'bad_request', paths: [field] })
    expect(message.replace(`${field}: `, '')).toMatch(says)
    expect(provider.calls).toHaveLength(0)
  })
})
