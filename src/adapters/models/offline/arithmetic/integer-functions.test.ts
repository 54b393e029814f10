import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absolute, compare, power, rational, subtract } from '../../../../language/quantity/index.ts'
import { factorial, isPrime, root, smallestFactor } from './integer-functions.ts'

describe('isPrime', () => {
  it('agrees with a sieve', () => {
    const limit = 3000
    const isComposite = new Array<boolean>(limit).fill(false)
    for (let i = 2; i < limit; i++) for (let j = i * i; j < limit; j += i) isComposite[j] = true
    for (let i = 0; i < limit; i++) expect(isPrime(BigInt(i)), String(i)).toBe(i > 1 && !isComposite[i])
  })

  it('recognises numbers that fool simpler tests', () => {
    for (const value of [561n, 41041n, 3215031751n, 3825123056546413051n]) expect(isPrime(value)).toBe(false)
    for (const value of [2147483647n, 2305843009213693951n]) expect(isPrime(value)).toBe(true)
  })

  it('gives no answer for negative numbers or beyond its limit', () => {
    expect(isPrime(-7n)).toBe(false)
    expect(isPrime(10n ** 30n)).toBeNull()
  })
})

describe('root', () => {
  it('is exact where the root is rational', () => {
    expect(root(rational(9, 16), 2)).toEqual({ value: rational(3, 4), exact: true })
    expect(root(rational(0), 2)).toEqual({ value: rational(0), exact: true })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.integer({ min: 2, max: 5 }),
        (value, degree) => {
          expect(root(power(rational(value), degree), degree)).toEqual({
            value: rational(value),
            exact: true,
          })
        },
      ),
    )
  })

  it('is right to thirty digits where it is not', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (top, bottom) => {
          const value = rational(top, bottom)
          const squared = power(root(value, 2).value, 2)
          const bound = rational(top, bottom * 10n ** 30n)
          expect(compare(absolute(subtract(squared, value)), bound)).toBeLessThanOrEqual(0)
        },
      ),
    )
  })
})

describe('whole-number functions', () => {
  it('multiply up to the factorial', () => {
    expect([0n, 1n, 5n, 20n].map((count) => factorial(count).numerator)).toEqual([
      1n,
      1n,
      120n,
      2432902008176640000n,
    ])
    expect(() => factorial(10n ** 12n)).toThrow(RangeError)
  })

  it('find the smallest factor when there is a small one', () => {
    expect(smallestFactor(91n)).toBe(7n)
    expect(smallestFactor(97n)).toBeNull()
  })
})
