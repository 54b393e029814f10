import { expect, it } from 'vitest'
import { quotationsIn } from './quotations.ts'

it('finds what stands in quotes of any kind', () =>
  expect(quotationsIn('"one" and “two” and `three` and ""four"", ""five""')).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five',
  ]))
