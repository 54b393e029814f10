import { expect, test } from 'vitest'
import { readOff } from './read-off.ts'

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
  [
    'Is P equal to NP?',
    'If any NP-complete problem has a polynomial-time algorithm, then P equals NP.',
    'If any NP-complete problem has a polynomial-time algorithm, then P equals NP',
  ],
  [
    'What never decreases?',
    'Entropy never decreases in an isolated system.',
    'Entropy never decreases in an isolated system',
  ],
])('asked “%s”, “%s” answers “%s”', (question, statement, answer) => {
  expect(readOff(question, statement)).toBe(answer)
})
