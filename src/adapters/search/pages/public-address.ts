import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** The networks of IPv4 that are no public hosts: https://www.iana.org/assignments/iana-ipv4-special-registry */
const CLOSED_IPV4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The services that Azure offers to the virtual machine itself.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** The only part of IPv6 with public hosts. Mapped, translated, private and link-local addresses are all outside. */
const OPEN_IPV6: [network: string, prefix: number] = ['2000::', 3]

/** What in that part is none: protocols such as Teredo, examples, and 6to4, which holds an IPv4 address. */
const CLOSED_IPV6: [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [network, prefix] of CLOSED_IPV4) closed.addSubnet(network, prefix, 'ipv4')
const closedIPv6 = new BlockList()
for (const [network, prefix] of CLOSED_IPV6) closedIPv6.addSubnet(network, prefix, 'ipv6')
const openIPv6 = new BlockList()
openIPv6.addSubnet(...OPEN_IPV6, 'ipv6')

/** Whether an IP address belongs to a host of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  // A zone such as `%eth0` belongs to a link-local address.
  if (!isIPv6(address) || address.includes('%')) return false
  return openIPv6.check(address, 'ipv6') && !closedIPv6.check(address, 'ipv6')
}

/** Names without a dot, and those that only a machine or a network of its own gives. */
const OWN_NAME = /^[^.]*$|(?:^|\.)(?:localhost|local|internal|home\.arpa)$/

/** Whether a name, as the URL parser gives it, may be looked up. */
export function isPublicName(name: string): boolean {
  return !OWN_NAME.test(name.replace(/\.$/, ''))
}
