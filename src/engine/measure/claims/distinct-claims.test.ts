import { describe, expect, it } from 'vitest'
import { areDistinct } from './distinct-claims.ts'

describe('areDistinct', () => {
  it.each([
    ['number', 'The tower is 300 m tall', 'The tower is 330 m tall'],
    ['number in words', 'A spider has eight legs', 'A spider has six legs'],
    ['number that one has only', 'The planet has 4 large moons', 'The planet has large moons'],
    ['ordinal', 'He was the third king of Rome', 'He was the fourth king of Rome'],
    ['number of times', 'The pendulum swings twice', 'The pendulum swings once'],
    ['bound', 'It takes at least 5 hours', 'It takes at most 5 hours'],
    ['unit', 'The road is 5 km long', 'The road is 5 miles long'],
    ['year', 'It was founded in 1969', 'It was founded in 1970'],
    ['month', 'It was signed in June 1902', 'It was signed in July 1902'],
    ['time of day', 'The shop opens at 8 am', 'The shop opens at 8 pm'],
    ['name', 'The treaty was signed in Vienna', 'The treaty was signed in Geneva'],
    [
      'name at the start',
      'Canberra is the capital city of the country',
      'Sydney is the largest capital of it',
    ],
    ['name that one has only', 'The Moon and the Sun cause the tides', 'The Moon causes the tides'],
    [
      'the one word that differs',
      'The mitral valve lies on the left',
      'The tricuspid valve lies on the left',
    ],
    ['negation', 'The plant survives frost', 'The plant does not survive frost'],
    [
      'negation in another language',
      'Die Pflanze überlebt den Frost',
      'Die Pflanze überlebt den Frost nicht',
    ],
    ['prefix', 'It is legal to park there', 'It is illegal to park there'],
    ['direction', 'Prices rise when demand grows', 'Prices fall when demand grows'],
    ['order in time', 'Glycolysis comes before the citric cycle', 'Glycolysis comes after the citric cycle'],
    [
      'origin and destination',
      'Blood flows from the heart to the lungs',
      'Blood flows from the lungs to the heart',
    ],
    ['agent', 'The landlord pays the tenant', 'The tenant pays the landlord'],
    ['comparison', 'Mars is larger than Venus', 'Venus is larger than Mars'],
    [
      'cause and effect',
      'Higher wages cause inflation over time',
      'Inflation leads over time to higher wages',
    ],
    ['quantifier', 'All swans are white', 'Some swans are white'],
    [
      'condition',
      'Water boils at 90 °C if the pressure is low',
      'Water boils at 90 °C and the pressure is low',
    ],
    ['foreign number', 'Der Turm ist 300 Meter hoch', 'Der Turm ist 330 Meter hoch'],
    ['foreign word', 'La sangre va del corazón a los pulmones', 'La sangre va de los pulmones al corazón'],
    ['language', 'Der Turm ist sehr hoch und alt', 'The tower is very high and old'],
    ['unknown language', 'Torni on erittäin korkea ja vanha', 'Torni on erittäin matala ja vanha'],
  ])('sees another %s in %j and %j', (_, left, right) => {
    expect(areDistinct(left, right)).toBe(true)
    expect(areDistinct(right, left)).toBe(true)
  })

  it.each([
    ['Smoking causes cancer', 'Cancer is caused by smoking'],
    ['The Moon causes the tides', 'The tides are caused by the Moon'],
    ['The crater is 1,000 m wide', 'The crater is one kilometre wide'],
    ['Light travels at 299,792 km/s', 'Light travels at about 300,000 km/s'],
    ['The bridge was opened in June 1932', 'In June 1932 the bridge was opened'],
    ['Chlorophyll absorbs red, orange and blue light', 'Chlorophyll absorbs blue, orange and red light'],
    ['Vegetation removes much carbon dioxide from the air', 'Carbon dioxide is taken from the air by plants'],
    ['Der Turm ist 300 Meter hoch', 'Der Turm ist 300 Meter hoch.'],
    ['光合作用发生在叶绿体中', '光合作用发生在叶绿体中。'],
    ['Torni on erittäin korkea ja vanha', 'Torni on erittäin korkea ja vanha.'],
  ])('sees nothing that tells %j from %j', (left, right) => {
    expect(areDistinct(left, right)).toBe(false)
    expect(areDistinct(right, left)).toBe(false)
  })
})
