// The proofs of level 7 stand beside, subject by subject; here are those about the encoding of text.
import { type Proof, prove } from '../../proof.ts'
import { englishProofs } from './english.ts'
import { formalLanguageProofs } from './formal.ts'
import { javascriptProofs } from './javascript.ts'
import { otherLanguageProofs } from './languages.ts'
import { typescriptProofs } from './typescript.ts'
import { writingProofs } from './writing.ts'

const HIGHEST_CODE_POINT = 0x10ffff

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)]
const hexadecimal = (numbers: number[]): string =>
  numbers.map((number) => number.toString(16).toUpperCase().padStart(2, '0')).join(' ')
const fromHexadecimal = (text: string): number => Number.parseInt(text, 16)
const utf16 = (text: string): number[] =>
  Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
const graphemes = (text: string): number =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length
const isCodePoint = (number: number): boolean => {
  try {
    return String.fromCodePoint(number).codePointAt(0) === number
  } catch {
    return false
  }
}

/** One code point of each plane and length, the ends of every range, and a coarse net in between. */
function* sampledCodePoints(): Generator<number> {
  const ends = [0x7f, 0x7ff, 0xd7ff, 0xffff, HIGHEST_CODE_POINT]
  const places = ends.flatMap((end) => [end - 1, end, end + 1])
  for (let place = 0; place <= HIGHEST_CODE_POINT; place += 997) places.push(place)
  for (const place of places) {
    if (place <= HIGHEST_CODE_POINT && !/\p{Surrogate}/u.test(String.fromCodePoint(place))) yield place
  }
}

const textProofs: Proof[] = [
  prove('ling-0001', /^The highest Unicode code point is U\+([0-9A-F]+)\.$/, (highest) => {
    const number = fromHexadecimal(highest!)
    return isCodePoint(number) && !isCodePoint(number + 1)
  }),
  prove('ling-0002', /^The maximum length of one code point in UTF-8 is (\d) bytes\.$/, (most) => {
    const lengths = [...sampledCodePoints()].map((place) => utf8(String.fromCodePoint(place)).length)
    return Math.max(...lengths) === Number(most)
  }),
  prove(
    'ling-0003',
    /^The UTF-8 encoding of the euro sign \(U\+([0-9A-F]+)\) is the byte sequence ([0-9A-F ]+)\.$/,
    (codePoint, bytes) => {
      const sign = String.fromCodePoint(fromHexadecimal(codePoint!))
      const written = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(1)
      return written.includes(sign) && hexadecimal(utf8(sign)) === bytes
    },
  ),
  prove('ling-0004', /^The number of characters in ASCII is (\d+)\.$/, (count) => {
    const single = [...sampledCodePoints(), ...Array(256).keys()].filter((place) =>
      /^\p{ASCII}$/u.test(String.fromCodePoint(place)),
    )
    return new Set(single).size <= Number(count) && Math.max(...single) + 1 === Number(count)
  }),
  prove(
    'ling-0025',
    /^Every ASCII text .* UTF-8 encodes U\+0000 to U\+([0-9A-F]+) as single bytes with the same values\.$/,
    (last) => {
      const end = fromHexadecimal(last!)
      const same = Array.from(
        { length: end + 1 },
        (_, code) => utf8(String.fromCodePoint(code)).join() === `${code}`,
      )
      return same.every(Boolean) && utf8(String.fromCodePoint(end + 1)).length > 1
    },
  ),
  prove(
    'ling-0026',
    /^The length .* in UTF-8 is (\d) byte up to U\+(\w+), (\d) bytes up to U\+(\w+), (\d) bytes up to U\+(\w+) and (\d) bytes above\.$/,
    (...figures) => {
      const limits = [1, 3, 5].map((place) => fromHexadecimal(figures[place]!))
      const lengths = [0, 2, 4, 6].map((place) => Number(figures[place]))
      return [...sampledCodePoints()].every((place) => {
        const range = limits.findIndex((limit) => place <= limit)
        return utf8(String.fromCodePoint(place)).length === lengths.at(range)
      })
    },
  ),
  prove(
    'ling-0027',
    /^The byte values that never occur in valid UTF-8 are (\w+), (\w+) and (\w+) to (\w+) \(hexadecimal\)\.$/,
    (...bytes) => {
      const [first, second, from, to] = bytes.map(fromHexadecimal)
      const seen = new Set<number>()
      // All of one or two bytes; of the longer ones every 17th, as their last bytes repeat every 64.
      const places = [
        ...Array(0x800).keys(),
        ...Array.from({ length: 65_416 }, (_, step) => 0x800 + 17 * step),
      ]
      const text = places
        .filter((place) => place < 0xd800 || place > 0xdfff)
        .map((place) => String.fromCodePoint(place))
      for (const byte of new TextEncoder().encode(text.join(''))) seen.add(byte)
      return Array.from({ length: 256 }, (_, byte) => byte).every(
        (byte) => seen.has(byte) !== (byte === first || byte === second || (byte >= from! && byte <= to!)),
      )
    },
  ),
  prove(
    'ling-0029',
    /^The byte order mark \(BOM\), U\+(\w+), in UTF-8 is the byte sequence ([0-9A-F ]+)\.$/,
    (mark, bytes) => {
      const text = String.fromCodePoint(fromHexadecimal(mark!))
      const removed = new TextDecoder().decode(Uint8Array.from(utf8(`${text}a`)))
      return hexadecimal(utf8(text)) === bytes && removed === 'a'
    },
  ),
  prove(
    'ling-0030',
    /^The range of the surrogate code points reserved for UTF-16 is U\+(\w+) to U\+(\w+)\.$/,
    (from, to) => {
      const [first, last] = [fromHexadecimal(from!), fromHexadecimal(to!)]
      return Array.from({ length: 0x10000 }, (_, unit) => unit).every(
        (unit) => /\p{Surrogate}/u.test(String.fromCharCode(unit)) === (unit >= first && unit <= last),
      )
    },
  ),
  prove(
    'ling-0031',
    /^The UTF-16 encoding of a code point above U\+(\w+) is a surrogate pair, two 16-bit code units\.$/,
    (limit) =>
      [...sampledCodePoints()].every(
        (place) => String.fromCodePoint(place).length === (place > fromHexadecimal(limit!) ? 2 : 1),
      ),
  ),
  prove(
    'ling-0032',
    /^The surrogate pair of the grinning face emoji \(U\+(\w+)\) in UTF-16 is (\w+) (\w+)\.$/,
    (place, high, low) => {
      const rest = fromHexadecimal(place!) - 0x10000
      const pair = [0xd800 + (rest >> 10), 0xdc00 + (rest & 0x3ff)]
      const emoji = String.fromCodePoint(fromHexadecimal(place!))
      return (
        hexadecimal(pair) === `${high} ${low}` &&
        utf16(emoji).join() === pair.join() &&
        /\p{Emoji}/u.test(emoji)
      )
    },
  ),
  prove(
    ['ling-0034', 'ling-0036'],
    /^The ASCII code of the (?:capital letter|digit) '(.)' is (\d+) in decimal, which is (\w+) in hexadecimal\.$/,
    (character, decimal, code) =>
      utf8(character!).join() === decimal && fromHexadecimal(code!) === Number(decimal),
  ),
  prove(
    'ling-0035',
    /^The ASCII code of a lowercase letter is (\d+) higher than the ASCII code of the same capital letter\.$/,
    (difference) =>
      [...'abcdefghijklmnopqrstuvwxyz'].every(
        (letter) => letter.charCodeAt(0) - letter.toUpperCase().charCodeAt(0) === Number(difference),
      ),
  ),
  prove(
    'ling-0037',
    /^The ASCII code of the line feed \(newline\) is (\d+), and the ASCII code of the carriage return is (\d+)\.$/,
    (feed, carriage) => utf8('\n').join() === feed && utf8('\r').join() === carriage,
  ),
  prove(
    'ling-0039',
    /^The four Unicode normalization forms are (\w+), (\w+), (\w+) and (\w+)\.$/,
    (...forms) => {
      const sample = '\u00e9\ufb01e\u0301'
      return new Set(forms.map((form) => sample.normalize(form))).size === 4
    },
  ),
  prove(
    'ling-0040',
    /^The letter '(.)' .* single code point U\+(\w+) or as the letter (.) followed by the combining acute accent U\+(\w+)\.$/,
    (letter, single, base, accent) => {
      const composed = String.fromCodePoint(fromHexadecimal(single!))
      const pair = base! + String.fromCodePoint(fromHexadecimal(accent!))
      return (
        letter === composed &&
        composed.normalize('NFD') === pair &&
        pair.normalize('NFC') === composed &&
        composed !== pair
      )
    },
  ),
  prove(
    'ling-0041',
    /^The first (\d+) code points of Unicode, U\+0000 to U\+(\w+), are the characters of Latin-1 \(ISO 8859-1\) in the same order\.$/,
    (count, last) => {
      const bytes = Buffer.from(Array.from({ length: Number(count) }, (_, byte) => byte))
      return (
        fromHexadecimal(last!) === Number(count) - 1 &&
        utf16(bytes.toString('latin1')).every((unit, byte) => unit === byte)
      )
    },
  ),
  prove(
    'ling-0043',
    /^The letter '(.)' encoded in UTF-8 and misread as Windows-1252 appears as '(..)'\.$/,
    (letter, garbled) => {
      const bytes = utf8(letter!)
      // Outside 80 to 9F Windows-1252 is Latin-1.
      return bytes.every((byte) => byte > 0x9f) && Buffer.from(bytes).toString('latin1') === garbled
    },
  ),
  prove(
    'ling-0044',
    /^The Unicode replacement character, .*, is U\+(\w+)\.$/,
    (place) =>
      new TextDecoder().decode(Uint8Array.of(0xff)) === String.fromCodePoint(fromHexadecimal(place!)),
  ),
  prove(
    'ling-0045',
    /^The code point that joins .* is the zero-width joiner \(ZWJ\), U\+(\w+)\.$/,
    (place) => {
      const joiner = String.fromCodePoint(fromHexadecimal(place!))
      const parts = ['👩', '💻']
      return graphemes(parts.join(joiner)) === 1 && graphemes(parts.join('')) === 2
    },
  ),
  prove(
    'ling-0046',
    /^The flag emoji of a country .* is a sequence of two regional indicator code points that spell the code\.$/,
    () =>
      ['FR', 'JP', 'BR', 'ZA'].every((code) => {
        const flag = String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))
        return (
          /^\p{Regional_Indicator}{2}$/u.test(flag) &&
          /^\p{Emoji_Presentation}{2}$/u.test(flag) &&
          graphemes(flag) === 1
        )
      }),
  ),
]

/** Computes again what axioms of level 7 state. */
export const linguisticProofs: Proof[] = [
  ...textProofs,
  ...writingProofs,
  ...javascriptProofs,
  ...typescriptProofs,
  ...otherLanguageProofs,
  ...formalLanguageProofs,
  ...englishProofs,
]
