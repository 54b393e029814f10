import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { figure, isRounded, whole } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'

/** A host name or address as the URL standard writes it. */
function canonicalHost(host: string): string {
  return new URL(`http://${isIPv6(host) ? `[${host}]` : host}/`).hostname.replaceAll(/[[\]]/g, '')
}

function toNumber(address: string): number {
  return address.split('.').reduce((number, byte) => number * 256 + Number(byte), 0)
}

function toAddress(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
}

/** The first and last address of a network such as `10.0.0.0/8`. */
function bounds(network: string): [first: string, last: string] {
  const [base = '', length] = network.split('/')
  const size = 2 ** (32 - Number(length))
  const first = Math.floor(toNumber(base) / size) * size
  return [toAddress(first), toAddress(first + size - 1)]
}

/** The lowest and highest first group of an IPv6 prefix that is at most 16 bits long. */
function firstGroups(group: string, length: string): [lowest: string, highest: string] {
  const size = 2 ** (16 - Number(length))
  const lowest = Math.floor(Number.parseInt(group, 16) / size) * size
  const [low = '', high = ''] = [lowest, lowest + size - 1].map((number) =>
    number.toString(16).padStart(4, '0'),
  )
  const block = new BlockList()
  block.addSubnet(`${group}::`, Number(length), 'ipv6')
  if (!block.check(`${low}::`, 'ipv6') || !block.check(`${high}:ffff::`, 'ipv6') || low !== group)
    throw new Error(`${group}::/${length} is no block`)
  return [low, high]
}

/** Whether a block reaches from the first to the last address and no further. */
function covers(base: string, length: string, first: string, last: string): boolean {
  const block = new BlockList()
  block.addSubnet(base, Number(length))
  const beyond = [toAddress(toNumber(first) - 1), toAddress(toNumber(last) + 1)]
  return block.check(first) && block.check(last) && !beyond.some((address) => block.check(address))
}

function matchesCertificate(name: string, host: string): boolean {
  const certificate = { subject: { CN: name }, subjectaltname: `DNS:${name}` } as PeerCertificate
  return checkServerIdentity(host, certificate) === undefined
}

/** Computes again what axioms of level 6 state about addresses, networks and domain names. */
export const addressProofs: Proof[] = [
  prove('prot-0010', /^The length of an IPv4 address is (\d+) bits\.$/, (bits) => {
    const highest = canonicalHost(String(2 ** Number(bits) - 1))
    return isIPv4(highest) && highest === '255.255.255.255'
  }),
  prove('prot-0011', /^The length of an IPv6 address is (\d+) bits\.$/, (bits) => {
    const upTo10 = Array.from({ length: 10 }, (_, index) => index + 1)
    const groups = upTo10.filter((count) => isIPv6(Array(count).fill('ffff').join(':')))
    const digits = upTo10.filter((count) => isIPv6(`::${'f'.repeat(count)}`)).at(-1)
    return groups.length === 1 && groups[0]! * digits! * 4 === Number(bits)
  }),
  prove(
    'prot-0012',
    /^The private IPv4 address blocks of RFC 1918 are ([\d.]+\/\d+), ([\d.]+\/\d+) and ([\d.]+\/\d+)\.$/,
    (...blocks) => {
      // One network of the former class A, 16 of class B and 256 of class C, ending where the RFC says.
      const lengths = [8 - Math.log2(1), 16 - Math.log2(16), 24 - Math.log2(256)]
      const ends = ['10.255.255.255', '172.31.255.255', '192.168.255.255']
      return blocks.every((block, index) => {
        const [base, length] = block.split('/')
        const [first, last] = bounds(block)
        return Number(length) === lengths[index] && first === base && last === ends[index]
      })
    },
  ),
  prove(
    'prot-0088',
    /^The number of possible IPv6 addresses is 2\^(\d+), approximately ([\d.]+ x 10\^\d+)\.$/,
    (bits, count) =>
      canonicalHost(`${'ffff:'.repeat(7)}ffff`).match(/f/g)!.length * 4 === Number(bits) &&
      isRounded(2 ** Number(bits), count!),
  ),
  prove(
    'prot-0089',
    /^The recommended text form of the IPv6 address ([\da-f:]+) is ([\da-f:]+)\.$/,
    (long, short) => canonicalHost(long!) === short && long !== short,
  ),
  prove(
    'prot-0090',
    /^The double colon may appear at most once in an IPv6 address, so '([\da-f:]+)' is not valid\.$/,
    (address) =>
      address!.match(/::/g)!.length === 2 && isIP(address!) === 0 && isIPv6(address!.replace('::', ':')),
  ),
  prove('prot-0091', /^The IPv4 loopback block ([\d.]+\/\d+) holds ([\d ]+) addresses\.$/, (block, count) => {
    const [first, last] = bounds(block!).map(toNumber)
    return last! - first! + 1 === figure(count!)
  }),
  prove(
    'prot-0092',
    /^An IPv4 \/(\d+) network has (\d+) addresses, of which (\d+) are usable for hosts in a conventional subnet\.$/,
    (length, all, usable) => 2 ** (32 - Number(length)) === Number(all) && Number(all) - Number(usable) === 2,
  ),
  prove(
    'prot-0093',
    /^The subnet mask of an IPv4 \/(\d+) network is ([\d.]+)\.$/,
    (length, mask) => toAddress(2 ** 32 - 2 ** (32 - Number(length))) === mask,
  ),
  prove(
    'prot-0094',
    /^The broadcast address of the IPv4 network ([\d.]+\/\d+) is ([\d.]+)\.$/,
    (network, broadcast) =>
      bounds(network!)[0] === network!.split('/')[0] && bounds(network!)[1] === broadcast,
  ),
  prove(
    'prot-0095',
    /^An IPv4 \/(\d+) network has (\d+) addresses, as many as (\d+) networks of size \/(\d+)\.$/,
    (length, count, parts, partLength) =>
      2 ** (32 - Number(length)) === Number(count) &&
      Number(parts) * 2 ** (32 - Number(partLength)) === Number(count),
  ),
  prove(
    'prot-0096',
    /^The three private IPv4 blocks of RFC 1918 together hold ([\d ]+) addresses\.$/,
    (count) => {
      const sizes = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].map((block) => {
        const [first, last] = bounds(block).map(toNumber)
        return last! - first! + 1
      })
      return sizes.reduce((total, size) => total + size, 0) === figure(count!)
    },
  ),
  prove(
    'prot-0098',
    /^The IPv6 link-local block ([\da-f]+)::\/(\d+) covers addresses whose first group lies between ([\da-f]+) and ([\da-f]+)\.$/,
    (group, length, lowest, highest) => firstGroups(group!, length!).join() === [lowest, highest].join(),
  ),
  prove(
    'prot-0099',
    /^The IPv6 unique local block ([\da-f]+)::\/(\d+) covers the addresses whose first byte is ([\da-f]+) or ([\da-f]+)\.$/,
    (group, length, low, high) =>
      firstGroups(group!, length!).join() === [`${low}00`, `${high}ff`].join() &&
      Number.parseInt(high!, 16) - Number.parseInt(low!, 16) === 1,
  ),
  prove(
    'prot-0100',
    /^The IPv6 global unicast block (\d+)::\/(\d+), from which IANA assigns addresses, covers the addresses whose first hexadecimal digit, leading zeros included, is (\d) or (\d)\.$/,
    (group, length, low, high) =>
      firstGroups(group!, length!).join() === [`${low}000`, `${high}fff`].join() &&
      Number(high) - Number(low) === 1,
  ),
  prove(
    ['prot-0101', 'prot-0102'],
    /^The (?:shared )?IPv4 (?:multicast )?block (?:for carrier-grade NAT, )?([\d.]+)\/(\d+),? covers the addresses from ([\d.]+) to ([\d.]+)\.$/,
    (base, length, first, last) => base === first && covers(base!, length!, first!, last!),
  ),
  prove(
    'prot-0112',
    /^The largest Time to Live \(TTL\) value of an IPv4 packet is (\d+), since the field has (\d+) bits\.$/,
    (value, bits) => 2 ** Number(bits) - 1 === Number(value),
  ),
  prove(
    'prot-0117',
    /^An IPv6 \/(\d+) subnet holds ([\d ]+) addresses\.$/,
    (length, count) => 2n ** (128n - whole(length!)) === whole(count!),
  ),
  prove(
    'prot-0118',
    /^An IPv6 \/(\d+) prefix can be divided into ([\d ]+) subnets of size \/(\d+)\.$/,
    (length, count, partLength) => 2 ** (Number(partLength) - Number(length)) === figure(count!),
  ),
  prove(
    'prot-0119',
    /^The IPv4-mapped IPv6 address of ([\d.]+) is ([\da-f:]+)\.$/,
    (four, six) => canonicalHost(`::ffff:${four}`) === six,
  ),
  prove(
    'prot-0120',
    /^The IPv4 address ([\d.]+) written as an unsigned 32-bit integer is ([\d ]+)\.$/,
    (address, number) => canonicalHost(String(figure(number!))) === address,
  ),
  prove(
    'prot-0126',
    /^The reverse DNS name of the IPv4 address ([\d.]+) is ([\d.]+)\.in-addr\.arpa\.$/,
    (address, reversed) => address!.split('.').reverse().join('.') === reversed,
  ),
  prove(
    'prot-0128',
    /^The longest label of a domain name has (\d+) octets\.$/,
    // A length byte less the two bits that mark a compression pointer.
    (octets) => 2 ** (8 - 2) - 1 === Number(octets),
  ),
  prove(
    'prot-0129',
    /^A domain name takes at most (\d+) octets in DNS messages, which leaves at most (\d+) characters in text form without the final dot\.$/,
    (octets, characters) => {
      const labels = [63, 63, 63, 61].map((length) => 'a'.repeat(length))
      const onTheWire = labels.reduce((total, label) => total + 1 + label.length, 0) + 1
      return onTheWire === Number(octets) && labels.join('.').length === Number(characters)
    },
  ),
  prove(
    'prot-0132',
    /^Domain names are compared without regard to the case of ASCII letters, so '([\w.]+)' and '([\w.]+)' are the same name\.$/,
    (name, other) => name !== other && canonicalHost(name!) === canonicalHost(other!),
  ),
  prove(
    'prot-0133',
    /^The ASCII \(Punycode\) form of the internationalised domain name '([^']+)' is '([\w.-]+)'\.$/,
    (name, ascii) => canonicalHost(name!) === ascii,
  ),
  prove(
    'prot-0134',
    /^The DNS root zone is served under (\d+) named authorities, from (\w)\.root-servers\.net to (\w)\.root-servers\.net\.$/,
    (count, first, last) => last!.charCodeAt(0) - first!.charCodeAt(0) + 1 === Number(count),
  ),
  prove(
    'prot-0149',
    /^A TLS certificate for '([^']+)' matches '([^']+)' but neither '([^']+)' nor '([^']+)'\.$/,
    (name, matching, ...others) =>
      matchesCertificate(name!, matching!) && !others.some((host) => matchesCertificate(name!, host)),
  ),
  prove(
    'prot-0171',
    /^The origin of an http or https URL is the combination of scheme, host and port, so '([^']+)' and '([^']+)' have the same origin\.$/,
    (url, other) => url !== other && new URL(url!).origin === new URL(other!).origin,
  ),
]
