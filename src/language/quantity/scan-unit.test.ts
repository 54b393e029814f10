import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseUnit, scanUnit } from './scan-unit.ts'

describe('parseUnit', () => {
  it.each([
    ['m/s', 'm/s'],
    ['km/h', 'km/h'],
    ['km / h', 'km/h'],
    ['m s^-1', 'm/s'],
    ['m s-1', 'm/s'],
    ['m/s^2', 'm/s^2'],
    ['m/s2', 'm/s^2'],
    ['m*s^-2', 'm/s^2'],
    ['kg·m/s', 'kg·m/s'],
    ['kg m^2 s^-2', 'kg·m^2/s^2'],
    ['metres per second', 'm/s'],
    ['miles per hour', 'mi/h'],
    ['miles an hour', null],
    ['J/kg·K', 'J/kg/K'],
    ['N m', 'N·m'],
    ['square feet', 'ft^2'],
    ['cubic metres', 'm^3'],
    ['sq ft', 'ft^2'],
    ['m2', 'm^2'],
    ['degrees Celsius', '°C'],
    ['degrees F', '°F'],
    ['° C', '°C'],
    ['per second', '1/s'],
    ['/mol', '1/mol'],
    ['per cent', '%'],
    ['dollars per hour', '$/h'],
    ['pounds per square inch', 'psi'],
  ])('reads %s as %s', (text, symbol) => {
    expect(parseUnit(text)?.symbol ?? null).toBe(symbol)
  })

  it.each(['', 'apples', 'm/', '/', 'm/apple', 'm^', '(m', 'J/(kg K)', 'km h apples', 'm^99'])(
    'finds no unit in "%s"',
    (text) => {
      expect(parseUnit(text)).toBeNull()
    },
  )

  it('parses the symbols it writes', () => {
    const names = fc.constantFrom('m', 'kg', 's', 'K', 'A', 'mol', 'J', 'Hz')
    const factors = fc.array(fc.tuple(names, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(factors, (list) => {
        const unit = parseUnit(list.map(([name, exponent]) => `${name}^${exponent}`).join('/'))!
        expect(parseUnit(unit.symbol)).toEqual(unit)
      }),
    )
  })
})

describe('scanUnit', () => {
  it.each([
    ['m in the river', 1],
    ['V A battery', 1],
    ['m-3 m', 1],
    ['km * 2', 2],
    ['km / 2', 2],
    ['km per day', 10],
    ['degrees of freedom', 7],
    ['° angle', 1],
    ['% of them', 1],
  ])('stops at the end of the unit in "%s"', (text, end) => {
    expect(scanUnit(text, 0)?.end).toBe(end)
  })
})
