import { expect, test } from 'vitest'
import { isPublicAddress, isPublicName } from './public-address.ts'

const CLOSED = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254'],
  ...['168.63.129.16', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1'],
  ...['192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.7', '224.0.0.1'],
  ...['239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::8.8.8.8'],
  ...['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '100::1', '2001::1', '2001:0:7f00:1::'],
  ...['2001:db8::1', '2002:7f00:1::', '2002:808:808::', '3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254'],
  ...['fe80::1', 'fe80::1%eth0', '2606:4700::1%eth0', 'fec0::1', 'ff02::1'],
  ...['', 'localhost', '127.1', '0x7f.1', '2130706433'],
]
const OPEN = [
  ...['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.1'],
  ...[
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::5',
    '2001:4860::8888',
  ],
]

test.each(CLOSED)('%s is no address of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(OPEN)('%s is an address of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

const OWN_NAMES = [
  ...[
    'localhost',
    'localhost.',
    'a.localhost',
    'printer.local',
    'printer.local.',
    'metadata.google.internal',
  ],
  ...['router.home.arpa', 'intranet'],
]

test.each(OWN_NAMES)('%s is a name that is not looked up', (name) => {
  expect(isPublicName(name)).toBe(false)
})

test.each(['example.com', 'localhost.example.com', 'mylocal.org'])('%s is a public name', (name) => {
  expect(isPublicName(name)).toBe(true)
})
