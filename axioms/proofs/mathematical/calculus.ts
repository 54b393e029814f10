import { factorial, figure, greatestCommonDivisor, integral, slope } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { count, evaluate, grid, isSame, span, total } from './formula.ts'

const POINTS = [0.3, 0.8, 1.2, 2.1]
const PAIRS: { f: (x: number) => number; F: (x: number) => number }[] = [
  { f: Math.cos, F: Math.sin },
  { f: Math.exp, F: Math.exp },
  { f: (x) => 1 / (1 + x * x), F: (x) => Math.atan(x) + 7 },
]
const nearly = (left: number, right: number) => isSame(left, right, 1e-6)

/** The sum of an alternating series, from the mean of partial sums averaged again and again. */
function alternatingSum(term: (n: number) => number): number {
  let sum = 0
  let partial = count(60).map((n) => {
    sum += (n % 2 === 0 ? 1 : -1) * term(n)
    return sum
  })
  while (partial.length > 1) partial = partial.slice(1).map((value, place) => (value + partial[place]!) / 2)
  return partial[0]!
}

/** The Bernoulli numbers as fractions, by their recurrence. */
function bernoulli(n: number): [bigint, bigint] {
  const known: [bigint, bigint][] = []
  for (const m of count(n + 1)) {
    let [top, bottom] = [m === 0 ? 1n : 0n, 1n]
    for (const k of count(m)) {
      const [knownTop, knownBottom] = known[k]!
      const ways = factorial(m + 1) / (factorial(k) * factorial(m + 1 - k))
      ;[top, bottom] = [top * knownBottom - ways * knownTop * bottom, bottom * knownBottom]
    }
    bottom *= BigInt(m === 0 ? 1 : m + 1)
    const common = greatestCommonDivisor(top < 0n ? -top : top, bottom)
    known.push([top / common, bottom / common])
  }
  return known[n]!
}

/** The rate of change of the rate of change of a function. */
const curvature = (f: (x: number) => number, at: number) => {
  const step = 1e-3
  return (f(at + step) - 2 * f(at) + f(at - step)) / step ** 2
}

export const calculusProofs: Proof[] = [
  prove(
    'math-0013',
    /^The derivative of (\S+) with respect to x, for every positive integer n, is (\S+)\.$/,
    (f, derivative) =>
      span(1, 7).every((n) =>
        [-1.5, ...POINTS].every((x) =>
          nearly(
            slope((at) => evaluate(f!, { x: at, n }), x),
            evaluate(derivative!, { x, n }),
          ),
        ),
      ),
  ),
  prove(
    ['math-0014', 'math-0130', 'math-0131', 'math-0132'],
    /^The derivative of (\S+) with respect to x(?:,[^,]+,)? is (\S+)\.$/,
    (f, derivative) =>
      POINTS.every((x) =>
        nearly(
          slope((at) => evaluate(f!, { x: at }), x),
          evaluate(derivative!, { x }),
        ),
      ),
  ),
  prove(
    'math-0015',
    /^The value of the repeating decimal 0\.(\d)\1\1\.\.\. in the real numbers is exactly (\d)\.$/,
    (digit, value) => {
      // The geometric series of first term digit/10 and ratio 1/10.
      const [first, ratio] = [Number(digit), 1]
      return first === Number(value) * (10 - ratio)
    },
  ),
  prove(
    'math-0133',
    /^The derivative of a product of two differentiable functions is \(f\*g\)' = (.+)\.$/,
    (rule) =>
      POINTS.every((x) => {
        const values = { f: Math.sin(x), df: slope(Math.sin, x), g: Math.exp(x), dg: slope(Math.exp, x) }
        const derivative = evaluate(rule!.replaceAll(/([fg])'/g, 'd$1'), values)
        return nearly(
          slope((at) => Math.sin(at) * Math.exp(at), x),
          derivative,
        )
      }),
  ),
  prove(
    'math-0134',
    /^The derivative of a composition of two differentiable functions is \(f\(g\(x\)\)\)' = (.+)\.$/,
    (rule) =>
      POINTS.every((x) => {
        const parts = { outer: slope(Math.sin, Math.exp(x)), inner: slope(Math.exp, x) }
        const formula = rule!.replace("f'(g(x))", 'outer').replace("g'(x)", 'inner')
        return nearly(
          slope((at) => Math.sin(Math.exp(at)), x),
          evaluate(formula, parts),
        )
      }),
  ),
  prove('math-0135', /^An antiderivative of (\S+) for x > 0 is (.+)\.$/, (f, antiderivative) =>
    POINTS.every((x) =>
      nearly(
        slope((at) => evaluate(antiderivative!, { x: at }), x),
        evaluate(f!, { x }),
      ),
    ),
  ),
  prove(
    'math-0136',
    /^The definite integral of a continuous function f from a to b is equal to F\((\w)\) - F\((\w)\) for every antiderivative F of f on the interval\.$/,
    (upper, lower) =>
      PAIRS.every(({ f, F }) =>
        grid(['a', 'b'], [-1, 0.5, 2]).every((ends) =>
          nearly(integral(f, ends.a!, ends.b!), F(ends[upper!]!) - F(ends[lower!]!)),
        ),
      ),
  ),
  prove(
    'math-0137',
    /^The limit of (\S+) as x approaches (\d+), with x in radians, is (\d+)\.$/,
    (formula, point, limit) =>
      [-1e-5, 1e-5].every((offset) =>
        nearly(evaluate(formula!, { x: Number(point) + offset }), Number(limit)),
      ),
  ),
  prove(
    'math-0138',
    /^The limit of (.+) as n grows without bound, for every real number x, is (\S+)\.$/,
    (formula, limit) =>
      [-2, 0, 0.5, 3].every((x) => isSame(evaluate(formula!, { x, n: 1e7 }), evaluate(limit!, { x }), 1e-5)),
  ),
  prove('math-0140', /^The harmonic series (.+) \+ \.\.\. (diverges|converges)\.$/, (terms, fate) => {
    const listed = terms!.split(' + ').map(figure)
    let sum = 0
    const reached = span(1, 2 ** 16).map((n) => {
      sum += 1 / n
      return sum
    })
    const isUnbounded = span(0, 16).every((k) => reached[2 ** k - 1]! >= 1 + k / 2)
    return listed.every((term, place) => term === 1 / (place + 1)) && isUnbounded === (fate === 'diverges')
  }),
  prove('math-0141', /^The sum of the infinite series (.+) \+ \.\.\. is (\d+)\.$/, (terms, sum) => {
    const listed = terms!.split(' + ').map(figure)
    const ratio = listed[1]! / listed[0]!
    const isGeometric = listed.slice(1).every((term, place) => term / listed[place]! === ratio)
    return isGeometric && isSame(total(count(100).map((n) => listed[0]! * ratio ** n)), Number(sum))
  }),
  prove(
    'math-0142',
    /^The sum of the reciprocals of the squares, (.+) \+ \.\.\., is (\S+)\.$/,
    (terms, sum) => {
      const n = 10_000
      const tail = 1 / n - 1 / (2 * n * n)
      const listed = terms!.split(' + ').map(figure)
      const isSquares = listed.every((term, place) => isSame(term, 1 / (place + 1) ** 2))
      return isSquares && isSame(total(span(1, n).map((k) => 1 / k ** 2)) + tail, evaluate(sum!))
    },
  ),
  prove(
    ['math-0143', 'math-0144'],
    /^The sum of the (?:alternating harmonic|Leibniz) series 1 - 1\/(\d) \+ 1\/(\d) - 1\/(\d) \+ \.\.\. is (\S+)\.$/,
    (second, third, fourth, sum) => {
      const step = Number(second) - 1
      const isEven = Number(third) === 1 + 2 * step && Number(fourth) === 1 + 3 * step
      return (
        isEven &&
        isSame(
          alternatingSum((n) => 1 / (1 + n * step)),
          evaluate(sum!),
        )
      )
    },
  ),
  prove(
    'math-0145',
    /^The series 1 \+ 2 \+ 3 \+ 4 \+ \.\.\. diverges in the ordinary sense, and the value -(\d+)\/(\d+) belongs to the Riemann zeta function continued analytically to -1\.$/,
    (top, bottom) => {
      // The zeta function at -n is -B(n+1)/(n+1).
      const [numerator, denominator] = bernoulli(2)
      return numerator * BigInt(bottom!) === BigInt(top!) * denominator * 2n
    },
  ),
  prove(
    'math-0146',
    /^The Taylor series of e\^x about 0 is (.+) \+ \.\.\., and converges for every real or complex x\.$/,
    (terms) =>
      [-4, -1, 0.5, 6].every((x) => {
        const series = count(80).map((n) => x ** n / Number(factorial(n)))
        const listed = terms!.split(' + ').map((term) => evaluate(term, { x }))
        return listed.every((term, n) => isSame(term, series[n]!)) && isSame(total(series), Math.exp(x))
      }),
  ),
  prove('math-0147', /^The integral of (\S+) over the whole real line is (\S+)\.$/, (formula, value) =>
    isSame(
      integral((x) => evaluate(formula!, { x }), -8, 8),
      evaluate(value!),
    ),
  ),
  prove(
    'math-0148',
    /^The solid formed by rotating y = (\S+) for x >= 1 about the x-axis has the finite volume (\S+) and an infinite surface area\.$/,
    (formula, volume) => {
      const y = (x: number) => evaluate(formula!, { x })
      // With x = e^u the far end comes near; the surface exceeds the integral of 2*pi*y, which grows by steps of one size.
      const upTo = (g: (x: number) => number, u: number) =>
        integral((at) => g(Math.exp(at)) * Math.exp(at), 0, u, 500)
      const surfaces = [5, 10, 15].map((u) => upTo((x) => 2 * Math.PI * y(x), u))
      const grows = isSame(surfaces[2]! - surfaces[1]!, surfaces[1]! - surfaces[0]!) && surfaces[0]! > 1
      return (
        grows &&
        isSame(
          upTo((x) => Math.PI * y(x) ** 2, 25),
          evaluate(volume!),
          1e-7,
        )
      )
    },
  ),
  prove(
    'math-0150',
    /^A zero derivative at a point does not guarantee a maximum or minimum, as (\S+) at x = (\d+) shows\.$/,
    (formula, point) => {
      const f = (x: number) => evaluate(formula!, { x })
      const at = Number(point)
      return nearly(slope(f, at), 0) && f(at - 0.1) < f(at) && f(at) < f(at + 0.1)
    },
  ),
  prove(
    'math-0152',
    /^The general solution of the differential equation y' = (\S+) with a constant k is y = (\S+)\.$/,
    (right, solution) =>
      grid(['k', 'C'], [-1.5, 0.4, 2]).every((values) =>
        POINTS.every((x) => {
          const y = (at: number) => evaluate(solution!, { ...values, x: at })
          const rate = evaluate(right!, { ...values, y: y(x) })
          return nearly(slope(y, x), rate) && isSame(y(0), values.C!)
        }),
      ),
  ),
  prove(
    'math-0153',
    /^The general solution of the differential equation y'' = (\S+) with w > 0 is y = (.+)\.$/,
    (right, solution) =>
      grid(['w', 'A', 'B'], [0.5, 1, 2]).every((values) =>
        POINTS.every((x) => {
          const y = (at: number) => evaluate(solution!, { ...values, x: at })
          const isFree = isSame(y(0), values.A!) && nearly(slope(y, 0), values.B! * values.w!)
          return isFree && isSame(curvature(y, x), evaluate(right!, { ...values, y: y(x) }), 1e-4)
        }),
      ),
  ),
  prove(
    'math-0154',
    /^The ratio of n! to Stirling's approximation (\S+) tends to (\d+) as n grows without bound\.$/,
    (formula, limit) => {
      const errors = [5, 20, 60, 140].map((n) =>
        Math.abs(Number(factorial(n)) / evaluate(formula!, { n }) - Number(limit)),
      )
      return errors.every((error, place) => error < (errors[place - 1] ?? 0.1)) && errors.at(-1)! < 1e-3
    },
  ),
]
