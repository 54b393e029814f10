import { expect, test } from 'vitest'
import { networkFault, ProviderFault, tidy } from './provider-fault.ts'

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
