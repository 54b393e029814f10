import { createHash, createHmac, createPrivateKey } from 'node:crypto'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { figure, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** A private key in DER: the prefix of Ed25519 keys (RFC 8410), then 32 bytes. */
const KEY_IN_DER = Buffer.from(`302e020100300506032b657004220420${'42'.repeat(32)}`, 'hex')
/** Codes of eight digits by Unix time for the secret of RFC 6238, appendix B. */
const TOTP_VECTORS = new Map([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1234567890, '89005924'],
  [20000000000, '65353130'],
])
const TOTP_SECRET = '12345678901234567890'

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex')
}

function inHex(bytes: Uint8Array | number[]): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
}

/** A one-time password by RFC 4226. */
function oneTimePassword(secret: string, counter: number, digits: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac('sha1', secret).update(message).digest()
  const truncated = digest.readUInt32BE(digest.at(-1)! & 0xf) & 0x7fffffff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  const text = groups.map((group) => BASE32_ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
  return text.padEnd(Math.ceil(bytes.length / 5) * 8, '=')
}

function varint(number: number): number[] {
  return number < 128 ? [number] : [(number % 128) + 128, ...varint(Math.floor(number / 128))]
}

/** An unsigned integer of at most 32 bits in CBOR (RFC 8949). */
function cbor(number: number): number[] {
  if (number < 24) return [number]
  const [information, length] = number < 2 ** 8 ? [24, 1] : number < 2 ** 16 ? [25, 2] : [26, 4]
  const bytes = Array.from({ length }, (_, index) => Math.floor(number / 256 ** (length - 1 - index)) % 256)
  return [information, ...bytes]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function jsonType(text: string): string {
  const value: unknown = JSON.parse(text)
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** The CRC-32 that gzip puts at the end, least significant byte first. */
function crc32(text: string): number {
  return gzipSync(text).readUInt32LE(gzipSync(text).length - 8)
}

const securityProofs: Proof[] = [
  prove('prot-0019', /^The default time step of TOTP one-time passwords is (\d+) seconds\.$/, (step) =>
    [...TOTP_VECTORS].every(
      ([time, code]) => oneTimePassword(TOTP_SECRET, Math.floor(time / Number(step)), 8) === code,
    ),
  ),
  prove(
    'prot-0147',
    /^An HSTS max-age of ([\d ]+) seconds is (\d+) days\.$/,
    (seconds, days) => figure(seconds!) === Number(days) * 24 * 60 * 60,
  ),
  prove(
    'prot-0154',
    /^The PEM form of an X\.509 certificate or PKCS #8 key is the Base64 encoding of the DER form between lines that start with '(-+BEGIN)' and '(-+END)'\.$/,
    (begin, end) => {
      const key = createPrivateKey({ key: KEY_IN_DER, format: 'der', type: 'pkcs8' })
      const lines = String(key.export({ format: 'pem', type: 'pkcs8' }))
        .trim()
        .split('\n')
      const between = Buffer.from(lines.slice(1, -1).join(''), 'base64')
      return lines[0]!.startsWith(begin!) && lines.at(-1)!.startsWith(end!) && between.equals(KEY_IN_DER)
    },
  ),
  prove(
    'prot-0155',
    /^The HTTP Basic credentials of user '(\w+)' with password '([\w ]+)' are sent as '([\w+/=]+)'\.$/,
    (user, password, sent) => Buffer.from(`${user}:${password}`).toString('base64') === sent,
  ),
  prove(
    'prot-0157',
    /^The PKCE code challenge \(method S256\) of the verifier '([\w-]+)' is '([\w-]+)'\.$/,
    (verifier, challenge) => createHash('sha256').update(verifier!).digest('base64url') === challenge,
  ),
  prove(
    'prot-0158',
    /^A JSON Web Token \(JWT\) usually begins with '(\w+)', the base64url form of an opening brace, a double quote and the start of a letter\.$/,
    (start) =>
      [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].every((letter) =>
        Buffer.from(`{"${letter}`).toString('base64url').startsWith(start!),
      ) && start!.length === 3,
  ),
  prove(
    'prot-0162',
    /^The HOTP value for the secret '(\d+)' and counter (\d+) is (\d+)\.$/,
    (secret, counter, code) => oneTimePassword(secret!, Number(counter), 6) === code,
  ),
  prove(
    'prot-0163',
    /^The eight-digit TOTP value with SHA-1 for the secret '(\d+)' at Unix time (\d+) is (\d{8})\.$/,
    (secret, time, code) => oneTimePassword(secret!, Math.floor(Number(time) / 30), 8) === code,
  ),
]

const mailProofs: Proof[] = [
  prove(
    'prot-0190',
    /^The longest email address usable in SMTP is (\d+) octets, since a path of (\d+) octets includes two angle brackets\.$/,
    (address, path) => `<${'a'.repeat(Number(address))}>`.length === Number(path) && Number(path) === 2 ** 8,
  ),
  prove(
    'prot-0196',
    /^The longest line of an Internet email message is (\d+) characters, or (\d+) octets with the line end CR LF\.$/,
    (characters, octets) => `${'a'.repeat(Number(characters))}\r\n`.length === Number(octets),
  ),
  prove(
    'prot-0197',
    /^A Base64 email attachment in lines of (\d+) characters grows by about (\d+) percent, line ends included\.$/,
    (width, percent) => {
      const file = Buffer.alloc(57_000)
      const lines = file.toString('base64').match(new RegExp(`.{1,${width}}`, 'g'))!
      return isRounded((`${lines.join('\r\n')}\r\n`.length / file.length - 1) * 100, percent!)
    },
  ),
  prove(
    'prot-0198',
    /^The quoted-printable encoding of the equals sign is '=([\dA-F]{2})'\.$/,
    (hex) => String.fromCharCode(Number.parseInt(hex!, 16)) === '=',
  ),
]

const jsonProofs: Proof[] = [
  prove(
    ['prot-0200', 'prot-0201', 'prot-0203'],
    /^The text '(.+)' is not valid JSON, because .+\.$/,
    // Mended, each is valid.
    (text) => !isJson(text!) && isJson(text!.replace(',]', ']').replace('name', '"name"').replace(/^0+/, '')),
  ),
  prove('prot-0202', /^The text '(.+)' is a complete and valid JSON document\.$/, (text) => isJson(text!)),
  prove(
    'prot-0204',
    /^The types of value in JSON are six: (\w+), (\w+), (\w+), (\w+), (\w+) and (\w+)\.$/,
    (...types) => {
      const texts = ['{}', '[]', '"text"', '1.5e3', 'true', 'false', 'null']
      return [...new Set(texts.map(jsonType))].sort().join() === types.sort().join()
    },
  ),
  prove(
    'prot-0205',
    /^The result of parsing the JSON number (\d+) with JSON\.parse in JavaScript is (\d+)\.$/,
    (text, result) => String(JSON.parse(text!)) === result && text !== result,
  ),
]

const binaryProofs: Proof[] = [
  prove(
    'prot-0021',
    /^The length of the Base64 encoding of n bytes, with padding and without line breaks, is (\d)\*ceil\(n\/(\d)\) characters\.$/,
    (characters, bytes) =>
      Array.from({ length: 100 }, (_, n) => n).every(
        (n) =>
          Buffer.alloc(n).toString('base64').length === Number(characters) * Math.ceil(n / Number(bytes)),
      ),
  ),
  prove(
    'prot-0212',
    /^The Protocol Buffers varint encoding of (\d+) is the bytes ([\da-f ]+) in hexadecimal\.$/,
    (number, bytes) => inHex(varint(Number(number))) === bytes,
  ),
  prove(
    'prot-0213',
    /^The largest field number in Protocol Buffers is ([\d ]+)\.$/,
    // A tag of 32 bits less three for the wire type.
    (number) => 2 ** (32 - 3) - 1 === figure(number!),
  ),
  prove(
    'prot-0214',
    /^The CBOR encoding of the integer (\d+) is the bytes ([\da-f ]+) in hexadecimal\.$/,
    (number, bytes) => inHex(cbor(Number(number))) === bytes,
  ),
  prove(
    'prot-0215',
    /^The signature of a PNG file is the eight bytes ([\dA-F ]+) in hexadecimal, of which the second to fourth spell '(\w+)' in ASCII\.$/,
    // A byte above ASCII, the name, both kinds of line end, and the end of text files in DOS between them.
    (bytes, name) => bytesOf(bytes!).equals(Buffer.from(`\u0089${name}\r\n\u001a\n`, 'latin1')),
  ),
  prove(
    'prot-0217',
    /^A gzip file begins with the bytes ([\da-f ]+) in hexadecimal\.$/,
    (bytes) => inHex(gzipSync('text').subarray(0, 2)) === bytes,
  ),
  prove('prot-0218', /^The gzip format adds at least (\d+) bytes to the raw DEFLATE data\.$/, (bytes) => {
    const text = 'a text, a text and a text again'
    return gzipSync(text).length - deflateRawSync(text).length === Number(bytes)
  }),
  prove(
    'prot-0219',
    /^The last four bytes of a conforming PNG file are ([\dA-F ]+) in hexadecimal, the CRC-32 of the chunk type '(\w+)'\.$/,
    (bytes, type) => bytesOf(bytes!).readUInt32BE() === crc32(type!),
  ),
  prove(
    'prot-0220',
    /^The signature of a local file header in a ZIP archive is the bytes ([\dA-F ]+) in hexadecimal, which begin with '(\w\w)' in ASCII\.$/,
    // The number that the ZIP specification gives, stored least significant byte first.
    (bytes, initials) =>
      bytesOf(bytes!).readUInt32LE() === 0x04034b50 &&
      bytesOf(bytes!).toString('latin1').startsWith(initials!),
  ),
  prove(
    'prot-0221',
    /^A conforming PDF file begins with the ASCII characters '(\S+)', the bytes ([\dA-F ]+) in hexadecimal\.$/,
    (text, bytes) => bytesOf(bytes!).toString('latin1') === text,
  ),
  prove(
    'prot-0223',
    /^The Base64 encoding of the ASCII string '(\w+)' is '([\w+/=]+)'\.$/,
    (text, encoded) => Buffer.from(text!).toString('base64') === encoded,
  ),
  prove(
    'prot-0224',
    /^The base64url alphabet replaces '(.)' of standard Base64 with '(.)' and '(.)' with '(.)'\.$/,
    (plus, minus, slash, underscore) => {
      const everyCharacter = Buffer.from(Array.from({ length: 256 * 3 }, (_, index) => (index * 89) % 256))
      const swapped = everyCharacter
        .toString('base64')
        .replaceAll(plus!, minus!)
        .replaceAll(slash!, underscore!)
      return swapped.replaceAll('=', '') === everyCharacter.toString('base64url')
    },
  ),
  prove(
    'prot-0225',
    /^The Base32 encoding of the ASCII string '(\w+)' is '([A-Z2-7=]+)'\.$/,
    (text, encoded) => base32(Buffer.from(text!)) === encoded,
  ),
  prove(
    'prot-0226',
    /^The bit rate of uncompressed audio CD sound, ([\d ]+) samples per second of (\d+) bits on (\d) channels, is ([\d ]+) bits per second\.$/,
    (samples, bits, channels, rate) => figure(samples!) * Number(bits) * Number(channels) === figure(rate!),
  ),
  prove(
    'prot-0227',
    /^The size of an uncompressed image of (\d+) x (\d+) pixels with (\d+) bits per pixel is ([\d ]+) bytes\.$/,
    (width, height, bits, bytes) => (Number(width) * Number(height) * Number(bits)) / 8 === figure(bytes!),
  ),
  prove(
    'prot-0228',
    /^A single GIF colour table holds at most (\d+) colours\.$/,
    // The size field of three bits stands for 2^(size + 1) entries.
    (colours) => 2 ** (0b111 + 1) === Number(colours),
  ),
]

/** Computes again what axioms of level 6 state about encodings, tokens and file formats. */
export const encodingProofs: Proof[] = [...securityProofs, ...mailProofs, ...jsonProofs, ...binaryProofs]
