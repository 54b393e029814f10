import { figure } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { changed, evaluate, randomWholes, range, seeded, sum, swapped, tuples } from './tools.ts'

function hammingDistance(left: ArrayLike<unknown>, right: ArrayLike<unknown>): number {
  return range(left.length).filter((at) => left[at] !== right[at]).length
}

/** A Hamming code: parity bits stand at powers of two and see the places whose number has their bit. */
function hammingEncode(data: number[], parities: number): number[] {
  const code: number[] = []
  const rest = [...data]
  for (let place = 1; rest.length > 0; place++) code[place] = (place & (place - 1)) === 0 ? 0 : rest.shift()!
  for (const bit of range(parities)) {
    const seen = range(code.length).filter((place) => place > 0 && place & (1 << bit))
    code[1 << bit] = sum(seen.map((place) => code[place]!)) % 2
  }
  return code.slice(1)
}

function hammingCorrect(word: number[]): number[] {
  const syndrome = word.reduce((places, bit, at) => (bit === 1 ? places ^ (at + 1) : places), 0)
  return word.map((bit, at) => (at + 1 === syndrome ? 1 - bit : bit))
}

/** CRC-32 bit by bit. */
function crc32(bytes: Uint8Array): number {
  let remainder = 0xffffffff
  for (const byte of bytes) {
    remainder ^= byte
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0)
  }
  return (remainder ^ 0xffffffff) >>> 0
}

function luhnSum(digits: number[]): number {
  const weighed = digits
    .toReversed()
    .map((digit, at) => (at % 2 === 1 ? 2 * digit - (digit > 4 ? 9 : 0) : digit))
  return sum(weighed) % 10
}

function isbnSum(digits: number[]): number {
  return sum(digits.map((digit, at) => (10 - at) * digit)) % 11
}

/** Numbers of some digits whose last one makes the check come out. */
function valid(
  check: (digits: number[]) => number,
  { length, base }: { length: number; base: number },
): number[][] {
  return range(60).map((seed) => {
    const digits = randomWholes(seeded(seed), length - 1, 10)
    return [...digits, range(base).find((last) => check([...digits, last]) === 0)!]
  })
}

/** Computes again what axioms of level 4 state about codes that detect and correct errors. */
export const codeProofs: Proof[] = [
  prove(
    'comp-0196',
    /^The Hamming\((\d),(\d)\) code adds (\d) parity bits to (\d) data bits and corrects any single-bit error in the (\d) bits\.$/,
    (...figures) => {
      const [length, dimension, parities, data, all] = figures.map(Number) as [
        number,
        number,
        number,
        number,
        number,
      ]
      const right = tuples([0, 1], data).every((bits) => {
        const code = hammingEncode(bits, parities)
        return (
          code.length === all &&
          range(all).every((at) => String(hammingCorrect(changed(code, at, 1 - code[at]!))) === String(code))
        )
      })
      return right && length === all && dimension === data && data + parities === all
    },
  ),
  prove(
    'comp-0197',
    /^A code of minimum Hamming distance d detects up to (.+) errors or corrects up to (.+) errors\.$/,
    (detected, corrected) =>
      range(40).every((seed) => {
        const words = tuples([0, 1], 7)
        const code = [...new Set(randomWholes(seeded(seed), 3, words.length))].map((at) => words[at]!)
        if (code.length < 2) return true
        const distances = code.flatMap((left) =>
          code.filter((other) => other !== left).map((other) => hammingDistance(left, other)),
        )
        const d = Math.min(...distances)
        const near = (word: number[], most: number) =>
          code.filter((codeword) => hammingDistance(word, codeword) <= most).length
        const detects = (most: number) => code.every((word) => near(word, most) === 1)
        const corrects = (most: number) => words.every((word) => near(word, most) <= 1)
        const [detect, correct] = [evaluate(detected!, { d }), evaluate(corrected!, { d })]
        return detects(detect) && !detects(detect + 1) && corrects(correct) && !corrects(correct + 1)
      }),
  ),
  prove(
    'comp-0198',
    /^A single parity bit detects every (odd|even) number of flipped bits and no (odd|even) number of flipped bits\.$/,
    (...parities) =>
      tuples([0, 1], 8).every((flips) => {
        // Seven data bits and one that makes the count of ones even, then the flips.
        const data = [1, 0, 1, 1, 0, 0, 1]
        const received = [...data, sum(data) % 2].map((bit, at) => bit ^ flips[at]!)
        const detected = received.reduce((parity, bit) => parity ^ bit) !== 0
        return parities[detected ? 0 : 1] === ['even', 'odd'][sum(flips) % 2]
      }),
  ),
  prove(
    'comp-0199',
    /^The Hamming distance between the bit strings ([01]+) and ([01]+) is (\d+)\.$/,
    (left, right, distance) =>
      left!.length === right!.length && hammingDistance(left!, right!) === figure(distance!),
  ),
  prove(
    'comp-0200',
    /^The CRC-32 checksum of the ASCII string '(.+)', as used in Ethernet, ZIP and PNG, is ([0-9A-F]+)\.$/,
    (text, value) =>
      crc32(new TextEncoder().encode(text!)).toString(16).toUpperCase().padStart(8, '0') === value,
  ),
  prove(
    'comp-0201',
    /^The Luhn check digit .+ detects every single-digit error, and every swap of two different adjacent digits except (\d)(\d) and (\d)(\d)\.$/,
    (...exceptions) => {
      const excepted = [exceptions.slice(0, 2).join(), exceptions.slice(2).join()]
      return valid(luhnSum, { length: 16, base: 10 }).every((digits) =>
        digits.every((digit, at) => {
          const single = range(10).every(
            (other) => other === digit || luhnSum(changed(digits, at, other)) !== 0,
          )
          const next = digits[at + 1]
          if (next === undefined || next === digit) return single
          return (
            single && (luhnSum(swapped(digits, at, at + 1)) === 0) === excepted.includes(`${digit},${next}`)
          )
        }),
      )
    },
  ),
  prove(
    'comp-0202',
    /^The ISBN-10 check digit, computed modulo 11 with weights 10 to 1, detects every single-digit error and every swap of two different digits\.$/,
    () =>
      valid(isbnSum, { length: 10, base: 11 }).every((digits) =>
        digits.every((digit, at) => {
          const single = range(11).every(
            (other) => other === digit || isbnSum(changed(digits, at, other)) !== 0,
          )
          return (
            single &&
            digits.every((other, place) => other === digit || isbnSum(swapped(digits, at, place)) !== 0)
          )
        }),
      ),
  ),
  prove(
    'comp-0203',
    /^The maximum number of symbol errors that the Reed-Solomon code RS\((\d+), (\d+)\) is guaranteed to correct is (\d+)\.$/,
    (length, data, errors) => {
      // Two polynomials of degree below k agree in at most k - 1 places, so codewords differ in at least n - k + 1.
      const distance = Number(length) - (Number(data) - 1)
      return Math.floor((distance - 1) / 2) === figure(errors!)
    },
  ),
]
