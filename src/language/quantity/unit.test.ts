import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { multiply, rational } from './rational.ts'
import { fromDecimal, toDecimal } from './rational-decimal.ts'
import { parseUnit } from './scan-unit.ts'
import { combineUnits, convert, hasOffset, sameDimension, unitOf } from './unit.ts'
import { findUnit } from './units.ts'

function converted(value: string, from: string, to: string): string {
  expect(sameDimension(parseUnit(from)!, parseUnit(to)!)).toBe(true)
  return toDecimal(convert(fromDecimal(value)!, parseUnit(from)!, parseUnit(to)!))
}

describe('convert', () => {
  it.each([
    ['5', 'mi', 'km', '8.04672'],
    ['1', 'ft', 'in', '12'],
    ['1', 'yd', 'ft', '3'],
    ['1', 'lb', 'oz', '16'],
    ['1', 'gallon', 'L', '3.785411784'],
    ['1', 'week', 'h', '168'],
    ['2', 'years', 'months', '24'],
    ['1', 'kWh', 'kJ', '3600'],
    ['1', 'kcal', 'J', '4184'],
    ['1', 'atm', 'kPa', '101.325'],
    ['1', 'psi', 'Pa', '6894.75729316836'],
    ['36', 'km/h', 'm/s', '10'],
    ['60', 'mph', 'm/s', '26.8224'],
    ['1', 'GiB', 'MB', '1073.741824'],
    ['8', 'bit', 'byte', '1'],
    ['1', 'ly', 'km', '9460730472580.8'],
    ['1', 'au', 'm', '149597870700'],
    ['100', '°C', '°F', '212'],
    ['-40', '°C', '°F', '-40'],
    ['0', '°C', 'K', '273.15'],
    ['0', 'K', '°F', '-459.67'],
    ['500', 'cents', 'dollars', '5'],
    ['1', 'N', 'kg·m/s^2', '1'],
    ['1', 'Ω', 'V/A', '1'],
    ['1', 'acre', 'm^2', '4046.8564224'],
    ['1', 'hectare', 'm^2', '10000'],
    ['1', 'L', 'cm^3', '1000'],
    ['1', 'L', 'dL', '10'],
    ['1', 'hPa', 'Pa', '100'],
    ['1', 'W', 'J/s', '1'],
    ['1', 'kW', 'W', '1000'],
    ['1', 'J', 'N·m', '1'],
    ['1', 'V', 'W/A', '1'],
    ['1', 'coulomb', 'A s', '1'],
    ['1', 'bar', 'kPa', '100'],
    ['1', 'Pa', 'N/m^2', '1'],
    ['1', 'eV', 'J', '0.0000000000000000001602176634'],
    ['1', 'KiB', 'byte', '1024'],
    ['1', 'MiB', 'KiB', '1024'],
    ['1', 'GiB', 'MiB', '1024'],
    ['1', 'TiB', 'GiB', '1024'],
    ['1', 'PB', 'TB', '1000'],
    ['1', 'KB', 'byte', '1000'],
    ['1', 'knot', 'km/h', '1.852'],
    ['1', 'century', 'decades', '10'],
    ['1', 'decade', 'years', '10'],
    ['1', 'tonne', 'kg', '1000'],
    ['1', 'kg', 'mg', '1000000'],
    ['1', 'km', 'nm', '1000000000000'],
    ['1', 'THz', 'MHz', '1000000'],
    ['1', 'W/(m·K)', 'W m^-1 K^-1', '1'],
  ])('converts %s %s to %s: %s', (value, from, to, result) => {
    expect(converted(value, from, to)).toBe(result)
  })

  it('is lossless in both directions', () => {
    const units = ['m', 'mi', 'ft', 'in', 'ly'].concat(['°C', '°F', 'K'])
    fc.assert(
      fc.property(fc.constantFrom(...units), fc.constantFrom(...units), fc.bigInt(), (from, to, number) => {
        const [source, target] = [findUnit(from)!, findUnit(to)!]
        fc.pre(sameDimension(source, target))
        const value = rational(number, 7)
        expect(convert(convert(value, source, target), target, source)).toEqual(value)
      }),
    )
  })

  it('applies an offset only where the zero differs', () => {
    expect(hasOffset(findUnit('°C'))).toBe(true)
    expect(hasOffset(findUnit('K'))).toBe(false)
    expect(hasOffset(parseUnit('W/(m·°C)'))).toBe(false)
    expect(hasOffset(null)).toBe(false)
  })
})

describe('combineUnits', () => {
  it('cancels units in numerator and denominator', () => {
    expect(combineUnits(parseUnit('km/h'), parseUnit('h'))).toMatchObject({ unit: { symbol: 'km' } })
    expect(combineUnits(parseUnit('m'), parseUnit('m'), -1).unit).toBeNull()
  })

  it('scales the value when two units have the same dimension', () => {
    expect(combineUnits(parseUnit('km/h'), parseUnit('min'))).toMatchObject({
      unit: { symbol: 'km' },
      scale: rational(1, 60),
    })
    expect(combineUnits(parseUnit('km'), parseUnit('m'), -1)).toEqual({ unit: null, scale: rational(1000) })
    expect(combineUnits(parseUnit('kHz'), parseUnit('s'))).toEqual({ unit: null, scale: rational(1000) })
  })

  it('never changes what is measured', () => {
    const names = ['m', 'km', 'h', 's', 'kg', 'N', 'km/h', 'm/s^2', 'J/(kg·K)']
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.constantFrom(...names),
        fc.constantFrom(1, -1),
        (left, right, exponent) => {
          const [a, b] = [parseUnit(left)!, parseUnit(right)!]
          const { unit, scale } = combineUnits(a, b, exponent)
          const plain = unitOf([
            ...a.terms,
            ...b.terms.map((term) => ({ ...term, exponent: term.exponent * exponent })),
          ])
          expect(multiply((unit ?? unitOf([])).factor, scale)).toEqual(plain.factor)
          expect(sameDimension(unit ?? unitOf([]), plain)).toBe(true)
        },
      ),
    )
  })
})

describe('a unit', () => {
  it('has the exponents of its base dimensions', () => {
    expect(parseUnit('m/s^2')?.dimension).toEqual({ m: 1, s: -2 })
    expect(findUnit('Ω')?.dimension).toEqual({ kg: 1, m: 2, s: -3, A: -2 })
    expect(findUnit('month')?.dimension).toEqual({ month: 1 })
    expect(findUnit('%')?.dimension).toEqual({})
    expect(parseUnit('Hz·s')?.dimension).toEqual({})
  })
})

describe('sameDimension', () => {
  it('distinguishes lengths from masses, currencies from each other, and months from days', () => {
    expect(sameDimension(findUnit('km')!, findUnit('mile')!)).toBe(true)
    expect(sameDimension(findUnit('km')!, findUnit('kg')!)).toBe(false)
    expect(sameDimension(findUnit('m')!, parseUnit('m^2')!)).toBe(false)
    expect(sameDimension(findUnit('$')!, findUnit('€')!)).toBe(false)
    expect(sameDimension(findUnit('month')!, findUnit('day')!)).toBe(false)
  })
})
