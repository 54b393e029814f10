import { describe, expect, it } from 'vitest'
import { literalsOf } from './literals.ts'

describe('literalsOf', () => {
  it.each([
    ['What does a[1:] do?', ['a[1:]']],
    ['What is 2 + 2?', ['2+2']],
    ['Is x^2 convex?', ['x^2']],
    ['How does print("hi") work?', ['print("hi")']],
    ['What does git reset --hard do?', ['--hard']],
    ['How do I rename my_file?', ['my_file']],
    ['Is C++ older than c#?', ['c++', 'c#']],
  ])('finds the code of: %s', (text, code) => expect(literalsOf(text).code).toEqual(code))

  it.each([
    'Does love (at first sight) exist?',
    'R&B, 50% off: why?',
    '• Do Indians lack it? *',
    'a 15 year -old',
    'and/or',
  ])('finds none in prose: %s', (text) => expect(literalsOf(text).code).toEqual([]))

  it('finds what stands in quotes of any kind', () =>
    expect(literalsOf('"one" and “two” and `three` and ""four"", ""five""').quoted).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
    ]))
})
