import { expect, test } from 'vitest'
import { keyBegunAt, replyWithoutKey, wordsWithoutKey } from './provider-fault.ts'

const KEY = 'router/v1+0123456789abcdef'

test.each([
  ['as it stands', `No such key: ${KEY}.`],
  ['URL-encoded', `GET /?key=${encodeURIComponent(KEY)} failed`],
  ['as a bearer', `Header "Bearer ${KEY}" is not valid`],
  ['its beginning', `No such key: ${KEY.slice(0, 12)}…`],
  ['its end', `No such key: ****${KEY.slice(-8)}`],
])('a message that repeats the key %s is redacted', (_, words) => {
  const cleaned = wordsWithoutKey(words, KEY)
  for (const piece of [KEY, KEY.slice(0, 12), KEY.slice(-8), encodeURIComponent(KEY)])
    expect(cleaned).not.toContain(piece)
  expect(cleaned).toContain('[key]')
})

test('anything that looks like a key is redacted', () => {
  expect(wordsWithoutKey('Incorrect key sk-abc*****xyz; was Bearer of-another', KEY)).toBe(
    'Incorrect key [key]; was Bearer [key]',
  )
  expect(wordsWithoutKey('Cannot reach http://someone:hidden@host/v1', KEY)).toBe(
    'Cannot reach http://[key]@host/v1',
  )
})

test('other messages stay unchanged', () => {
  const words = 'The risk-averse model vendor/some-model-2024 is overloaded; see https://example.test/help.'
  expect(wordsWithoutKey(words, KEY)).toBe(words)
  expect(wordsWithoutKey(words, '')).toBe(words)
})

test('the key is removed from a reply, unless the key is an ordinary word', () => {
  expect(replyWithoutKey(`It is ${KEY} or ${encodeURIComponent(KEY)}.`, KEY)).toBe('It is [key] or [key].')
  expect(replyWithoutKey('It runs on ollama.', 'ollama')).toBe('It runs on ollama.')
})

test('the beginning of the key is found at the end of a text that goes on', () => {
  for (const key of [KEY, encodeURIComponent(KEY)])
    for (const length of [1, 7, key.length - 1])
      expect(keyBegunAt(`It is ${key.slice(0, length)}`, KEY)).toBe(6)
  expect(keyBegunAt(`It is ${KEY}.`, KEY)).toBe(7 + KEY.length)
  expect(keyBegunAt('', KEY)).toBe(0)
  expect(keyBegunAt('It runs on olla', 'ollama')).toBe(15)
})

test.each(['sk-or-v1-abcdefs', 'abcabXYZabcab', 'sk/or+12345s'])(
  'the key %s, which ends as it begins, is not cut where a text arrives in pieces',
  (key) => {
    const forms = [key, encodeURIComponent(key)]
    for (const form of forms)
      for (const rest of ['', ' It is yours.', key])
        for (let step = 1; step < 40; step++) {
          const text = `Your key is ${form}${rest}.`
          let [shown, said] = [0, '']
          for (let end = step; end < text.length + step; end += step) {
            const arrived = text.slice(shown, end)
            const piece = arrived.slice(0, keyBegunAt(arrived, key))
            shown += piece.length
            said += replyWithoutKey(piece, key)
          }
          for (const secret of forms) expect(said).not.toContain(secret)
        }
  },
)
