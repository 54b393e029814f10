import { isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { evaluate, growsAs, range, sizes, sum } from './tools.ts'

function divisionSteps(larger: number, smaller: number): number {
  return smaller === 0 ? 0 : 1 + divisionSteps(smaller, larger % smaller)
}

function fibonacci(n: number): number {
  let [value, next] = [0, 1]
  for (let step = 0; step < n; step++) [value, next] = [next, value + next]
  return value
}

function fibonacciCalls(n: number): number {
  return n < 2 ? 1 : 1 + fibonacciCalls(n - 1) + fibonacciCalls(n - 2)
}

type Complex = [number, number]

/** The Fourier transform by halves; counts its butterflies. */
function fastFourier(points: Complex[], counter: { count: number }): Complex[] {
  const n = points.length
  if (n === 1) return points
  const even = fastFourier(
    points.filter((_, at) => at % 2 === 0),
    counter,
  )
  const odd = fastFourier(
    points.filter((_, at) => at % 2 === 1),
    counter,
  )
  const result: Complex[] = new Array(n)
  for (let k = 0; k < n / 2; k++) {
    counter.count++
    const angle = (-2 * Math.PI * k) / n
    const [re, im] = odd[k]!
    const turned = [re * Math.cos(angle) - im * Math.sin(angle), re * Math.sin(angle) + im * Math.cos(angle)]
    result[k] = [even[k]![0] + turned[0]!, even[k]![1] + turned[1]!]
    result[k + n / 2] = [even[k]![0] - turned[0]!, even[k]![1] - turned[1]!]
  }
  return result
}

function agreesWithFourierSum(n: number): boolean {
  const points = range(n).map((at): Complex => [at % 5, at % 3])
  return fastFourier(points, { count: 0 }).every(([re, im], k) => {
    const angles = range(n).map((at) => (-2 * Math.PI * k * at) / n)
    const real = sum(points.map(([x, y], at) => x * Math.cos(angles[at]!) - y * Math.sin(angles[at]!)))
    const imaginary = sum(points.map(([x, y], at) => x * Math.sin(angles[at]!) + y * Math.cos(angles[at]!)))
    return Math.abs(real - re) + Math.abs(imaginary - im) < 1e-9
  })
}

/** How many multiplications Strassen's product of 2 x 2 matrices takes; not a number if it is wrong. */
function strassenProducts(): number {
  let count = 0
  const times = (left: number, right: number) => ++count && left * right
  const [a, b, c, d, e, f, g, h] = [3, 5, 7, 11, 13, 17, 19, 23] as const
  const m1 = times(a + d, e + h)
  const m2 = times(c + d, e)
  const m3 = times(a, f - h)
  const m4 = times(d, g - e)
  const m5 = times(a + b, h)
  const m6 = times(c - a, e + f)
  const m7 = times(b - d, g + h)
  const product = [m1 + m4 - m5 + m7, m3 + m5, m2 + m4, m1 - m2 + m3 + m6]
  return String(product) === String([a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h])
    ? count
    : Number.NaN
}

/** How many half-size products Karatsuba's product takes; not a number if it is wrong. */
function karatsubaProducts(): number {
  let count = 0
  const times = (left: number, right: number) => ++count && left * right
  const [a, b, c, d] = [12, 34, 56, 78] as const
  const high = times(a, c)
  const low = times(b, d)
  const cross = times(a + b, c + d) - high - low
  return high * 10_000 + cross * 100 + low === 1234 * 5678 ? count : Number.NaN
}

/** Computes again what axioms of level 4 state about algorithms that calculate. */
export const arithmeticProofs: Proof[] = [
  prove(
    'comp-0045',
    /^The number of division steps of the Euclidean algorithm .+ is at most (\w+) times the number of decimal digits of the smaller integer\.$/,
    (factor) => {
      const times = ['zero', 'one', 'two', 'three', 'four', 'five'].indexOf(factor!)
      const holds = (larger: number, smaller: number) =>
        divisionSteps(larger, smaller) <= times * String(smaller).length
      const pairs = range(300).every((larger) =>
        range(larger).every((smaller) => holds(larger + 1, smaller + 1)),
      )
      return pairs && range(70).every((n) => holds(fibonacci(n + 3), fibonacci(n + 2)))
    },
  ),
  prove(
    'comp-0046',
    /^Exponentiation by squaring computes x\^n for a positive integer n with O\((.+)\) multiplications\.$/,
    (bound) =>
      growsAs(bound!, sizes(2 ** 8 - 1, 2 ** 12 - 1, 2 ** 16 - 1), ({ n }) => {
        let count = 0
        const times = (left: bigint, right: bigint) => {
          count++
          return (left * right) % 1_000_003n
        }
        let [power, square] = [1n, 7n]
        for (let rest = n!; rest > 0; rest >>= 1) {
          if (rest & 1) power = times(power, square)
          square = times(square, square)
        }
        let plain = 1n
        for (let factor = 0; factor < n!; factor++) plain = (plain * 7n) % 1_000_003n
        return power === plain ? count : Number.NaN
      }),
  ),
  prove(
    'comp-0047',
    /^The number of function calls made by .+, with F\(0\) = 0 and F\(1\) = 1 as base cases, is (.+)\.$/,
    (calls) => range(16).every((n) => fibonacciCalls(n) === evaluate(calls!, { n, F: fibonacci })),
  ),
  prove(
    'comp-0048',
    /^The number of crossing-out operations of the sieve of Eratosthenes up to n is O\((.+)\)\.$/,
    (bound) =>
      growsAs(
        bound!,
        sizes(2 ** 9, 2 ** 13, 2 ** 19),
        ({ n }) => {
          const crossed = new Uint8Array(n! + 1)
          let count = 0
          for (let prime = 2; prime <= n!; prime++) {
            if (crossed[prime]) continue
            for (let multiple = 2 * prime; multiple <= n!; multiple += prime, count++) crossed[multiple] = 1
          }
          return count
        },
        1.25,
      ),
  ),
  prove(
    'comp-0049',
    /^The exponent of the running time of Strassen's recursive multiplication of n x n matrices is approximately (\S+)\.$/,
    (exponent) => isRounded(Math.log2(strassenProducts()), exponent!),
  ),
  prove(
    'comp-0050',
    /^The exponent of the running time of Karatsuba multiplication of two n-digit integers is approximately (\S+)\.$/,
    (exponent) => isRounded(Math.log2(karatsubaProducts()), exponent!),
  ),
  prove(
    'comp-0051',
    /^The number of arithmetic operations of the fast Fourier transform \(FFT\) of n points, for n a power of two, is O\((.+)\)\.$/,
    (bound) =>
      agreesWithFourierSum(16) &&
      growsAs(bound!, sizes(64, 512, 4096), ({ n }) => {
        const counter = { count: 0 }
        fastFourier(
          range(n!).map((at): Complex => [at, 0]),
          counter,
        )
        return counter.count
      }),
  ),
]
