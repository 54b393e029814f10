import { describe, expect, it } from 'vitest'
import { isReply, readFields, readVerdict } from './reply-fields.ts'

const answer = (fields: Record<string, unknown>) => readFields(new Map(Object.entries(fields))).answer

describe('readFields', () => {
  it.each([
    [{ answer: 'x', result: 'y' }, 'x'],
    [{ result: 'y', final_answer: 'x' }, 'x'],
    [{ answer: '', choice: 'C' }, 'C'],
    [{ answer: { value: 5, unit: 'km' } }, '5 km'],
    [{ answer: { amount: 5, currency: 'EUR' } }, '5 EUR'],
    [{ answer: { letter: 'C', text: 'a cow' } }, 'C. a cow'],
    [{ answer: { text: 'a cow' } }, 'a cow'],
    [{ answer: { host: 'x', port: 5 } }, '{\n  "host": "x",\n  "port": 5\n}'],
    [{ answer: { value: 5, unit: 'km', error: 1 } }, '{\n  "value": 5,\n  "unit": "km",\n  "error": 1\n}'],
    [{ answer: {} }, ''],
    [{ answer: [] }, ''],
    [{ answer: ['x', 'y', 5] }, 'x, y, 5'],
    [{ answer: ['x', ['y']] }, '[\n  "x",\n  [\n    "y"\n  ]\n]'],
    [{ answer: ['x, y', 'z'] }, '[\n  "x, y",\n  "z"\n]'],
    [{ answer: '  **x**\n' }, '  **x**\n'],
    [{ answer: 5, unit: 'km' }, '5 km'],
    [{ answer: '1,200.5', unit: 'km' }, '1,200.5 km'],
    [{ answer: 'Paris', unit: 'km' }, 'Paris'],
    [{ response: { answer: 'x' } }, 'x'],
    [{ answer: null }, ''],
    [{ note: 'x' }, ''],
  ])('finds in %j the answer %j', (fields, expected) => {
    expect(answer(fields)).toBe(expected)
  })

  it('takes an explanation for the reason', () => {
    expect(readFields(new Map([['explanation', 'so']])).reason).toBe('so')
  })
})

describe('isReply', () => {
  const holds = (...names: string[]) => isReply(new Map(names.map((name) => [name, 'x'])))

  it('holds for an object with a field that only a reply has', () => {
    expect(holds('answer', 'anything')).toBe(true)
    expect(holds('verdict')).toBe(true)
  })

  it('holds for an object with nothing but fields of a reply', () => {
    expect(holds('result', 'confidence')).toBe(true)
    expect(holds('reason')).toBe(true)
  })

  it('does not hold for an object that is an answer itself', () => {
    expect(holds('host', 'port')).toBe(false)
    expect(holds('result', 'count')).toBe(false)
    expect(holds()).toBe(false)
  })
})

describe('readVerdict', () => {
  it('reads what a text opens with', () => {
    expect(readVerdict('**Accept**, gladly')).toBe('accept')
    expect(readVerdict('I accept')).toBeNull()
  })
})
