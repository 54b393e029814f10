import { figure, isClose, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { evaluate, growsAs, near, range, seeded, sizes, sum } from './tools.ts'

/** The error of a method for y' = y from 0 to 1, which should arrive at e. */
function eulerError(steps: number): number {
  let y = 1
  for (let step = 0; step < steps; step++) y += y / steps
  return Math.abs(y - Math.E)
}

/** How many operations elimination takes for a system of n equations; not a number if the solution is wrong. */
function eliminationCost(n: number): number {
  const random = seeded(n)
  const rows = range(n).map((row) => [...range(n).map((column) => random() + (row === column ? n : 0)), 0])
  for (const row of rows) row[n] = sum(row.slice(0, n))
  let count = 0
  for (const pivot of range(n)) {
    for (let row = pivot + 1; row < n; row++) {
      const factor = rows[row]![pivot]! / rows[pivot]![pivot]!
      count++
      for (let column = pivot; column <= n; column++, count += 2)
        rows[row]![column]! -= factor * rows[pivot]![column]!
    }
  }
  const solution = new Array<number>(n).fill(0)
  for (let row = n - 1; row >= 0; row--) {
    const known = sum(range(n).map((column) => (column > row ? rows[row]![column]! * solution[column]! : 0)))
    solution[row] = (rows[row]![n]! - known) / rows[row]![row]!
    count += 2 * (n - row)
  }
  return solution.every((value) => near(value, 1)) ? count : Number.NaN
}

/** Computes again what axioms of level 4 state about numerical methods. */
export const numericalProofs: Proof[] = [
  prove(
    'comp-0224',
    /^Three steps of Newton's method for the square root of (\d+), starting from (\d+), give the fraction (\d+)\/(\d+)\.$/,
    (square, start, numerator, denominator) => {
      let [p, q] = [BigInt(start!), 1n]
      for (let step = 0; step < 3; step++) [p, q] = [p * p + BigInt(square!) * q * q, 2n * p * q]
      return p * BigInt(denominator!) === q * BigInt(numerator!)
    },
  ),
  prove(
    'comp-0225',
    /^The smallest number of bisection steps that shrinks a bracketing interval of length (\d+) below 10\^(-\d+) is (\d+)\.$/,
    (length, exponent, steps) => {
      let [width, count] = [Number(length), 0]
      for (; width >= 10 ** Number(exponent); count++) width /= 2
      return count === figure(steps!)
    },
  ),
  prove(
    'comp-0226',
    /^Simpson's rule integrates every polynomial of degree at most (\d) exactly\.$/,
    (degree) => {
      const isExact = (power: number) => {
        const [from, to] = [0.5, 2.5]
        const simpson = ((to - from) / 6) * (from ** power + 4 * ((from + to) / 2) ** power + to ** power)
        return isClose(simpson, (to ** (power + 1) - from ** (power + 1)) / (power + 1))
      }
      return range(Number(degree) + 1).every(isExact) && !isExact(Number(degree) + 1)
    },
  ),
  prove(
    'comp-0227',
    /^The global error of Euler's method for a smooth ordinary differential equation is proportional, to leading order, to the step size to the power (\d)\.$/,
    (order) => isRounded(Math.log2(eulerError(1000) / eulerError(2000)), order!),
  ),
  prove(
    'comp-0228',
    /^The value of (.+) at x = 10\^(-\d+), evaluated as written in IEEE 754 binary64 with correctly rounded operations, is (\d+), although the true value is approximately (\S+)\.$/,
    (formula, exponent, computed, truth) => {
      const x = Number(`1e${exponent}`)
      return (
        evaluate(formula!, { x, cos: Math.cos }) === figure(computed!) &&
        isRounded((2 * Math.sin(x / 2) ** 2) / x ** 2, truth!)
      )
    },
  ),
  prove(
    'comp-0229',
    /^The result of adding (\d+) to 10\^(\d+) in IEEE 754 binary64 arithmetic with default rounding is 10\^(\d+)\.$/,
    (more, before, after) => Number(`1e${before}`) + Number(more) === Number(`1e${after}`),
  ),
  prove(
    'comp-0230',
    /^The number of arithmetic operations of Gaussian elimination on a dense system of n linear equations is O\((.+)\)\.$/,
    (bound) => growsAs(bound!, sizes(20, 60, 120), ({ n }) => eliminationCost(n!)),
  ),
  prove(
    'comp-0231',
    /^Horner's method evaluates a polynomial of degree n with (\w+) multiplications and (\w+) additions\.$/,
    (products, additions) =>
      [1, 4, 9].every((n) => {
        const coefficients = range(n + 1).map((at) => at + 2)
        let [value, multiplied, added] = [coefficients[n]!, 0, 0]
        for (let at = n - 1; at >= 0; at--, multiplied++, added++) value = value * 3 + coefficients[at]!
        const right = value === sum(coefficients.map((coefficient, at) => coefficient * 3 ** at))
        return right && multiplied === evaluate(products!, { n }) && added === evaluate(additions!, { n })
      }),
  ),
  prove(
    'comp-0233',
    /^The clock error that accumulates over (\d+) hours when each tenth of a second is counted as 0\.1 chopped to (\d+) fractional binary digits is approximately (\S+) seconds\.$/,
    (hours, digits, error) => {
      const chopped = Math.floor(0.1 * 2 ** Number(digits)) / 2 ** Number(digits)
      return isRounded((0.1 - chopped) * Number(hours) * 3600 * 10, error!)
    },
  ),
]
