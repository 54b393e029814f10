import { expect, it } from 'vitest'
import { decodeEntities } from '../../../src/utils/decode-entities.ts'
import { safeAddress, siteOf, webAddress } from './safe-link.ts'

it.each(['https://example.org/?a=1&b=2', 'http://example.org/', 'mailto:a@example.org'])(
  '%s can be followed',
  (address) => {
    expect(safeAddress(address)).toBe(address)
  },
)

it.each([
  'javascript:alert(1)',
  ' jAvAsCrIpT:alert(1)',
  'java\tscript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://example.org/id',
  'file:///etc/passwd',
  '//example.org',
  '/cache/stats',
  '#/settings',
  '',
])('%s is no link', (address) => {
  expect(safeAddress(address)).toBeNull()
  expect(safeAddress(decodeEntities(address))).toBeNull()
})

it('knows the site of a web page, whatever stands before it in the address', () => {
  expect(siteOf('https://www.register.example/news?a=1')).toBe('register.example')
  expect(siteOf('https://bank.example@evil.example/')).toBe('evil.example')
  for (const address of ['mailto:a@example.org', 'javascript:alert(1)', '//example.org', ''])
    expect([webAddress(address), siteOf(address)]).toEqual([null, ''])
})

it('reads entities as the characters that they mean', () => {
  expect(decodeEntities('a &amp; b &#60; &#x3E; &copy; &nothing;')).toBe('a & b < > &copy; &nothing;')
})
