import { describe, expect, it } from 'vitest'
import { createTelling } from './chat-completion.ts'

const start = { type: 'panel-start', seats: [1, 2, 3] }
const piece = (offset: number, text: string, attempt = 1) => ({
  ...{ type: 'answer-text', iteration: 1, name: 'a/one', model: 'a/one' },
  ...{ attempt, offset, text },
})
const received = (name: string, more: object = {}) => ({
  ...{ type: 'answer-received', iteration: 1, name, model: name, answered: true, answer: '42', error: null },
  ...more,
})

/** What is told of a run, event by event. */
function told(...events: object[]): string[] {
  const tell = createTelling()
  return events.map((event) => tell(event as never))
}

describe('a run in words', () => {
  it('has the words of a seat in one piece, and says once that they are provisional', () => {
    expect(
      told(
        start,
        piece(0, 'The moon'),
        received('b/two'),
        piece(8, ' pulls.'),
        received('a/one', { sample: 2 }),
        received('a/one'),
        received('c/three'),
      ),
    ).toEqual([
      '3 models are answering.\n',
      'Provisional, from a/one, while the others are asked:\n\nThe moon',
      '',
      ' pulls.',
      '',
      '\n\nb/two has answered: 42\na/one has answered: 42\na/one has answered: 42\n',
      'c/three has answered: 42\n',
    ])
  })

  it('says that a seat begins anew or fails', () => {
    const error = { code: 'connection_failed', message: 'It broke off.' }
    const failed = received('a/one', { answered: false, answer: null, error })
    expect(told(piece(0, 'The moo'), piece(0, 'The sun', 2), failed).slice(1)).toEqual([
      '\n\na/one begins anew:\n\nThe sun',
      '\n\na/one gave no answer (connection failed).\n',
    ])
  })

  it('keeps nothing back when a round ends before those words do', () => {
    expect(told(piece(0, 'The moo'), received('b/two'), { type: 'iteration-end' }).at(-1)).toBe(
      '\n\nb/two has answered: 42\n',
    )
  })
})
