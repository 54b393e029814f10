import { expect, it } from 'vitest'
import { afterReleased } from './after-released.ts'

const RELEASED = 'The **Moon** makes the tides. It is near.'

it.each([
  ['goes on', 'And it pulls.', 'And it pulls.'],
  ['repeats it', `${RELEASED} And it pulls.`, 'And it pulls.'],
  [
    'repeats it in another layout',
    'The Moon makes\nthe tides.  It is near!\n\n- And it pulls.',
    '- And it pulls.',
  ],
  ['repeats a sentence of it', 'The Moon makes the tides. Its pull does.', 'Its pull does.'],
  ['begins with the same words', 'The Moon pulls.', 'The Moon pulls.'],
  ['has only repeated some of it so far', 'The Moon makes the ti', ''],
  ['has only repeated it so far', `${RELEASED} `, ''],
  ['repeats it up to half a word', 'The Moon makes the tides. It is nearby.', 'It is nearby.'],
])('of a text that %s, the rest is what is new', (_, text, rest) => {
  expect(afterReleased(text, RELEASED)).toBe(rest)
})

it('the rest only grows while the text arrives', () => {
  for (const text of [`${RELEASED} And 3.5 m. It pulls.`, 'The Moon makes the tides. It isn’t far. So.']) {
    let before = ''
    for (let end = 1; end <= text.length; end++) {
      const rest = afterReleased(text.slice(0, end), RELEASED)
      expect(rest.startsWith(before), `${before} | ${rest}`).toBe(true)
      before = rest
    }
    expect(before).not.toBe('')
  }
})
