import { createHash, pbkdf2Sync } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { figure, isClose, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { addressProofs } from './addresses.ts'
import { encodingProofs } from './encodings.ts'
import { identifierProofs } from './identifiers.ts'
import { timeProofs } from './time.ts'

/** The widths in bits of the fields of fixed headers, in order (RFC 768, 9293, 791 and 8200). */
const FIELD_BITS = {
  udp: [16, 16, 16, 16],
  tcp: [16, 16, 32, 32, 4, 4, 8, 16, 16, 16],
  ipv4: [4, 4, 8, 16, 16, 3, 13, 8, 8, 16, 32, 32],
  ipv6: [4, 8, 20, 16, 8, 8, 128, 128],
}
/** A header length field of four bits counts words of four bytes. */
const LONGEST_COUNTED_HEADER = (2 ** 4 - 1) * 4
/** The widest value of a field of 16 bits. */
const WIDEST_16_BITS = 2 ** 16 - 1

const OSI_LAYERS = ['physical', 'data link', 'network', 'transport', 'session', 'presentation', 'application']
function headerBytes(protocol: keyof typeof FIELD_BITS): number {
  return sum(FIELD_BITS[protocol]) / 8
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function isReasonPhrase(code: string, phrase: string): boolean {
  return STATUS_CODES[code]?.toLowerCase() === phrase.toLowerCase()
}

/** Whether an address with the scheme leaves the port out as the usual one. */
function isDefaultPort(scheme: string, port: string): boolean {
  return new URL(`${scheme.toLowerCase()}://example.com:${port}/`).port === ''
}

/** The ones' complement of the ones' complement sum of 16-bit words (RFC 1071). */
function internetChecksum(bytes: number[]): number {
  let total = 0
  for (let at = 0; at < bytes.length; at += 2) total += bytes[at]! * 256 + (bytes[at + 1] ?? 0)
  while (total > WIDEST_16_BITS) total = (total & WIDEST_16_BITS) + (total >>> 16)
  return WIDEST_16_BITS - total
}

const httpProofs: Proof[] = [
  prove(
    ['prot-0001', 'prot-0002'],
    /^The reason phrase of HTTP status code (\d{3}) is ([\w ]+)\.$/,
    isReasonPhrase as Proof['holds'],
  ),
  prove(
    'prot-0003',
    /^The meaning of HTTP status code (\d{3}) \((\w+)\) is missing or invalid authentication\.$/,
    (code, phrase) => isReasonPhrase(code!, phrase!),
  ),
  prove(
    'prot-0004',
    /^The HTTP status code for a client that has sent (too many requests) in a given time is (\d{3})\.$/,
    (phrase, code) => isReasonPhrase(code!, phrase!),
  ),
  prove(
    [
      ...['prot-0025', 'prot-0026', 'prot-0027', 'prot-0028', 'prot-0029', 'prot-0030', 'prot-0031'],
      ...['prot-0033', 'prot-0034', 'prot-0035', 'prot-0036', 'prot-0037', 'prot-0038', 'prot-0039'],
      ...['prot-0041', 'prot-0042', 'prot-0044', 'prot-0045', 'prot-0046', 'prot-0047', 'prot-0048'],
    ],
    /^The HTTP status code (\d{3}) \(([^)]+)\) (?:reports|answers|marks|sends|forbids|tells|refuses|stems) .+\.$/,
    (code, phrase) => isReasonPhrase(code!, phrase!),
  ),
  prove(
    ['prot-0032', 'prot-0303'],
    /^The HTTP status code of a .+ is (\d{3}) \(([\w ]+)\)\.$/,
    (code, phrase) => isReasonPhrase(code!, phrase!),
  ),
  prove(
    ['prot-0040', 'prot-0043'],
    /^The HTTP status code (\d{3}), called ([\w ]+) in RFC 9110 and ([\w ]+) in RFC \d+, .+\.$/,
    (code, ...phrases) => phrases.some((phrase) => isReasonPhrase(code!, phrase)),
  ),
  prove(
    'prot-0054',
    /^The names of HTTP header fields are case-insensitive, so '([\w-]+)' and '([\w-]+)' name the same field\.$/,
    (name, other) => name !== other && new Headers([[name!, 'text/plain']]).get(other!) === 'text/plain',
  ),
  prove('prot-0016', /^The default port of (HTTPS) is (\d+)\.$/, (scheme, port) =>
    isDefaultPort(scheme!, port!),
  ),
  prove('prot-0062', /^The default port of plain (HTTP) without TLS is (\d+)\.$/, (scheme, port) =>
    isDefaultPort(scheme!, port!),
  ),
  prove('prot-0080', /^The port of the (FTP) control connection is (\d+)\.$/, (scheme, port) =>
    isDefaultPort(scheme!, port!),
  ),
  prove(
    'prot-0064',
    /^The length of an HTTP\/2 frame header is (\d+) bytes: (\d+) bits of length, (\d+) of type, (\d+) of flags, (\d+) reserved and (\d+) of stream identifier\.$/,
    (bytes, ...bits) => sum(bits.map(Number)) === Number(bytes) * 8,
  ),
]

const transportProofs: Proof[] = [
  prove(
    'prot-0008',
    /^The length of a UDP header is (\d+) bytes\.$/,
    (bytes) => headerBytes('udp') === Number(bytes),
  ),
  prove(
    'prot-0009',
    /^The largest TCP or UDP port number is ([\d ]+)\.$/,
    (port) => figure(port!) === WIDEST_16_BITS,
  ),
  prove(
    'prot-0065',
    /^The minimum length of a TCP header is (\d+) bytes and the maximum is (\d+) bytes\.$/,
    (least, most) => headerBytes('tcp') === Number(least) && Number(most) === LONGEST_COUNTED_HEADER,
  ),
  prove(
    'prot-0114',
    /^The minimum length of an IPv4 header is (\d+) bytes, and the fixed length of an IPv6 header is (\d+) bytes\.$/,
    (four, six) => headerBytes('ipv4') === Number(four) && headerBytes('ipv6') === Number(six),
  ),
  prove(
    'prot-0070',
    /^The TCP maximum segment size \(MSS\) that fits an MTU of (\d+) bytes without options is (\d+) bytes over IPv4 and (\d+) bytes over IPv6\.$/,
    (mtu, four, six) =>
      Number(mtu) - headerBytes('tcp') - headerBytes('ipv4') === Number(four) &&
      Number(mtu) - headerBytes('tcp') - headerBytes('ipv6') === Number(six),
  ),
  prove(
    'prot-0072',
    /^The largest TCP receive window without window scaling is ([\d ]+) bytes, and with the greatest scale factor of 2\^(\d+) the largest is ([\d ]+) bytes\.$/,
    (plain, shift, scaled) =>
      figure(plain!) === WIDEST_16_BITS && figure(plain!) * 2 ** Number(shift) === figure(scaled!),
  ),
  prove(
    'prot-0073',
    /^The largest UDP payload in an IPv4 packet is ([\d ]+) bytes\.$/,
    (bytes) => WIDEST_16_BITS - headerBytes('ipv4') - headerBytes('udp') === figure(bytes!),
  ),
  prove(
    'prot-0075',
    /^The dynamic or private port range of IANA runs from ([\d ]+) to ([\d ]+) and holds ([\d ]+) ports\.$/,
    (from, to, count) =>
      // The top quarter of all ports.
      figure(to!) === WIDEST_16_BITS &&
      figure(to!) - figure(from!) + 1 === figure(count!) &&
      figure(count!) * 4 === WIDEST_16_BITS + 1,
  ),
  prove(
    'prot-0078',
    /^The bandwidth-delay product of a (\d+) Mbit\/s path with a round-trip time of (\d+) ms is ([\d ]+) bytes\.$/,
    (rate, delay, bytes) => isClose((Number(rate) * 1e6 * Number(delay)) / 1000 / 8, figure(bytes!)),
  ),
  prove(
    'prot-0079',
    /^The Internet checksum of the bytes ([\da-f ]+) is ([\da-f]{4}) in hexadecimal\.$/,
    (bytes, checksum) =>
      internetChecksum([...Buffer.from(bytes!.replaceAll(' ', ''), 'hex')]) ===
      Number.parseInt(checksum!, 16),
  ),
]

const linkProofs: Proof[] = [
  prove(
    'prot-0271',
    /^A MAC address of (\d+) bits allows ([\d ]+) different values\.$/,
    (bits, count) =>
      2 ** Number(bits) === figure(count!) && Number(bits) === 'ff:ff:ff:ff:ff:ff'.match(/f/g)!.length * 4,
  ),
  prove(
    'prot-0272',
    /^A MAC address that begins with ([\da-f]{2}) is locally administered and unicast\.$/,
    (first) => (Number.parseInt(first!, 16) & 0b11) === 0b10,
  ),
  prove(
    'prot-0273',
    /^The IEEE 802\.1Q VLAN identifier has (\d+) bits, and of the (\d+) values (\d+) are usable for networks\.$/,
    // All zeros and all ones are reserved.
    (bits, all, usable) => 2 ** Number(bits) === Number(all) && Number(all) - 2 === Number(usable),
  ),
  prove(
    ['prot-0274', 'prot-0275'],
    /^The (?:smallest|largest untagged standard) Ethernet frame is (\d+) bytes: (\d+) bytes of header, (\d+) bytes of (?:padded )?payload and (\d+) bytes of frame check sequence\.$/,
    (all, header, payload, check) =>
      // Two addresses and a type; a CRC of 32 bits.
      Number(header) === 6 + 6 + 2 &&
      Number(check) === 32 / 8 &&
      sum([header, payload, check].map(Number)) === Number(all),
  ),
  prove(
    'prot-0276',
    /^The maximum TCP payload rate over IPv4 on Gigabit Ethernet with an MTU of (\d+) bytes and no options is approximately (\d+) Mbit\/s\.$/,
    (mtu, rate) => {
      const payload = Number(mtu) - headerBytes('ipv4') - headerBytes('tcp')
      const preambleHeaderCheckAndGap = 8 + 14 + 4 + 12
      return isRounded((1000 * payload) / (Number(mtu) + preambleHeaderCheckAndGap), rate!)
    },
  ),
  prove(
    'prot-0277',
    /^A data rate of (\d+) megabits per second equals ([\d.]+) megabytes per second\.$/,
    (bits, bytes) => Number(bits) === Number(bytes) * 8,
  ),
  prove(
    'prot-0279',
    /^The centre frequency of Wi-Fi channel (\d+) in the 2\.4 GHz band is (\d+) MHz\.$/,
    (channel, frequency) => 2412 + 5 * (Number(channel) - 1) === Number(frequency),
  ),
  prove(
    'prot-0282',
    /^The WPA2 pre-shared key for the passphrase '(\w+)' and the network name '(\w+)' is ([\da-f]{64})\.$/,
    (passphrase, network, key) => pbkdf2Sync(passphrase!, network!, 4096, 32, 'sha1').toString('hex') === key,
  ),
  prove(
    'prot-0283',
    /^Bluetooth Low Energy uses (\d+) channels spaced (\d+) MHz apart from (\d+) MHz to (\d+) MHz\.$/,
    (count, spacing, from, to) => (Number(to) - Number(from)) / Number(spacing) + 1 === Number(count),
  ),
  prove(
    'prot-0284',
    /^The signalling rate of USB 2\.0 High Speed is (\d+) Mbit\/s, which is (\d+) megabytes per second\.$/,
    // Full Speed of 12 Mbit/s, forty times over.
    (bits, bytes) => Number(bits) === 12 * 40 && Number(bits) === Number(bytes) * 8,
  ),
  prove(
    'prot-0285',
    /^The line rate of (\d+) Gbit\/s of USB 3\.2 Gen 1 carries at most (\d+) megabytes per second of data after (\d+)b\/(\d+)b coding\.$/,
    (rate, bytes, data, coded) =>
      (((Number(rate) * 1000) / Number(coded)) * Number(data)) / 8 === Number(bytes),
  ),
]

const modelProofs: Proof[] = [
  prove(
    ['prot-0290', 'prot-0291', 'prot-0292', 'prot-0293'],
    /\b[Tt]he (transport|network|data link|application) layer,? .*\blayer (\d) of the OSI model/,
    (name, number) => OSI_LAYERS.indexOf(name!) + 1 === Number(number),
  ),
  prove(
    'prot-0302',
    /^The Sec-WebSocket-Accept value for the WebSocket key '(\S+)' is '(\S+)'\.$/,
    (key, accept) =>
      createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64') === accept,
  ),
  prove(
    'prot-0310',
    /^The gRPC status codes run from (\d+) \(OK\) to (\d+) \(UNAUTHENTICATED\), so there are (\d+) codes\.$/,
    (first, last, count) => Number(last) - Number(first) + 1 === Number(count),
  ),
]

/** Computes again what axioms of level 6 state in figures. */
export const protocolProofs: Proof[] = [
  ...httpProofs,
  ...transportProofs,
  ...linkProofs,
  ...modelProofs,
  ...addressProofs,
  ...encodingProofs,
  ...identifierProofs,
  ...timeProofs,
]
