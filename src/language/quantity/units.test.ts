import { describe, expect, it } from 'vitest'
import { findUnit, isUnitSymbol } from './units.ts'

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
    ['rad', 'rad radian radians'],
    ['mi/h', 'mph'],
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

  it('marks the radian as inexact and the degree as exact', () => {
    expect([findUnit('rad')?.exact, findUnit('degree')?.exact]).toEqual([false, true])
  })
})
