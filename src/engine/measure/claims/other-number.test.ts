import { describe, expect, it } from 'vitest'
import { otherNumber } from './other-number.ts'

describe('the same sentence with another number', () => {
  it.each([
    ['The tower is 324 m tall', 'The tower is 330 m tall'],
    ['The war ended in 1918', 'The war ended in 1919'],
    ['They first landed in 1969', 'They first landed in 1970'],
    ['In 1998 the company was founded', 'In 2001 the company was founded'],
    ['Einstein was born in 1879.', 'Einstein was born in 1880.'],
    ['The volcano last erupted in 2010', 'The volcano last erupted in 2021'],
    ['A spider has eight legs', 'A spider has 6 legs'],
    ['The answer is 7', 'The answer is 8'],
    ['About 71% of the surface is covered by water', 'About 61% of the surface is covered by water'],
    ['Five planets have rings', 'Four planets have rings'],
    ['Water boils at 100 °C', 'Water boils at 90 °C'],
    ['The treaty was signed by 12 countries', 'The treaty was signed by 15 countries'],
    ['The population grew to 8 million', 'The population grew to 9 million'],
    ['Earth is 4.5 billion years old', 'Earth is 6 billion years old'],
  ])('excludes the other where the number is the one value of something: %j, %j', (left, right) => {
    expect([otherNumber(left, right), otherNumber(right, left)]).toEqual(['excludes', 'excludes'])
  })

  it.each([
    ['7 is prime', '11 is prime'],
    ['2016 was a hot year.', '2023 was a hot year.'],
    ['The market crashed in 2018', 'The market crashed in 2022'],
    ['In 2010 the volcano erupted', 'In 2021 the volcano erupted'],
    ['A recession began in 2001', 'A recession began in 2008'],
    ['Marie Curie won a Nobel Prize in 1903', 'Marie Curie won a Nobel Prize in 1911'],
    ['The square root of 9 is rational', 'The square root of 16 is rational'],
    ['At 10 m the pressure is high', 'At 20 m the pressure is high'],
    ['The density at 20 °C is high', 'The density at 40 °C is high'],
  ])('is compatible where the number names a thing, an occasion or a condition: %j, %j', (left, right) => {
    expect([otherNumber(left, right), otherNumber(right, left)]).toEqual(['compatible', 'compatible'])
  })

  it.each([
    ['The tower is 300 m tall.', 'The tower is 0.3 km tall'],
    ['It takes 5 hours', 'It takes 5 km'],
    ['The tower is 300 m tall', 'The bridge is 330 m long'],
    ['It takes more than 3 days', 'It takes more than 5 days'],
    ['Type 1 diabetes is treated with insulin', 'Type 2 diabetes is treated with insulin'],
    ['At 0 m water boils at 100 °C', 'At 2000 m water boils at 93 °C'],
    ['12 is divisible by 3', '12 is divisible by 4'],
    ['The city has a population of 8 million', 'The city has a population of 9 million'],
    ['The tower is tall', 'The tower is tall'],
  ])('is not told by its form alone: %j, %j', (left, right) => {
    expect([otherNumber(left, right), otherNumber(right, left)]).toEqual([null, null])
  })
})
