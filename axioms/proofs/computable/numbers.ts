import { figure, isRounded, whole } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { evaluate, near, range } from './tools.ts'

/** The bits of a double, the sign first. */
function bitsOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  return view.getBigUint64(0).toString(2).padStart(64, '0')
}

/** The double with these bits, the sign first. */
function fromBits(bits: string): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0b${bits}`))
  return view.getFloat64(0)
}

/** Whether p/q, as digits of base 2 worked out by long division, comes to an end. */
function endsInBinary(numerator: number, denominator: number): boolean {
  let rest = numerator % denominator
  for (let digit = 0; digit < 64 && rest !== 0; digit++) rest = (rest * 2) % denominator
  return rest === 0
}

/** The largest finite number of a binary format, by its widths. */
function largestFinite(exponentBits: number, storedBits: number): number {
  return (2 - 2 ** -storedBits) * 2 ** (2 ** (exponentBits - 1) - 1)
}

const WIDTHS: Record<string, number> = { 'one byte of 8 bits': 8 }

/** Computes again what axioms of level 4 state about the representation of numbers. */
export const numberProofs: Proof[] = [
  prove(
    'comp-0009',
    /^The shortest decimal that identifies the result of (.+) in IEEE 754 binary64 arithmetic, rounding to nearest, is (.+)\.$/,
    (sum, decimal) => String(evaluate(sum!)) === decimal,
  ),
  prove(
    'comp-0010',
    /^The range of an (\d+)-bit two's complement integer is (-\d+) to (\d+)\.$/,
    (width, least, most) => {
      const values = range(2 ** Number(width)).map((pattern) =>
        Number(BigInt.asIntN(Number(width), BigInt(pattern))),
      )
      return Math.min(...values) === figure(least!) && Math.max(...values) === figure(most!)
    },
  ),
  prove('comp-0011', /^The precision of the IEEE 754 binary64 significand is (\d+) bits\.$/, (bits) => {
    const exact = (count: number) => BigInt(Number(2n ** BigInt(count) - 1n)) === 2n ** BigInt(count) - 1n
    return exact(Number(bits)) && !exact(Number(bits) + 1)
  }),
  prove(
    'comp-0012',
    /^The result of comparing a NaN for equality with any value, the same NaN included, under IEEE 754 is (\w+)\.$/,
    (result) =>
      [Number.NaN, 0, 1, Number.POSITIVE_INFINITY].every((value) => {
        const [left, right] = new Float64Array([Number.NaN, value])
        return String(left === right) === result
      }),
  ),
  prove(
    'comp-0079',
    /^The value of 2\^(\d+) is ([\d ]+)\.$/,
    (exponent, value) => range(Number(exponent)).reduce((product) => product + product, 1) === figure(value!),
  ),
  prove(
    'comp-0080',
    /^The number of different values that (.+) can represent is ([\d ]+)\.$/,
    (width, count) => {
      const values = new Set(Array.from({ length: 1000 }, (_, number) => number & (2 ** WIDTHS[width!]! - 1)))
      return values.size === figure(count!)
    },
  ),
  prove(
    ['comp-0081', 'comp-0083'],
    /^The largest unsigned (\d+)-bit integer is ([\d ]+)\.$/,
    (width, value) => BigInt.asUintN(Number(width), -1n) === whole(value!),
  ),
  prove(
    'comp-0082',
    /^The maximum value of a signed (\d+)-bit two's complement integer \(int32\) is ([\d ]+)\.$/,
    (width, value) => {
      const wraps = (number: bigint) => BigInt.asIntN(Number(width), number) !== number
      return !wraps(whole(value!)) && wraps(whole(value!) + 1n)
    },
  ),
  prove(
    'comp-0084',
    /^The decimal value of the binary number ([01]+) is (\d+)\.$/,
    (binary, value) => [...binary!].reduce((total, digit) => 2 * total + Number(digit), 0) === figure(value!),
  ),
  prove(
    'comp-0104',
    /^The decimal value of the octal number ([0-7]+) is (\d+)\.$/,
    (octal, value) => [...octal!].reduce((total, digit) => 8 * total + Number(digit), 0) === figure(value!),
  ),
  prove(
    'comp-0085',
    /^The hexadecimal representation of the decimal number (\d+) is ([0-9A-F]+)\.$/,
    (decimal, hexadecimal) => Number(decimal).toString(16).toUpperCase() === hexadecimal,
  ),
  prove(
    'comp-0086',
    /^The number of bits that one hexadecimal digit stands for is (\d+)\.$/,
    (bits) => 0xf + 1 === 2 ** Number(bits),
  ),
  prove(
    'comp-0087',
    /^The (\d+)-bit two's complement representation of (-\d+) is ([01]+)\.$/,
    (width, value, pattern) =>
      BigInt.asUintN(Number(width), BigInt(value!)).toString(2).padStart(Number(width), '0') === pattern,
  ),
  prove(
    'comp-0088',
    /^The number of bits needed to write a positive integer n in binary is (.+)\.$/,
    (bits) =>
      range(5000).every((number) => (number + 1).toString(2).length === evaluate(bits!, { n: number + 1 })),
  ),
  prove(
    'comp-0089',
    /^A fraction in lowest terms has a finite binary expansion exactly when the denominator is a power of (two|ten)\.$/,
    (base) => {
      const powers = range(12).map((exponent) => (base === 'two' ? 2 : 10) ** exponent)
      const coprime = (left: number, right: number): boolean =>
        right === 0 ? left === 1 : coprime(right, left % right)
      return range(129).every((denominator) =>
        range(denominator).every(
          (numerator) =>
            !coprime(numerator, denominator) ||
            endsInBinary(numerator, denominator) === powers.includes(denominator),
        ),
      )
    },
  ),
  prove(
    'comp-0090',
    /^The machine epsilon of IEEE 754 binary64, the gap between 1 and the next larger double, is approximately (.+)\.$/,
    (gap) => {
      const bits = bitsOf(1)
      return isRounded(fromBits(`${bits.slice(0, -1)}1`) - 1, gap!)
    },
  ),
  prove(
    'comp-0091',
    /^The largest finite IEEE 754 binary64 number \(double\) is approximately (.+) x 10\^(\d+)\.$/,
    (mantissa, exponent) => {
      const [digits, power] = fromBits(`0${'1'.repeat(10)}0${'1'.repeat(52)}`)
        .toExponential()
        .split('e+')
      return isRounded(Number(digits), mantissa!) && power === exponent
    },
  ),
  prove(
    'comp-0092',
    /^The smallest positive IEEE 754 binary64 number, a subnormal, is approximately (.+) x 10\^(-\d+)\.$/,
    (mantissa, exponent) => {
      // One more bit is not enough, half of it is zero; its digits come from the exact power of two.
      const smallest = fromBits(`${'0'.repeat(63)}1`)
      const digits = String(5n ** 1074n)
      const leading = Number(`${digits[0]}.${digits.slice(1, 12)}`)
      return (
        smallest / 2 === 0 &&
        smallest === 2 ** -1074 &&
        isRounded(leading, mantissa!) &&
        digits.length - 1 - 1074 === Number(exponent)
      )
    },
  ),
  prove(
    'comp-0093',
    /^The largest integer n such that every integer from 0 to n is exactly representable in IEEE 754 binary32 \(single precision float\) is ([\d ]+)\.$/,
    (value) => {
      const most = figure(value!)
      return (
        range(1000).every((less) => Math.fround(most - less) === most - less) &&
        Math.fround(most + 1) !== most + 1
      )
    },
  ),
  prove(
    'comp-0094',
    /^The largest finite number of the IEEE 754 binary16 \(half precision, FP16\) format is ([\d ]+)\.$/,
    (value) => largestFinite(11, 52) === Number.MAX_VALUE && largestFinite(5, 10) === figure(value!),
  ),
  prove(
    'comp-0095',
    /^The exponent field of IEEE 754 binary64 is (\d+) bits wide and has a bias of ([\d ]+)\.$/,
    (width, bias) => {
      const field = (value: number) => Number.parseInt(bitsOf(value).slice(1, 1 + Number(width)), 2)
      const powers = [-1000, -1, 0, 1, 1000]
      return (
        powers.every((power) => field(2 ** power) - power === figure(bias!)) &&
        field(Number.POSITIVE_INFINITY) === 2 ** Number(width) - 1
      )
    },
  ),
  prove(
    'comp-0096',
    /^The two zeros of IEEE 754 arithmetic, \+0 and -0, compare as (equal|different)\.$/,
    (verdict) => {
      const [plus, minus] = new Float64Array([0, -0])
      return !Object.is(plus, minus) && (plus === minus) === (verdict === 'equal')
    },
  ),
  prove(
    'comp-0097',
    /^The default result of dividing (\d+) by positive zero in IEEE 754 floating-point arithmetic is positive (\w+)\.$/,
    (dividend, result) => String(Number(dividend) / 0).toLowerCase() === result,
  ),
  prove(
    'comp-0098',
    /^Floating-point addition under IEEE 754 is commutative for numbers but not associative\.$/,
    () => {
      const numbers = [0.1, 0.2, 0.3, 1e16, -1e16, 1]
      const all = numbers.flatMap((a) => numbers.flatMap((b) => numbers.map((c) => [a, b, c] as const)))
      return all.every(([a, b]) => a + b === b + a) && !all.every(([a, b, c]) => a + b + c === a + (b + c))
    },
  ),
  prove(
    'comp-0099',
    /^The default rounding of IEEE 754 binary arithmetic is to the nearest representable value, with ties going to the (even|odd) significand\.$/,
    (parity) =>
      range(50).every((step) => {
        // Between 2^53 and 2^54 only even whole numbers are doubles; odd ones lie halfway.
        const halfway = 2n ** 53n + BigInt(2 * step + 1)
        const nearest = BigInt(2 ** 53 + 2 * step + 1)
        const significand = nearest / 2n
        return (
          (nearest === halfway - 1n || nearest === halfway + 1n) &&
          (significand % 2n === 0n) === (parity === 'even')
        )
      }),
  ),
  prove(
    'comp-0100',
    /^The number of significant decimal digits that always survive conversion of a number in the normal range to IEEE 754 binary64 and back is (\d+)\.$/,
    (digits) => {
      // A decimal of k digits survives as long as neighbours of that length lie further apart than doubles do.
      const survives = (count: number) =>
        range(600).every((step) => {
          const power = step - 300
          const widest = 2 ** (Math.ceil((power + 1) * Math.log2(10)) - 53)
          return 10 ** (power + 1 - count) > widest
        })
      const shown = (text: string, count: number) => Number(text).toPrecision(count) === text
      return (
        survives(Number(digits)) &&
        shown('9007199254740993'.slice(0, Number(digits)), Number(digits)) &&
        !shown('9007199254740993', Number(digits) + 1)
      )
    },
  ),
  prove(
    'comp-0101',
    /^The binary-reflected Gray code of a non-negative integer n is n XOR (.+)\.$/,
    (half) => {
      // The code by reflection: the list so far, then the same backwards with one more bit set.
      const reflected = range(8).reduce(
        (codes, bit) => codes.concat(codes.toReversed().map((code) => code | (1 << bit))),
        [0],
      )
      return reflected.every((code, n) => code === (n ^ evaluate(half!, { n })))
    },
  ),
  prove(
    'comp-0102',
    /^The packed binary-coded decimal \(BCD\) encoding of the decimal number (\d+) is ([01 ]+)\.$/,
    (decimal, code) =>
      [...decimal!].map((digit) => Number(digit).toString(2).padStart(4, '0')).join(' ') === code,
  ),
  prove(
    'comp-0103',
    /^The little-endian byte sequence of the 32-bit value (0x[0-9A-F]+) is ([0-9A-F ]+)\.$/,
    (value, bytes) => {
      const view = new DataView(new ArrayBuffer(4))
      view.setUint32(0, Number(value), true)
      return Buffer.from(view.buffer).toString('hex').toUpperCase() === bytes!.replaceAll(' ', '')
    },
  ),
  prove(
    'comp-0105',
    /^An arithmetic right shift by one bit of a two's complement integer rounds half the value towards negative infinity, so that (-\d+) becomes (-\d+)\.$/,
    (before, after) =>
      Number(before) >> 1 === Number(after) &&
      range(200).every((number) => (number - 100) >> 1 === Math.floor((number - 100) / 2)),
  ),
  prove(
    'comp-0106',
    /^A positive integer x is a power of two exactly when the bitwise AND of x and x - 1 is zero\.$/,
    () => {
      const powers = range(14).map((exponent) => 2 ** exponent)
      return range(10000).every((number) => (((number + 1) & number) === 0) === powers.includes(number + 1))
    },
  ),
  prove(
    'comp-0107',
    /^The result of adding (\d+) to (\d+) in 8-bit two's complement arithmetic with wraparound is (-\d+)\.$/,
    (more, number, result) => {
      const cell = new Int8Array([Number(number)])
      cell[0]! += Number(more)
      return near(cell[0]!, Number(result))
    },
  ),
]
