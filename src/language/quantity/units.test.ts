import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import { parseUnit } from './scan-unit.ts'
import { convert, findUnit, isUnitSymbol, sameDimension } from './units.ts'

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

  it('distinguishes symbols from names', () => {
    expect(['km', 'kilometre'].map(isUnitSymbol)).toEqual([true, false])
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
