import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Literal, readLiteral, writeLiteral } from './literals.ts'

const literals = fc.letrec<{ value: Literal }>((tie) => {
  const items = fc.array(tie('value'), { maxLength: 4 })
  return {
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constant(null),
      fc.boolean(),
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).map((one) => one + 0),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      items.map((list): Literal => ({ open: '[', items: list, held: null })),
      items.map((list): Literal => ({ open: '(', items: list, held: null })),
      items
        .filter(({ length }) => length > 0)
        .map((list): Literal => ({ open: '{', items: list.map((_, place) => `k${place}`), held: list })),
    ),
  }
}).value

const read = (text: string) => {
  const found = readLiteral(text)
  return found === null ? null : writeLiteral(found.value, 'python')
}

describe('readLiteral', () => {
  it.each([
    ['[1, -2.5, "a"]', '[1, -2.5, "a"]'],
    ["{'a': None, 'b': [True]}", '{"a": None, "b": [True]}'],
    ['{a: null, "b": undefined}', '{"a": None, "b": None}'],
    ['{1, 2}', '{1, 2}'],
    ['(1,)', '(1,)'],
    ['(1)', '1'],
    ['()', '()'],
    ['{}', '{}'],
    ['1e3', '1000.0'],
    ["'it''s'", '"it\'s"'],
    ["''", '""'],
    [String.raw`'a\n\x41\u0042\''`, String.raw`"a\nAB'"`],
    ['12345678901234567890', '12345678901234567890'],
  ])('reads %s', (text, written) => expect(read(text)).toBe(written))

  it.each(['', '[1', 'f(1)', "'open", '{1: 2, 3}', '[1 2]', '[,]', 'name', '{"a": }', '['.repeat(50)])(
    'takes %s for no value',
    (text) => expect(readLiteral(text)).toBeNull(),
  )

  it('says where the value ends and does not read on', () => {
    expect(readLiteral('f([1, 2], 3)', 2)).toMatchObject({ end: 8 })
    expect(readLiteral(`[${'1,'.repeat(400)}]`)).toBeNull()
    expect(readLiteral(`"${'a'.repeat(3_000)}"`)).toBeNull()
  })

  it.each(['python', 'javascript'] as const)('reads what it wrote in %s', (language) => {
    fc.assert(
      fc.property(literals, (value) => {
        const written = writeLiteral(value, language)
        fc.pre(written.length < 2_000)
        const again = readLiteral(written)
        expect(again?.end).toBe(written.length)
        expect(writeLiteral(again!.value, language)).toBe(written)
      }),
    )
  })

  it('ends on any text, and never reads past it', () => {
    const hostile = fc.array(fc.constantFrom(...'[](){}"\'\\,:1.e-+aN \n'), { maxLength: 300 })
    fc.assert(
      fc.property(hostile, (signs) => {
        const text = signs.join('')
        const found = readLiteral(text)
        expect(found === null || found.end <= text.length).toBe(true)
      }),
    )
  })
})

describe('writeLiteral', () => {
  const value = readLiteral("{'b': (1, 2.0), 'a': None}")!.value

  it('writes a value in the form of each language', () => {
    expect(writeLiteral(value, 'python')).toBe('{"b": (1, 2.0), "a": None}')
    expect(writeLiteral(value, 'javascript')).toBe('{"b": [1, 2.0], "a": null}')
    expect(writeLiteral(readLiteral("('it''s', NULL, 3)")!.value, 'sql')).toBe("('it''s', NULL, 3)")
    expect(writeLiteral(readLiteral('{2, 1}')!.value, 'javascript')).toBe('new Set([2, 1])')
  })

  it('writes outcomes with sorted keys and sets', () => {
    expect(writeLiteral(value, 'outcome')).toBe('{"a": null, "b": (1, 2.0)}')
    expect(writeLiteral(readLiteral('{2, 1}')!.value, 'outcome')).toBe('{1, 2}')
  })
})
