import { multiply, power, type Rational, rational } from '../../../../language/quantity/index.ts'

// Witnesses that decide primality below this bound (Sorenson and Webster, 2015).
const WITNESSES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n]
const PRIMALITY_BOUND = 3317044064679887385961981n
const SMALL_FACTOR_BOUND = 100_000n
const ROOT_DIGITS = 40

/** n! as a fraction; throws a `RationalRangeError` when it grows too large. */
export function factorial(count: bigint): Rational {
  let product = rational(1)
  for (let factor = 2n; factor <= count; factor++) product = multiply(product, rational(factor))
  return product
}

/** Whether a number is prime; null above the bound up to which the test is proven. */
export function isPrime(value: bigint): boolean | null {
  if (value < 2n) return false
  if (value >= PRIMALITY_BOUND) return null
  if (WITNESSES.some((witness) => value === witness)) return true
  if (WITNESSES.some((witness) => value % witness === 0n)) return false
  return WITNESSES.every((witness) => passesMillerRabin(value, witness))
}

/** The smallest factor above 1 of a composite number, if it is small enough to be found quickly. */
export function smallestFactor(value: bigint): bigint | null {
  for (let factor = 2n; factor < SMALL_FACTOR_BOUND && factor * factor <= value; factor++) {
    if (value % factor === 0n) return factor
  }
  return null
}

/** The root of a non-negative fraction: exact if it is rational, otherwise rounded to 40 digits. */
export function root(value: Rational, degree: number): { value: Rational; exact: boolean } {
  const top = integerRoot(value.numerator, degree)
  const bottom = integerRoot(value.denominator, degree)
  if (top ** BigInt(degree) === value.numerator && bottom ** BigInt(degree) === value.denominator) {
    return { value: rational(top, bottom), exact: true }
  }
  // Enough places that forty digits are correct even when the value is small.
  const places = ROOT_DIGITS + Math.ceil(value.denominator.toString().length / degree)
  const scale = 10n ** BigInt(places * degree)
  const scaledRoot = integerRoot((value.numerator * scale) / value.denominator, degree)
  return { value: multiply(rational(scaledRoot), power(rational(10), -places)), exact: false }
}

// The largest whole number whose power does not exceed the value, by Newton's method from above.
function integerRoot(value: bigint, degree: number): bigint {
  if (value < 2n) return value
  const count = BigInt(degree)
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / degree))
  for (;;) {
    const next = ((count - 1n) * guess + value / guess ** (count - 1n)) / count
    if (next >= guess) return guess
    guess = next
  }
}

function passesMillerRabin(value: bigint, witness: bigint): boolean {
  let exponent = value - 1n
  let halvings = 0
  for (; exponent % 2n === 0n; halvings++) exponent /= 2n
  let residue = powerModulo(witness, exponent, value)
  if (residue === 1n || residue === value - 1n) return true
  for (let round = 1; round < halvings; round++) {
    residue = (residue * residue) % value
    if (residue === value - 1n) return true
  }
  return false
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let rest = exponent; rest > 0n; rest /= 2n) {
    if (rest % 2n === 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}
