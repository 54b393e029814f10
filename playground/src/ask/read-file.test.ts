import { expect, it } from 'vitest'
import { contentIn } from './read-file.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const kindOf = (content: Uint8Array) => {
  const found = contentIn(content)
  return typeof found === 'string' ? found : found.kind === 'refused' ? found.note : found.kind
}

it.each([
  ['%PDF-1.7\n…', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n\0\0', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a\x01\0', 'image/gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
])('knows %j by its content as %s', (content, type) => {
  expect(kindOf(bytes(content))).toBe(type)
})

it.each(['name;size\nhazel;3 m\r\n', '{"a": [1, 2]}', 'Straße, 木, 🌳\f', '\x1b[31mred\x1b[0m'])(
  'takes %j for a text and leaves it as it is',
  (text) => {
    expect(contentIn(new TextEncoder().encode(text))).toEqual({ kind: 'text', content: text, note: '' })
  },
)

it.each([
  ['Stra\xdfe', 'Its text is not UTF-8. Save it as UTF-8.'],
  ['\xff\xfeH\0i\0', 'Its text is not UTF-8. Save it as UTF-8.'],
  ['\x7fELF\x02\x01\0', 'Neither a text nor a PDF nor a picture. Save it as one of these.'],
  ['abc\0\xff', 'Neither a text nor a PDF nor a picture. Save it as one of these.'],
  ['PK\x03\x04', 'Office files and archives cannot be read. Save it as PDF or text.'],
  ['\0\0\0\x18ftypheic', 'Only PNG, JPEG, WebP and GIF pictures can be read. Save it as one of these.'],
  ['MM\0*\0', 'Only PNG, JPEG, WebP and GIF pictures can be read. Save it as one of these.'],
  [' \n', 'It is empty.'],
])('refuses %j: %s', (content, note) => {
  expect(kindOf(bytes(content))).toBe(note)
})
