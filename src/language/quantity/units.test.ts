import fc from 'fast-check'
import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import { convert, findUnit, parseUnit, sameDimension, scanUnit } from './quantity.ts'

describe('findUnit', () => {
  it.each([
    ['m', 'm metre meter meters metres Metres'],
    ['km', 'km KM kilometre kilometers'],
    ['cm', 'cm centimetre'],
    ['mm', 'mm millimeter'],
    ['μm', 'μm um micrometre'],
    ['nm', 'nm nanometer'],
    ['mi', 'mi mile miles'],
    ['ft', 'ft foot feet'],
    ['in', 'in inch inches'],
    ['yd', 'yd yard yards'],
    ['ly', 'ly light-year light-years lightyear'],
    ['au', 'au AU'],
    ['s', 's sec secs second seconds'],
    ['min', 'min mins minute minutes'],
    ['h', 'h hr hrs hour hours'],
    ['day', 'day days d'],
    ['year', 'year years yr yrs'],
    ['kg', 'kg kilogram kilograms kilogramme'],
    ['mg', 'mg milligram'],
    ['t', 't tonne tonnes'],
    ['lb', 'lb lbs pound pounds'],
    ['oz', 'oz ounce'],
    ['kJ', 'kJ kilojoule'],
    ['kcal', 'kcal kilocalorie kilocalories'],
    ['kWh', 'kWh kwh kilowatt-hour kilowatt-hours'],
    ['kPa', 'kPa kilopascal'],
    ['Ω', 'Ω ohm ohms'],
    ['GHz', 'GHz gigahertz'],
    ['K', 'K kelvin kelvins'],
    ['°C', '°C celsius centigrade degrees-celsius'],
    ['°F', '°F fahrenheit'],
    ['mL', 'mL ml millilitre milliliters'],
    ['gal', 'gal gallon gallons'],
    ['byte', 'B byte bytes'],
    ['MB', 'MB mb megabyte megabytes'],
    ['Mbit', 'Mb Mbit megabit'],
    ['%', '% percent percentage'],
    ['$', '$ USD dollar dollars'],
    ['€', '€ EUR euro euros'],
    ['£', '£ GBP'],
    ['°', '° degree degrees deg'],
    ['mph', 'mph'],
    ['km/h', 'kph kmh'],
  ])('finds %s by each of its spellings: %s', (symbol, spellings) => {
    for (const spelling of spellings.split(' ')) expect(findUnit(spelling)?.symbol, spelling).toBe(symbol)
  })

  it('is case-sensitive for symbols, because milli differs from mega', () => {
    expect(findUnit('mW')?.factor).not.toEqual(findUnit('MW')?.factor)
    expect(findUnit('Mb')?.factor).not.toEqual(findUnit('MB')?.factor)
  })

  it.each(['', 'apple', 'G', 'C', 'F', 'pm', 'x', 'people', 'th'])('finds no unit "%s"', (text) => {
    expect(findUnit(text)).toBeNull()
  })
})

describe('convert', () => {
  it.each([
    ['1', 'mi', 'km', '1.609344'],
    ['212', '°F', '°C', '100'],
    ['-40', '°C', '°F', '-40'],
    ['90', 'km/h', 'm/s', '25'],
    ['100', 'psi', 'kPa', '689.475729316836133672267344534689'],
    ['3', 'year', 'month', '36'],
  ])('%s %s in %s is %s', (value, from, to, result) => {
    const [source, target] = [parseUnit(from)!, parseUnit(to)!]
    expect(sameDimension(source, target)).toBe(true)
    expect(convert(new Fraction(value), source, target).toString(30)).toBe(result)
  })

  it.each([
    ['m', 's'],
    ['month', 'day'],
    ['$', '€'],
    ['m/s', 'm'],
  ])('%s is not of the dimension of %s', (left, right) => {
    expect(sameDimension(parseUnit(left)!, parseUnit(right)!)).toBe(false)
  })
})

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
