import { describe, expect, it } from 'vitest'
import { calledAs, clientAddress, isFromThisMachine, networkOf } from './addresses.ts'

describe('the network an address stands for', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['"192.0.2.1"', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:4711', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2::1]:4711"', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::192.0.2.1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('is the same in every notation: %s', (text, network) => {
    expect(networkOf(text)).toBe(network)
  })

  it.each([
    '',
    'unknown',
    '_hidden',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.1:',
    '192.0.2.1:port',
    '1:2:3',
    '[2001:db8::1',
    '2001:db8::1]',
    'g::1',
    'x'.repeat(300),
  ])('is null for anything that is not an address: %s', (text) => {
    expect(networkOf(text)).toBeNull()
  })
})

describe('the address of a client', () => {
  /** The address seen behind so many proxies, for a connection that came from one of them. */
  function seen(trusted: number, forwarded: string | undefined, remoteAddress = '198.51.100.9'): string {
    const context = {
      env: { incoming: { socket: { remoteAddress, remotePort: 1, remoteFamily: 'IPv4' } } },
      req: { header: (name: string) => (name === 'x-forwarded-for' ? forwarded : undefined) },
    }
    return clientAddress(trusted)(context as never)
  }

  it('is that of the connection if no proxy is trusted', () => {
    expect(seen(0, '192.0.2.1')).toBe('198.51.100.9')
    expect(seen(0, undefined, '2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
    expect(seen(0, undefined, '::ffff:198.51.100.9')).toBe('198.51.100.9')
  })

  it('is what the outermost trusted proxy saw', () => {
    expect(seen(1, '203.0.113.5, 192.0.2.1')).toBe('192.0.2.1')
    expect(seen(2, '203.0.113.5, 192.0.2.1')).toBe('203.0.113.5')
    expect(seen(1, '[2001:db8:1:2::1]:80')).toBe(seen(1, '2001:DB8:1:2:ffff::'))
  })

  it('is that of the connection if the proxy sends nothing valid', () => {
    for (const garbage of [undefined, '', ',', 'unknown', 'made-up-1', '192.0.2.1, made-up-2']) {
      expect(seen(1, garbage)).toBe('198.51.100.9')
    }
  })
})

describe('a request from this machine', () => {
  const isOwn = (remoteAddress: string | undefined, forwarded?: string) =>
    isFromThisMachine({
      env: { incoming: { socket: { remoteAddress, remotePort: 1, remoteFamily: 'IPv4' } } },
      req: { header: () => (forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) },
    } as never)

  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('comes from loopback: %s', (address) => {
    expect(isOwn(address)).toBe(true)
    // A proxy on this machine speaks for others.
    expect(isOwn(address, '127.0.0.1')).toBe(false)
  })

  it.each(['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', undefined])('does not come from %s', (address) => {
    expect(isOwn(address)).toBe(false)
  })
})

it.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
  ['192.0.2.1', '192.0.2.1'],
])('a service that listens on %s is called as %s', (host, name) => {
  expect(calledAs(host)).toBe(name)
})
