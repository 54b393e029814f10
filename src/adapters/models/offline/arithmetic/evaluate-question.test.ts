import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tries } from '../../../../../test/support/property-runs.ts'
import { divide, equals, rational, toDecimal } from '../../../../language/quantity/index.ts'
import { evaluateQuestion } from './evaluate-question.ts'

describe('evaluateQuestion', () => {
  it.each([
    ['What is 17 + 25?', '17 + 25', '42'],
    ['17 plus 25', '17 + 25', '42'],
    ['Hey, can you please tell me what 17 plus 25 is?', null, null],
    ['please calculate 3*(4+5)^2', '3 * (4 + 5)^2', '243'],
    ["what's 15% of 80", '15% of 80', '12'],
    ['square root of 144', 'sqrt(144)', '12'],
    ['What is the square root of 2?', 'sqrt(2)', 'approximately 1.41421356'],
    ['2 to the power of 10', '2^10', '1024'],
    ['2 to the 10th power', '2^10', '1024'],
    ['2 to the 3rd power', '2^3', '8'],
    ['2 to the tenth', '2^10', '1024'],
    ['2**10', '2^10', '1024'],
    ['5² + 3', '5^2 + 3', '28'],
    ['cube of 3', '3^3', '27'],
    ['5 squared plus 12 squared', '5^2 + 12^2', '169'],
    ['half of 90', '0.5 of 90', '45'],
    ['two thirds of 90', '2/3 of 90', '60'],
    ['3/4 of 80', '0.75 of 80', '60'],
    ['7 factorial', '7!', '5040'],
    ['What is 7!?', '7!', '5040'],
    ['factorial of 5', '5!', '120'],
    ['100 divided by 8', '100 / 8', '12.5'],
    ['12 times 12', '12 * 12', '144'],
    ['what is 4x5', '4 * 5', '20'],
    ['4 × 5 ÷ 2', '4 * 5 / 2', '10'],
    ['seven times eight', '7 * 8', '56'],
    ['five hundred and twelve minus twelve', '512 - 12', '500'],
    ['0.1 + 0.2', '0.1 + 0.2', '0.3'],
    ['1,000 + 2,000', '1000 + 2000', '3000'],
    ['2 1/2 + 1/2', '2.5 + 1 / 2', '3'],
    ['1/3 + 1/6', '1 / 3 + 1 / 6', '0.5'],
    ['10/3', '10 / 3', 'approximately 3.33333333'],
    ['What is 2+2=?', '2 + 2', '4'],
    ['what does 5 + 3 equal', '5 + 3', '8'],
    ['2024-1987', '2024 - 1987', '37'],
    ['-5 + 3', '-5 + 3', '-2'],
    ['5 - -3', '5 - (-3)', '8'],
    ['-2^2', '-2^2', '-4'],
    ['(-2)^2', '(-2)^2', '4'],
    ['2^3^2', '2^(3^2)', '512'],
    ['2^-3', '2^(-3)', '0.125'],
    ['8^(1/3)', '8^(1 / 3)', '2'],
    ['sqrt(2)^2', 'sqrt(2)^2', 'approximately 2'],
    ['sqrt(9+16)', 'sqrt(9 + 16)', '5'],
    ['double 3^2', '2 * 3^2', '18'],
    ['cube root of -8', 'cbrt(-8)', '-2'],
    ['2 * pi', '2 * pi', 'approximately 6.28318531'],
    ['twice the sum of 3 and 4', '2 * (3 + 4)', '14'],
    ['100 / twice 5', '100 / (2 * 5)', '10'],
  ])('computes "%s" as %s = %s', (question, expression, answer) => {
    const evaluation = evaluateQuestion(question)
    expect(evaluation?.expression ?? null).toBe(expression)
    expect(evaluation?.answer ?? null).toBe(answer)
  })

  it.each([
    ['sum of 3, 4 and 5', '3 + 4 + 5', '12'],
    ['sum of 3,4,5', '3 + 4 + 5', '12'],
    ['product of 6 and 7', '6 * 7', '42'],
    ['difference between 10 and 4', '10 - 4', '6'],
    ['difference between 4 and 10', '10 - 4', '6'],
    ['quotient of 10 and 4', '10 / 4', '2.5'],
    ['average of 2, 4 and 9', '(2 + 4 + 9) / 3', '5'],
    ['median of 1, 2, 3, 4', 'median(1, 2, 3, 4)', '2.5'],
    ['gcd of 12 and 18', 'gcd(12, 18)', '6'],
    ['gcd(12, 18) + 1', 'gcd(12, 18) + 1', '7'],
    ['least common multiple of 4 and 6', 'lcm(4, 6)', '12'],
    ['max of 3 km and 3500 m', 'max(3 km, 3500 m)', '3.5 km'],
    ['sum of (3 + 4) and 5', '(3 + 4) + 5', '12'],
    ['What is 6 times the product of 2 and 3?', '6 * (2 * 3)', '36'],
    ['remainder of 17 divided by 5', '17 mod 5', '2'],
    ['the remainder when 17 is divided by 5', '17 mod 5', '2'],
    ['17 mod 5', '17 mod 5', '2'],
    ['17 % 5', '17 mod 5', '2'],
    ['17%5', '17 mod 5', '2'],
    ['subtract 5 from 12', '12 - 5', '7'],
    ['add 5 and 7', '5 + 7', '12'],
    ['multiply 6 by 7', '6 * 7', '42'],
    ['divide 100 by 8', '100 / 8', '12.5'],
    ['5 less than 20', '20 - 5', '15'],
    ['what percent of 80 is 12', '12 / 80 in %', '15%'],
    ['12 is what percent of 80?', '12 / 80 in %', '15%'],
    ['0.25 as a percentage', '0.25 in %', '25%'],
    ['20% off $80', '$80 * (100% - 20%)', '$64'],
    ['increase 80 by 15%', '80 * (100% + 15%)', '92'],
    ['10% of 50%', '10% of 50%', '5%'],
  ])('understands the phrasing of "%s": %s = %s', (question, expression, answer) => {
    expect(evaluateQuestion(question)).toMatchObject({ expression, answer })
  })

  it.each([
    ['5 miles in km', '5 mi in km', '8.04672 km'],
    ['convert 5 miles to kilometers', '5 mi in km', '8.04672 km'],
    ['how many km is 5 miles', '5 mi in km', '8.04672 km'],
    ['how many seconds are in a day', '1 day in s', '86400 s'],
    ['How many hours are there in a week?', '1 week in h', '168 h'],
    ['how many minutes in 3 hours', '3 h in min', '180 min'],
    ['how many months in 3 years', '3 years in month', '36 months'],
    ['100 °F in °C', '100 °F in °C', 'approximately 37.7777778 °C'],
    ['what is 212 degrees Fahrenheit in Celsius', '212 °F in °C', '100 °C'],
    ['5 ft 3 in to cm', '5.25 ft in cm', '160.02 cm'],
    ['5 in in cm', '5 in in cm', '12.7 cm'],
    ['half an hour in minutes', '0.5 h in min', '30 min'],
    ['60 mph in m/s', '60 mi/h in m/s', '26.8224 m/s'],
    ['1 GiB in MB', '1 GiB in MB', '1073.741824 MB'],
    ['180 degrees in radians', '180° in rad', 'approximately 3.14159265 rad'],
    ['3 km + 500 m', '3 km + 500 m', '3.5 km'],
    ['3 km + 500 m in miles', '3 km + 500 m in mi', 'approximately 2.17479917 mi'],
    ['60 km/h * 2 h', '60 km/h * 2 h', '120 km'],
    ['60 km/h * 30 min', '60 km/h * 30 min', '30 km'],
    ['5 m x 3 m', '5 m * 3 m', '15 m^2'],
    ['3 km / 500 m', '3 km / 500 m', '6'],
    ['5 dollars plus 75 cents', '$5 + 75 cents', '$5.75'],
    ['15% of $80', '15% of $80', '$12'],
  ])('converts and combines units in "%s": %s = %s', (question, expression, answer) => {
    expect(evaluateQuestion(question)).toMatchObject({ expression, answer })
  })

  it.each([
    ['is 97 prime?', 'yes'],
    ['Is 91 a prime number?', 'no'],
    ['is 1 prime', 'no'],
    ['is 2^31 - 1 prime', 'yes'],
    ['is 14 even?', 'yes'],
    ['is 14 odd?', 'no'],
    ['is 12 divisible by 5', 'no'],
    ['is 2/3 prime', null],
    ['is 10^30 prime', null],
    ['is Optimus prime?', null],
    ['is 12 divisible by 0', null],
  ])('answers "%s" with %s', (question, answer) => {
    expect(evaluateQuestion(question)?.answer ?? null).toBe(answer)
  })

  it.each([
    ...[
      'What is the speed of light?',
      'Who won the 1966 world cup?',
      'What is 5G?',
      'What is 42?',
      'What is 5 in?',
    ],
    ...[
      'What is 9/11?',
      'What is 24/7?',
      '2020-05-10',
      '10/12/2020',
      '1648-51',
      '1979/80',
      '1983/1984',
      '1780–1830',
    ],
    ...[
      'What is 3 blind mice?',
      'How many people live in France?',
      'How many days in a year?',
      'What is 5 in binary?',
    ],
    ...[
      'How many times has Brazil won?',
      'What is the sum of the first 10 primes?',
      'three point',
      '',
      '?',
      'pi',
      'what is',
    ],
    ...[
      '80 by 15%',
      '(1 + 2) of 10',
      '10/12/20',
      '555-1234',
      '3 +',
      '+',
      '(3 + 4',
      '3 + 4)',
      ')(',
      '3 4',
      '2(3)',
      '3 + x',
      'sum of 3',
      'gcd of 4',
      '5 of 10',
      '3 to 5',
      '10 to m',
    ],
  ])('has no answer to "%s", which is not arithmetic', (question) => {
    expect(evaluateQuestion(question)).toBeNull()
  })

  it.each([
    ...['80 plus 15%', 'divide 10 by 2 plus 3', 'sum of 3 and 4 times 2', 'sum of one hundred and five'],
    ...['sum of 3 and product of 4 and 5', 'difference between 1, 2 and 3', '15% 80'],
  ])('has no answer to "%s", which is ambiguous', (question) => {
    expect(evaluateQuestion(question)).toBeNull()
  })

  it.each([
    ...[
      '5/0',
      '1/(2-2)',
      '5 mod 0',
      '0^0',
      '0^-1',
      'sqrt(-4)',
      '(-3)!',
      '2.5!',
      '-7 mod 3',
      'gcd of 1.5 and 2',
    ],
    ...[
      '3 + 4 km',
      '3 km + 2 kg',
      '20 °C + 5 °C',
      '2 * 20 °C',
      '5 km in kg',
      '2^(3 m)',
      'sqrt(4 m)',
      '$5 + €5',
    ],
    ...['9^9^9', '1000!', '1e999999 + 1', '9^(10^12)', `${'9^'.repeat(100)}9`, `${'('.repeat(400)}1`],
  ])('has no answer to "%.40s", which is undefined', (question) => {
    expect(evaluateQuestion(question)).toBeNull()
  })

  it('gives yes the value 1 and no the value 0', () => {
    expect(['is 7 prime', 'is 8 prime'].map((question) => evaluateQuestion(question)?.value)).toEqual([
      rational(1),
      rational(0),
    ])
  })

  it('records each step as a short claim', () => {
    expect(evaluateQuestion('3*(4+5)^2')?.steps).toEqual(['4 + 5 = 9', '9^2 = 81', '3 * 81 = 243'])
    expect(evaluateQuestion('5 miles in km')?.steps).toEqual(['5 mi = 8.04672 km'])
    expect(evaluateQuestion('-(2 + 3)')?.steps).toEqual(['2 + 3 = 5', '-(5) = -5'])
    expect(evaluateQuestion('is 91 prime')?.steps).toEqual(['91 = 7 * 13', '91 is not prime'])
    expect(evaluateQuestion('1/3 * 3')?.steps).toEqual(['1 / 3 ≈ 0.333333333', '0.333333333 * 3 ≈ 1'])
  })

  it('says whether the answer is exact', () => {
    expect(
      ['17 + 25', '10/3', 'sqrt(2)', 'sqrt(2)^2'].map((question) => evaluateQuestion(question)?.exact),
    ).toEqual([true, false, false, false])
    expect(evaluateQuestion('10/3')?.value).toEqual(rational(10, 3))
  })

  it('agrees with JavaScript on random expressions of small numbers', () => {
    const { expression } = fc.letrec<{ expression: string; atom: string }>((tie) => ({
      atom: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 0, max: 20 }).map(String) },
        tie('expression').map((text) => `(${text})`),
      ),
      expression: fc.oneof(
        { maxDepth: 4 },
        tie('atom'),
        fc
          .tuple(tie('expression'), fc.constantFrom('+', '-', '*'), tie('atom'))
          .map((parts) => parts.join(' ')),
      ),
    }))
    fc.assert(
      fc.property(expression, (text) => {
        fc.pre(/[-+*]/.test(text) && text.length < 400)
        const expected = Number(new Function(`return ${text}`)())
        fc.pre(Number.isSafeInteger(expected))
        expect(evaluateQuestion(`What is ${text}?`)?.answer).toBe(String(expected + 0))
      }),
    )
  })

  it('evaluates its own expression to the same value', () => {
    const number = fc.integer({ min: 1, max: 50 }).map(String)
    const operator = fc.constantFrom(' + ', ' - ', ' * ', ' / ', ' plus ', ' times ', ' divided by ')
    const phrase = fc.oneof(
      number,
      number.map((n) => `sqrt(${n})`),
      number.map((n) => `${n} squared`),
      number.map((n) => `twice ${n}`),
      number.map((n) => `half of ${n}`),
      fc.tuple(number, number).map(([a, b]) => `(${a} - ${b})`),
      fc.tuple(number, number).map(([a, b]) => `average(${a}, ${b})`),
    )
    fc.assert(
      fc.property(phrase, operator, phrase, operator, phrase, (a, first, b, second, c) => {
        const evaluation = evaluateQuestion(a + first + b + second + c)
        fc.pre(evaluation !== null)
        const again = evaluateQuestion(evaluation!.expression)
        expect(again?.answer, evaluation!.expression).toBe(evaluation!.answer)
        expect(equals(again!.value, evaluation!.value)).toBe(true)
      }),
    )
  })

  it('divides exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.integer({ min: 1, max: 10 ** 9 }),
        (top, bottom) => {
          const evaluation = evaluateQuestion(`${top} divided by ${bottom}`)
          expect(evaluation?.value).toEqual(divide(rational(top), rational(bottom)))
          if (evaluation?.exact) expect(evaluation.answer).toBe(toDecimal(rational(top, bottom)))
        },
      ),
    )
  })

  it('never throws, whatever it is asked', () => {
    const pieces = fc.constantFrom(
      ...[
        'what is ',
        '1',
        '9',
        '^',
        '!',
        '(',
        ')',
        ' of ',
        ' and ',
        ',',
        '%',
        ' km',
        ' in ',
        ' to ',
        'sum of ',
        'half ',
      ],
      ...[
        'sqrt ',
        ' mod ',
        '-',
        '/',
        '*',
        'e',
        '.',
        '°C',
        '$',
        ' per ',
        'twice ',
        ' squared',
        'is ',
        ' prime',
      ],
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 40 }).map((list) => list.join('')),
        ),
        (text) => void evaluateQuestion(text),
      ),
      tries(3000),
    )
  })
})
