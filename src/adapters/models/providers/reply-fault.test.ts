import { describe, expect, it } from 'vitest'
import { errorAs, errorIn } from './reply-fault.ts'

describe('an error in the body of a reply', () => {
  it.each([
    ['of a router', { error: { code: 429, message: 'slow' } }, { words: 'slow', status: 429, names: [] }],
    [
      'of a vendor',
      { error: { message: 'no', code: 'some_code', type: 'some_type' } },
      { words: 'no', status: null, names: ['some_code', 'some_type'] },
    ],
    [
      'of a choice',
      { choices: [{ error: { code: 502, message: 'gone' } }] },
      { words: 'gone', status: 502, names: [] },
    ],
    ['that is a text', { error: 'no' }, { words: 'no', status: null, names: [] }],
    [
      'whose status is written as text',
      { error: { code: '503' } },
      { words: '', status: 503, names: ['503'] },
    ],
    [
      'whose code and wait cannot be read as text',
      {
        error: {
          code: { toString: 1, valueOf: 1 },
          message: 'no',
          details: [{ retryDelay: { toString: 1 } }],
        },
      },
      { words: 'no', status: null, names: [] },
    ],
    [
      'whose number is no status',
      { error: { code: 7, message: 'no' } },
      { words: 'no', status: null, names: [] },
    ],
    [
      'whose fields are of other kinds',
      { error: { code: [], message: {} } },
      { words: '', status: null, names: [] },
    ],
  ])('is recognised: one %s', (_, body, expected) => {
    expect(errorIn(body)).toEqual(expected)
  })

  it.each([
    [{ error: null, choices: [{ error: null }] }],
    [{ error: '' }],
    [{ error: {} }],
    [{ error: { code: 0, message: '' } }],
    [{}],
    [[]],
    [null],
    ['error'],
  ])('is not found in %j', (body) => expect(errorIn(body)).toBeNull())
})

describe('the message of an error', () => {
  it('is read from any form of body', () => {
    expect(errorAs({ message: 'bare' }, 'text').words).toBe('bare')
    expect(errorAs({ detail: 'from a framework' }, 'text').words).toBe('from a framework')
    expect(errorAs({ detail: [{ msg: 'x' }] }, 'the text itself').words).toBe('the text itself')
    expect(errorAs(undefined, ' <h1>Bad\nGateway</h1> ').words).toBe('Bad Gateway')
  })
})
