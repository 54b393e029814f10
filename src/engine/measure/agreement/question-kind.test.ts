import { describe, expect, it } from 'vitest'
import { questionKind } from './question-kind.ts'

describe('questionKind', () => {
  it.each([
    ['When did they land on the moon?', 'time'],
    ['In what year was it built?', 'time'],
    ['which month comes first', 'time'],
    ['Tell me what year it was', 'time'],
    ['How many are there?', 'number'],
    ['what percentage is left', 'number'],
    ['Who had the idea?', 'person'],
    ['Whose idea was it?', 'person'],
    ['Which actress played her?', 'person'],
    ['Where is it found?', 'place'],
    ['What city is the capital?', 'place'],
    ['Why is the sky blue?', 'other'],
    ['How do magnets work?', 'other'],
    ['What is it?', 'other'],
    ['', 'other'],
  ])('takes %j to ask for a %s', (query, kind) => {
    expect(questionKind(query)).toBe(kind)
  })

  it('goes by the first that fits where several do', () => {
    expect(questionKind('When did the man who lived where I live leave?')).toBe('time')
    expect(questionKind('How old is the man who built it?')).toBe('number')
    expect(questionKind('Who lives where nobody lives?')).toBe('person')
  })
})
