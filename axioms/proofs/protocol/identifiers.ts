import { createHash, randomUUID } from 'node:crypto'
import { urlToHttpOptions } from 'node:url'
import { isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'

/** The namespace of domain names in RFC 9562. */
const DNS_NAMESPACE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

function digitsOf(text: string): number[] {
  return [...text.replaceAll(/\D/g, '')].map(Number)
}

/** A UUID of version 5: a SHA-1 hash with the version and variant put in. */
function nameBasedUuid(namespace: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The remainder of an IBAN by 97, its first four characters moved to the end and letters as numbers. */
function ibanRemainder(iban: string): bigint {
  const compact = iban.replaceAll(' ', '')
  const moved = compact.slice(4) + compact.slice(0, 4)
  return BigInt([...moved].map((character) => Number.parseInt(character, 36)).join('')) % 97n
}

function decimalPlaces(currency: string): number | undefined {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
}

function hasCode(type: 'region' | 'currency', code: string, name: string): boolean {
  return new Intl.DisplayNames('en', { type }).of(code)?.toLowerCase() === name.toLowerCase()
}

/** Computes again what axioms of level 6 state about identifiers, URLs and codes. */
export const identifierProofs: Proof[] = [
  prove(
    'prot-0022',
    /^The size of a UUID is (\d+) bits\.$/,
    (bits) => randomUUID().replaceAll('-', '').length * 4 === Number(bits),
  ),
  prove(
    'prot-0229',
    /^In the text form of a version 4 UUID the third group begins with (\w) and the fourth group begins with (\w), (\w), (\w) or (\w)\.$/,
    (version, ...variants) => {
      const groups = Array.from({ length: 500 }, () => randomUUID().split('-'))
      const seen = new Set(groups.map((group) => group[3]![0]!))
      return groups.every((group) => group[2]![0] === version) && [...seen].sort().join() === variants.join()
    },
  ),
  prove(
    'prot-0230',
    /^The number of random version 4 UUIDs for a collision probability of about one half is approximately ([\d.]+ x 10\^\d+)\.$/,
    // The birthday bound; four bits of the version and two of the variant are not random.
    (count) => isRounded(Math.sqrt(2 * Math.LN2 * 2 ** (128 - 4 - 2)), count!),
  ),
  prove(
    'prot-0232',
    /^The version 5 UUID of the name '([\w.]+)' in the DNS namespace is ([\da-f-]{36})\.$/,
    (name, uuid) => nameBasedUuid(DNS_NAMESPACE, name!) === uuid,
  ),
  prove(
    'prot-0234',
    /^In the URL '(\S+)' the host is '(\S+)', the port is (\d+), the path is '(\S+)', the query is '(\S+)' and the fragment is '(\S+)'\.$/,
    (text, host, port, path, query, fragment) => {
      const url = new URL(text!)
      const parts = [url.hostname, url.port, url.pathname, url.search, url.hash]
      return parts.join(' ') === [host, port, path, `?${query}`, `#${fragment}`].join(' ')
    },
  ),
  prove(
    'prot-0235',
    /^The fragment of a URL, the part after '(.)', is not sent to the server in an HTTP request\.$/,
    (sign) => {
      const { path } = urlToHttpOptions(new URL(`http://example.com/page?query${sign}part`))
      return path === '/page?query'
    },
  ),
  prove(
    'prot-0236',
    /^The scheme and host of a URL are case-insensitive, so '(\S+)' is equivalent to '(\S+)'\.$/,
    (url, other) => url !== other && new URL(url!).href === other,
  ),
  prove(
    'prot-0237',
    /^Resolving the relative reference '(\S+)' against '(\S+)' gives '(\S+)'\.$/,
    (reference, base, result) => new URL(reference!, base!).href === result,
  ),
  prove(
    'prot-0238',
    /^The percent-encoding of a space in a URI is '(\S+)', whereas URL-encoded HTML form data encodes a space as '(\S+)'\.$/,
    (inUri, inForm) =>
      encodeURIComponent(' ') === inUri && new URLSearchParams([['', ' ']]).toString() === `=${inForm}`,
  ),
  prove(
    'prot-0239',
    /^The percent-encoding of the letter '(.)' \(U\+([\dA-F]{4})\) in UTF-8 for a URI is '(\S+)'\.$/,
    (letter, point, encoded) =>
      letter!.codePointAt(0) === Number.parseInt(point!, 16) && encodeURIComponent(letter!) === encoded,
  ),
  prove('prot-0242', /^The check digit of the ISBN-13 number ([\d-]+) is (\d)\.$/, (number, check) => {
    const digits = digitsOf(`${number}${check}`)
    const total = digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0)
    return digits.length === 13 && total % 10 === 0
  }),
  prove('prot-0243', /^The check digit of the ISBN-10 number ([\d-]+) is (\d)\.$/, (number, check) => {
    const digits = digitsOf(`${number}${check}`)
    return (
      digits.length === 10 && digits.reduce((sum, digit, index) => sum + digit * (10 - index), 0) % 11 === 0
    )
  }),
  prove(
    'prot-0244',
    /^The check digits of the example IBAN '([A-Z\d ]+)' are valid, since the rearranged number leaves remainder (\d+) on division by 97\.$/,
    (iban, remainder) => ibanRemainder(iban!) === BigInt(remainder!) && remainder === '1',
  ),
  prove('prot-0246', /^The ISO 3166-1 alpha-2 country code of the ([\w ]+) is ([A-Z]{2})\.$/, (name, code) =>
    hasCode('region', code!, name!),
  ),
  prove('prot-0247', /^The ISO 4217 currency code of the ([\w ]+) is ([A-Z]{3})\.$/, (name, code) =>
    hasCode('currency', code!, name!),
  ),
  prove(
    'prot-0248',
    /^The ([\w ]+) \(([A-Z]{3})\) has (\d) decimal places in ISO 4217 and the ([\w ]+) \(([A-Z]{3})\) has (\d)\.$/,
    (name, code, places, otherName, otherCode, otherPlaces) =>
      hasCode('currency', code!, name!) &&
      hasCode('currency', otherCode!, otherName!) &&
      decimalPlaces(code!) === Number(places) &&
      decimalPlaces(otherCode!) === Number(otherPlaces),
  ),
]
