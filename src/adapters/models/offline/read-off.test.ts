import { expect, test } from 'vitest'
import { readAxioms } from '../../assets/data-files.ts'
import { askedFor } from './asked-for.ts'
import { keyWordsOf } from './key-words.ts'
import { readOff } from './read-off.ts'

const keyWords = keyWordsOf(readAxioms())
const read = (question: string, statement: string) =>
  readOff(askedFor(question), { statement, hasAll: true }, keyWords)

test.each([
  [
    'What is the speed of light?',
    'The speed of light in a vacuum is exactly 299 792 458 m/s.',
    'exactly 299 792 458 m/s',
  ],
  ['What is H2O?', 'The chemical formula of water is H2O.', 'The chemical formula of water'],
  ['Which port does HTTPS use?', 'The default TCP port of HTTPS is 443, assigned by IANA.', '443'],
  ['Is 91 a prime number?', 'The number 91 is not a prime number.', 'no'],
  ['Is the speed of light 5 m/s?', 'The speed of light in a vacuum is exactly 299 792 458 m/s.', 'no'],
  ['Is the chemical formula of water H2O?', 'The chemical formula of water is H2O.', 'yes'],
  ['Who built the tower?', 'The tower was built by Gustave Eiffel and opened in 1889.', 'Gustave Eiffel'],
  [
    'Who proposed the Web?',
    'Tim Berners-Lee proposed the World Wide Web at CERN in 1989.',
    'Tim Berners-Lee',
  ],
  ['Where is CERN?', 'The laboratory CERN lies near Geneva.', 'Geneva'],
  ['When was the tower opened?', 'The tower was built by Gustave Eiffel and opened in 1889.', '1889'],
  ['How many moons does Mars have?', 'The number of moons of Mars is two.', 'two'],
  [
    'What does HTML stand for?',
    'The expansion of HTML is HyperText Markup Language.',
    'HyperText Markup Language',
  ],
  ['What does the sort give?', 'The result of the sort is [1, 10, 9].', '[1, 10, 9]'],
])('asked “%s”, reads from “%s” the answer “%s”', (question, statement, answer) => {
  expect(read(question, statement)).toBe(answer)
})

test.each([
  ['Is P equal to NP?', 'If any NP-complete problem has a polynomial-time algorithm, then P equals NP'],
  ['Are mushrooms plants?', 'Fungi, such as mushrooms, are more closely related to animals than to plants'],
  ['Is zero even or odd?', 'Zero is an even number'],
  ['How is magma different from lava?', 'Molten rock is called magma below the surface and lava above it'],
])('asked “%s”, “%s” is not shortened', (question, statement) => {
  expect(read(question, `${statement}.`)).toBe(statement)
})

test.each([
  ['Who discovered the fountain?', 'The fountain was discovered in 1513.'],
  ['When was the tower built?', 'The tower was built by Gustave Eiffel.'],
  ['How many primes are there?', 'The number of primes less than 100 is 25.'],
  [
    'How old is the Universe?',
    'The distance to the edge of the Universe is approximately 46 billion light-years.',
  ],
  ['How many days has a leap year?', 'A leap year is one day longer than a common year.'],
  ['Where is the tower?', 'The tower is 330 m high.'],
  [
    'Why does ice float on water?',
    'When an ice cube floating in water melts, the water level stays the same.',
  ],
  ['What does SQL stand for?', 'String literals in standard SQL stand in single quotes.'],
  ['hello', "The Base64 encoding of the ASCII string 'hello' is 'aGVsbG8='."],
  [
    'What is the freezing point of water?',
    'The cryoscopic (freezing point) constant of water is 1.86 K kg/mol.',
  ],
  ['What is the freezing point of water?', 'Dissolving salt lowers the freezing point of water.'],
  ['Where is Mount Everest?', 'The highest mountain on Earth is Mount Everest.'],
  ['What is GDP?', 'A recession is popularly defined as two consecutive quarters of falling real GDP.'],
  ['What is pi?', 'The value of e^pi is greater than the value of pi^e.'],
  ['What is the boiling point of water in Fahrenheit?', 'Dissolving salt raises the boiling point of water.'],
])('asked “%s”, “%s” contains no answer', (question, statement) => {
  expect(read(question, statement)).toBeNull()
})
