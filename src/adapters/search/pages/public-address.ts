import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** What is no public host of IPv4: https://www.iana.org/assignments/iana-ipv4-special-registry; 168.63.129.16 is Azure's for the machine itself. */
const CLOSED_IPV4 = closedList(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
)
/**
 * Of IPv6, only 2000::/3 has public hosts: mapped, translated, private and link-local addresses are outside. What in it is
 * none follows: protocols such as Teredo, examples, and 6to4, which holds an IPv4 address.
 */
const CLOSED_IPV6 = closedList('ipv6', '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20')

function closedList(family: 'ipv4' | 'ipv6', networks: string): BlockList {
  const closed = new BlockList()
  for (const network of networks.split(' ')) {
    const [address, prefix] = network.split('/')
    closed.addSubnet(address!, Number(prefix), family)
  }
  return closed
}

/** Whether an IP address belongs to a host of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !CLOSED_IPV4.check(address, 'ipv4')
  // A zone such as `%eth0` belongs to a link-local address.
  return isIPv6(address) && !address.includes('%') && !CLOSED_IPV6.check(address, 'ipv6')
}

/** Names without a dot, and those that only a machine or a network of its own gives. */
const OWN_NAME = /^[^.]*$|(?:^|\.)(?:localhost|local|internal|home\.arpa)$/

/** Whether a name, as the URL parser gives it, may be looked up. */
export function isPublicName(name: string): boolean {
  return !OWN_NAME.test(name.replace(/\.$/, ''))
}
