// Parses the figures in a statement, and does the arithmetic that many proofs share.

/** Parses a figure as written in a statement, such as `299 792 458`, `-1.5`, `6.022 x 10^23` or `1/3`. */
export function figure(text: string): number {
  const [mantissa = '', exponent = '0'] = text.replaceAll(/[\s,_]/g, '').split(/[x×]10\^/)
  const [numerator, denominator = 1] = mantissa.split('/').map(Number)
  const value = Number(numerator) / Number(denominator)
  return exponent === '0' ? value : Number(`${value}e${exponent}`)
}

/** Parses a whole number of any length as written in a statement. */
export function whole(text: string): bigint {
  return BigInt(text.replaceAll(/[\s,_]/g, ''))
}

/** Whether a written figure is a value rounded to its digits: `3.14` for 3.14159, `6.02 x 10^23` for 6.022e23. */
export function isRounded(value: number, text: string): boolean {
  const [mantissa = '', exponent = '0'] = text.replaceAll(/[\s,_]/g, '').split(/[x×]10\^/)
  const places = mantissa.split('.')[1]?.length ?? 0
  const halfUnit = 0.5 * 10 ** (Number(exponent) - places)
  return Math.abs(figure(text) - value) <= halfUnit * (1 + 1e-9)
}

/** Whether a figure equals a value within a relative tolerance; for values that are exact up to floating point. */
export function isClose(value: number, other: number, share = 1e-12): boolean {
  return Math.abs(value - other) <= share * Math.max(Math.abs(value), Math.abs(other))
}

/** Whether a number is prime, by trial division. */
export function isPrime(candidate: bigint | number): boolean {
  const number = BigInt(candidate)
  if (number < 2n) return false
  for (let divisor = 2n; divisor * divisor <= number; divisor++) if (number % divisor === 0n) return false
  return true
}

/** n! */
export function factorial(n: number | bigint): bigint {
  let product = 1n
  for (let factor = 2n; factor <= BigInt(n); factor++) product *= factor
  return product
}

/** The number of ways to choose k of n (binomial coefficient). */
export function choose(n: number, k: number): bigint {
  return factorial(n) / (factorial(k) * factorial(n - k))
}

/** The greatest common divisor of two whole numbers. */
export function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  return right === 0n ? left : greatestCommonDivisor(right, left % right)
}

/** The integral of a smooth function, by Simpson's rule. */
export function integral(f: (x: number) => number, from: number, to: number, steps = 2000): number {
  const width = (to - from) / steps
  let sum = f(from) + f(to)
  for (let step = 1; step < steps; step++) sum += f(from + step * width) * (step % 2 === 1 ? 4 : 2)
  return (sum * width) / 3
}

/** The slope of a smooth function at a point, by a central difference. */
export function slope(f: (x: number) => number, at: number): number {
  const step = 1e-5
  return (f(at + step) - f(at - step)) / (2 * step)
}
