import { describe, expect, it } from 'vitest'
import { readFields, readVerdict } from './reply-fields.ts'

const answer = (fields: Record<string, unknown>) => readFields(new Map(Object.entries(fields))).answer

describe('readFields', () => {
  it.each([
    [{ answer: 'x', result: 'y' }, 'x'],
    [{ result: 'y', final_answer: 'x' }, 'x'],
    [{ answer: '', choice: 'C' }, 'C'],
    [{ answer: { value: 5, unit: 'km' } }, '5 km'],
    [{ answer: { amount: 5, currency: 'EUR' } }, '5 EUR'],
    [{ answer: { letter: 'C', text: 'a cow' } }, 'C'],
    [{ answer: { text: 'a cow' } }, 'a cow'],
    [{ answer: { note: 'hm' } }, ''],
    [{ answer: ['x', ['y']] }, 'x, y'],
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

describe('readVerdict', () => {
  it('reads what a text opens with', () => {
    expect(readVerdict('**Accept**, gladly')).toBe('accept')
    expect(readVerdict('I accept')).toBeNull()
  })
})
