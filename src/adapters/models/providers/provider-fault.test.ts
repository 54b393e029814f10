import { describe, expect, it, test } from 'vitest'
import { tidy } from './protocols/protocol.ts'
import { errorAs, errorIn, networkFault, ProviderFault } from './provider-fault.ts'

const failed = (code: string, message = 'the reason') => Object.assign(new Error(message), { code })

test.each([
  ['ECONNREFUSED', false, 'unreachable'],
  ['ENOTFOUND', false, 'unreachable'],
  ['CERT_HAS_EXPIRED', false, 'unreachable'],
  ['ECONNRESET', false, 'connection_lost'],
  ['UND_ERR_SOCKET', false, 'connection_lost'],
  ['UND_ERR_HEADERS_TIMEOUT', false, 'timeout'],
  ['HPE_INVALID_CONSTANT', false, 'malformed_reply'],
  ['UND_ERR_HEADERS_OVERFLOW', false, 'malformed_reply'],
  ['UND_ERR_BODY_TIMEOUT', true, 'connection_lost'],
])('%s, with a response begun: %s, is %s', (code, begun, expected) => {
  const fault = networkFault(failed(code), begun)
  expect(fault).toBeInstanceOf(ProviderFault)
  expect(fault).toMatchObject({ code: expected, message: expect.stringContaining('the reason') })
})

test('an error without a message is described by its code', () => {
  expect(networkFault(failed('ECONNREFUSED', ''), false)).toMatchObject({
    message: expect.stringContaining('ECONNREFUSED'),
  })
})

test.each([
  ['a fault already named', new ProviderFault('filtered', 'no')],
  ['a header that cannot be sent', failed('UND_ERR_INVALID_ARG', 'invalid authorization header')],
  ['an address that cannot be read', failed('ERR_INVALID_URL', 'Invalid URL')],
  ['a slip of ours', new TypeError('undefined is not a function')],
  ['something thrown that is no error', 'text'],
])('%s is passed on unchanged', (_, error) => {
  expect(networkFault(error, true)).toBe(error)
})

test('the message of an error is one short line', () => {
  expect(tidy('<script>let a = 1</script>one<br/>\u0000two\u200b  three')).toBe('one two three')
  expect(tidy('a < b and c > d')).toBe('a < b and c > d')
  expect(tidy('x'.repeat(1_000_000)).length).toBe(400)
  expect(tidy('<'.repeat(1_000_000)).length).toBeLessThanOrEqual(400)
})

describe('an error in the body of a reply', () => {
  it.each([
    ['of a router', { error: { code: 429, message: 'slow' } }, { words: 'slow', status: 429, names: [] }],
    [
      'of a vendor',
      { error: { message: 'no', code: 'some_code', type: 'some_type' } },
      { words: 'no', status: null, names: ['some_code', 'some_type'] },
    ],
    [
      'of a choice',
      { choices: [{ error: { code: 502, message: 'gone' } }] },
      { words: 'gone', status: 502, names: [] },
    ],
    ['that is a text', { error: 'no' }, { words: 'no', status: null, names: [] }],
    [
      'whose status is written as text',
      { error: { code: '503' } },
      { words: '', status: 503, names: ['503'] },
    ],
    [
      'whose code and wait cannot be read as text',
      {
        error: {
          code: { toString: 1, valueOf: 1 },
          message: 'no',
          details: [{ retryDelay: { toString: 1 } }],
        },
      },
      { words: 'no', status: null, names: [] },
    ],
    [
      'whose number is no status',
      { error: { code: 7, message: 'no' } },
      { words: 'no', status: null, names: [] },
    ],
    [
      'whose fields are of other kinds',
      { error: { code: [], message: {} } },
      { words: '', status: null, names: [] },
    ],
  ])('is recognised: one %s', (_, body, expected) => {
    expect(errorIn(body)).toEqual(expected)
  })

  it.each([
    [{ error: null, choices: [{ error: null }] }],
    [{ error: '' }],
    [{ error: {} }],
    [{ error: { code: 0, message: '' } }],
    [{}],
    [[]],
    [null],
    ['error'],
  ])('is not found in %j', (body) => expect(errorIn(body)).toBeNull())
})

describe('the message of an error', () => {
  it('is read from any form of body', () => {
    expect(errorAs({ message: 'bare' }, 'text').words).toBe('bare')
    expect(errorAs({ detail: 'from a framework' }, 'text').words).toBe('from a framework')
    expect(errorAs({ detail: [{ msg: 'x' }] }, 'the text itself').words).toBe('the text itself')
    expect(errorAs(undefined, ' <h1>Bad\nGateway</h1> ').words).toBe('Bad Gateway')
  })
})
