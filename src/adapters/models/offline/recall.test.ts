import { expect, test } from 'vitest'
import { wordsAsked } from '../../../axioms/asked-words.ts'
import { readOff } from './recall.ts'

const read = (question: string, axiom: string, description = '') =>
  readOff(question, wordsAsked(question), { id: 'x', axiom, description, level: 1, domain: '' })?.answer ??
  null

test.each([
  [
    'What is the speed of light?',
    'The speed of light in a vacuum is exactly 299 792 458 m/s.',
    'exactly 299 792 458 m/s',
  ],
  ['What is the capital of France?', 'The capital of France, as of January 2025, is Paris.', 'Paris'],
  ['Who painted the Mona Lisa?', 'The painter of the Mona Lisa is Leonardo da Vinci.', 'Leonardo da Vinci'],
  ['What is the port of HTTPS?', 'The default port of HTTPS is 443, assigned by IANA.', '443'],
  ['What is the result of the sort?', 'The result of the sort is [1, 10, 9].', '[1, 10, 9]'],
  ['How many moons does Mars have?', 'The moons of Mars are two.', 'two'],
  ['Is the chemical formula of water H2O?', 'The chemical formula of water is H2O.', 'yes'],
  ['Are spiders insects?', 'Spiders are not insects.', 'no'],
])('asked “%s”, reads from “%s” the answer “%s”', (question, statement, answer) => {
  expect(read(question, statement)).toBe(answer)
})

test.each([
  ['Is zero even or odd?', 'Zero is even and not odd'],
  ['When was the tower opened?', 'The tower was built by Gustave Eiffel and opened in 1889'],
  ['What is a prime number?', 'The number of prime numbers is infinite'],
  ['What is the highest mountain?', 'The highest mountain of Europe is Elbrus'],
  ['How many primes are there below 100?', 'There are 25 primes below 100'],
  ['Why do stars twinkle?', 'The stars twinkle because the air is moving'],
])('asked “%s”, “%s” is not shortened', (question, statement) => {
  expect(read(question, `${statement}.`)).toBe(statement)
})

test('a word may stand in the notes, except where a figure is asked for', () => {
  expect(
    read('Who wrote Hamlet?', 'The author of the play Hamlet is William Shakespeare.', 'He wrote it.'),
  ).toBe('The author of the play Hamlet is William Shakespeare')
  expect(
    read('How many days has a leap year?', 'A year of 365 days has 8 760 hours.', 'No leap year.'),
  ).toBeNull()
})

test.each([
  ['Who discovered the fountain?', 'The fountain was discovered in 1513.'],
  ['When was the tower built?', 'The tower was built by Gustave Eiffel.'],
  ['Where is the tower?', 'The tower is 330 m high.'],
  ['Why does ice float?', 'The ice that floats melts.'],
  ['Is the speed of light 5 m/s?', 'The speed of light in a vacuum is exactly 299 792 458 m/s.'],
  ['What is the smallest ocean?', 'The largest ocean on Earth is the Pacific Ocean.'],
  ['Is that right?', 'Every angle inscribed in a semicircle is a right angle.'],
  ['hello', "The Base64 encoding of the ASCII string 'hello' is 'aGVsbG8='."],
  ['Is P equal to NP?', 'If any NP-complete problem has a polynomial-time algorithm, then P equals NP.'],
  ['Are mushrooms plants?', 'Fungi, such as mushrooms, are more closely related to animals than to plants.'],
  ['What is half of 50?', 'The share of DNA that is half of the genome is 50 % for full siblings.'],
  ['What is GDP?', 'A recession is popularly defined as two consecutive quarters of falling real GDP.'],
])('asked “%s”, “%s” contains no answer', (question, statement) => {
  expect(read(question, statement)).toBeNull()
})
