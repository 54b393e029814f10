import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const utf8 = (text: string) => Uint8Array.from(Buffer.from(text))

test.each([
  ['its byte order mark', Uint8Array.of(0xff, 0xfe, 0xe9, 0), 'text/html; charset=latin1', 'é'],
  ['its header', latin1('é'), 'text/html; charset="ISO-8859-1"', 'é'],
  [
    'its header before its meta',
    utf8('<meta charset=latin1>é'),
    'text/html;charset=utf-8',
    '<meta charset=latin1>é',
  ],
  [
    'its meta',
    Uint8Array.of(...utf8('<meta charset="koi8-r">'), 0xc1),
    'text/html',
    '<meta charset="koi8-r">а',
  ],
  [
    'its longer meta',
    latin1('<META content="text/html; charset=latin1">é'),
    'text/html',
    '<META content="text/html; charset=latin1">é',
  ],
  ['UTF-8 where it is', utf8('é'), 'text/html', 'é'],
  ['UTF-8 even where it was cut', utf8('aé').subarray(0, 2), 'text/html', 'a'],
  ['windows-1252 where it is not UTF-8', latin1('caf\xe9 \x93'), 'text/html', 'café “'],
  ['windows-1252 where it says latin1', latin1('\x93'), 'text/html; charset=iso-8859-1', '“'],
  ['UTF-8 where the charset is unknown', utf8('é'), 'text/html; charset=none-such', 'é'],
])('a page is decoded by %s', (_what, body, contentType, expected) => {
  expect(decodeText(body, contentType)).toBe(expected)
})
