import { figure, integral, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { evaluate, mean, near, range, seeded, sum, tuples } from './tools.ts'

/** A small distribution that is far from normal: every value equally likely. */
const VALUES = [0, 1, 1, 5, 11]

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The mean squared deviation from the mean, with the sum divided by the count less something. */
function variance(values: number[], less = 0): number {
  return sum(values.map((value) => (value - mean(values)) ** 2)) / (values.length - less)
}

function correlation(left: number[], right: number[]): number {
  const products = left.map((value, at) => (value - mean(left)) * (right[at]! - mean(right)))
  return mean(products) / Math.sqrt(variance(left) * variance(right))
}

function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
}

/** The share of a normal distribution within so many standard deviations. */
function normalWithin(deviations: number): number {
  return integral(normalDensity, -deviations, deviations, 400)
}

/** The share of Student's t distribution within a value. */
function studentWithin(value: number, freedom: number): number {
  const density = (x: number) => (1 + (x * x) / freedom) ** (-(freedom + 1) / 2)
  // The whole line through x = tan(u), whose ends stand for infinity.
  const whole = integral(
    (u) => density(Math.tan(u)) / Math.cos(u) ** 2,
    -Math.PI / 2 + 1e-6,
    Math.PI / 2 - 1e-6,
  )
  return integral(density, -value, value) / whole
}

/** Where a rising function reaches a value, by bisection. */
function reaches(f: (x: number) => number, value: number, to: number): number {
  let [low, high] = [0, to]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (f(middle) < value) low = middle
    else high = middle
  }
  return low
}

/** The furthest that the distribution of a standardised mean of n values is from the normal one. */
function distanceFromNormal(n: number): number {
  let shares = new Map([[0, 1]])
  for (let draw = 0; draw < n; draw++) {
    const next = new Map<number, number>()
    for (const [total, share] of shares)
      for (const value of VALUES)
        next.set(total + value, (next.get(total + value) ?? 0) + share / VALUES.length)
    shares = next
  }
  const deviation = Math.sqrt(n * variance(VALUES))
  let [below, furthest] = [0, 0]
  for (const [total, share] of [...shares].sort(([left], [right]) => left - right)) {
    const z = (total - n * mean(VALUES)) / deviation
    const normal = 0.5 + (z < 0 ? -0.5 : 0.5) * normalWithin(Math.abs(z))
    furthest = Math.max(furthest, Math.abs(below - normal), Math.abs(below + share - normal))
    below += share
  }
  return furthest
}

/** People with and without an illness, and what a test says of them. */
const TESTED = [
  ...range(90).map(() => ({ ill: true, positive: true })),
  ...range(10).map(() => ({ ill: true, positive: false })),
  ...range(40).map(() => ({ ill: false, positive: true })),
  ...range(160).map(() => ({ ill: false, positive: false })),
]

const SHARES: Record<string, (person: (typeof TESTED)[number]) => boolean> = {
  ill: ({ ill }) => ill,
  healthy: ({ ill }) => !ill,
  positive: ({ positive }) => positive,
  negative: ({ positive }) => !positive,
}

const COUNTS = {
  TP: TESTED.filter(({ ill, positive }) => ill && positive).length,
  FN: TESTED.filter(({ ill, positive }) => ill && !positive).length,
  FP: TESTED.filter(({ ill, positive }) => !ill && positive).length,
  TN: TESTED.filter(({ ill, positive }) => !ill && !positive).length,
}

/** Computes again what axioms of level 4 state about statistics. */
export const statisticsProofs: Proof[] = [
  prove(
    'comp-0019',
    /^The conditional probability P\(A\|B\), for P\(A\) > 0 and P\(B\) > 0, is P\(B\|A\)\*P\(A\)\/P\(B\)\.$/,
    () => {
      const share = (is: (person: (typeof TESTED)[number]) => boolean, among = TESTED) =>
        among.filter(is).length / among.length
      const [ill, positive] = [SHARES.ill!, SHARES.positive!]
      const inverted = (share(positive, TESTED.filter(ill)) * share(ill)) / share(positive)
      return near(share(ill, TESTED.filter(positive)), inverted)
    },
  ),
  prove(
    'comp-0020',
    /^The proportion of a normal distribution within one standard deviation of the mean is approximately (\S+) %\.$/,
    (share) => isRounded(100 * normalWithin(1), share!),
  ),
  prove(
    'comp-0168',
    /^The median of the values ([\d, ]+) and (\d+) is (\d+), whereas the arithmetic mean is (\d+)\.$/,
    (values, last, middle, average) => {
      const all = [...values!.split(', '), last!].map(Number)
      return median(all) === figure(middle!) && mean(all) === figure(average!)
    },
  ),
  prove(
    'comp-0169',
    /^The sample variance with divisor n - (\d) is an unbiased estimator of the variance for independent observations .+\.$/,
    (less) =>
      [2, 3, 4].every((n) => {
        const estimates = tuples(VALUES, n).map((sample) => variance(sample, Number(less)))
        return near(mean(estimates), variance(VALUES))
      }),
  ),
  prove(
    'comp-0170',
    /^The standard error of the mean of n independent observations with standard deviation sigma is (.+)\.$/,
    (error) =>
      [2, 3, 4].every((n) => {
        const means = tuples(VALUES, n).map(mean)
        return near(Math.sqrt(variance(means)), evaluate(error!, { n, sigma: Math.sqrt(variance(VALUES)) }))
      }),
  ),
  prove(
    'comp-0171',
    /^The central (\d+) % of a normal distribution lies within approximately (\S+) standard deviations of the mean\.$/,
    (share, deviations) => isRounded(reaches(normalWithin, Number(share) / 100, 6), deviations!),
  ),
  prove(
    'comp-0172',
    /^The two-sided (\d+) % critical value of Student's t distribution with (\d+) degrees of freedom is approximately (\S+)\.$/,
    (share, freedom, value) => {
      const half = 0.0005
      const within = (x: number) => studentWithin(x, Number(freedom))
      return (
        within(Number(value) - half) <= Number(share) / 100 &&
        within(Number(value) + half) >= Number(share) / 100
      )
    },
  ),
  prove(
    'comp-0176',
    /^The probability of at least one false positive in (\d+) independent tests at the (\d+) % level, when every null hypothesis is true, is approximately (\S+) %\.$/,
    (tests, level, share) => {
      const none = range(Number(tests)).reduce((chance) => chance * (1 - Number(level) / 100), 1)
      return isRounded(100 * (1 - none), share!)
    },
  ),
  prove(
    'comp-0177',
    /^The sensitivity of a diagnostic test is the share of (\w+) people who test (\w+), and the specificity is the share of (\w+) people who test (\w+)\.$/,
    (...words) => {
      const share = (among: string, says: string) => {
        const people = TESTED.filter(SHARES[among]!)
        return people.filter(SHARES[says]!).length / people.length
      }
      const [first, firstSays, second, secondSays] = words as [string, string, string, string]
      const { TP, FN, FP, TN } = COUNTS
      return share(first, firstSays) === TP / (TP + FN) && share(second, secondSays) === TN / (TN + FP)
    },
  ),
  prove(
    'comp-0178',
    /\((\d+) of (\d+) against (\d+) of (\d+)\).+\((\d+) of (\d+) against (\d+) of (\d+)\), yet less often overall \((\d+) of (\d+) against (\d+) of (\d+)\)\.$/,
    (...figures) => {
      const [a, n, b, m, c, o, d, p, ac, no, bd, mp] = figures.map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      const adds = a + c === ac && n + o === no && b + d === bd && m + p === mp
      return adds && a / n > b / m && c / o > d / p && ac / no < bd / mp
    },
  ),
  prove(
    'comp-0179',
    /^A correlation coefficient of zero does not imply that two variables are independent\.$/,
    () => {
      const x = [-2, -1, 0, 1, 2]
      const y = x.map((value) => value ** 2)
      const whenLarge = y.filter((_, at) => Math.abs(x[at]!) === 2)
      return near(correlation(x, y), 0) && mean(whenLarge) !== mean(y)
    },
  ),
  prove(
    'comp-0180',
    /^The distribution of the standardised mean of n independent, .+ observations with finite positive variance tends to the standard normal distribution as n grows\.$/,
    () => {
      const [one, four, sixteen, many] = [1, 4, 16, 64].map(distanceFromNormal) as [
        number,
        number,
        number,
        number,
      ]
      return one > four && four > sixteen && sixteen > many && many < 0.04
    },
  ),
  prove(
    'comp-0181',
    /^The share of any distribution with finite positive variance that lies within two standard deviations of the mean is at least (\d+) %\.$/,
    (share) => {
      const within = (values: number[]) =>
        values.filter((value) => Math.abs(value - mean(values)) < 2 * Math.sqrt(variance(values)) - 1e-9)
          .length / values.length
      const random = seeded(5)
      const samples = range(200).map(() => range(30).map(() => random() ** -1.2))
      // The extreme case: one eighth on either side, three quarters in the middle.
      const extreme = [-1, 0, 0, 0, 0, 0, 0, 1]
      return (
        samples.every((values) => within(values) >= Number(share) / 100) &&
        near(within(extreme), Number(share) / 100)
      )
    },
  ),
  prove(
    'comp-0182',
    /^The (\d+) % margin of error for a share near (\d+) % in a simple random sample of ([\d ]+) people is approximately (\S+) percentage points\.$/,
    (confidence, percent, people, points) => {
      const deviations = reaches(normalWithin, Number(confidence) / 100, 6)
      const share = Number(percent) / 100
      return isRounded(100 * deviations * Math.sqrt((share * (1 - share)) / figure(people!)), points!)
    },
  ),
  prove(
    'comp-0183',
    /^The upper limit of the one-sided (\d+) % confidence interval for the probability of an event that occurred in none of n independent trials is approximately (\d)\/n for large n\.$/,
    (confidence, factor) => {
      const n = 10_000
      const limit = reaches((rate) => 1 - (1 - rate) ** n, Number(confidence) / 100, 1)
      return isRounded(limit * n, factor!)
    },
  ),
  prove(
    'comp-0184',
    /^The (mean|median) minimises the sum of squared deviations from the data, and a (mean|median) minimises the sum of absolute deviations\.$/,
    (squared, absolute) => {
      const centres: Record<string, number> = { mean: mean(VALUES), median: median(VALUES) }
      const least = (power: number) => {
        const costs = range(1101).map((step) =>
          sum(VALUES.map((value) => Math.abs(value - step / 100) ** power)),
        )
        return costs.indexOf(Math.min(...costs)) / 100
      }
      return near(least(2), centres[squared!]!) && near(least(1), centres[absolute!]!)
    },
  ),
  prove(
    'comp-0185',
    /^The share of people above (\d+) on an intelligence scale scored as a normal distribution with mean (\d+) and standard deviation (\d+) is approximately (\S+) %\.$/,
    (score, average, deviation, share) => {
      const deviations = (Number(score) - Number(average)) / Number(deviation)
      return isRounded(100 * (0.5 - normalWithin(deviations) / 2), share!)
    },
  ),
  prove(
    'comp-0186',
    /^The share of numbers with leading digit (\d) according to Benford's law is approximately (\S+) %\.$/,
    (digit, share) => {
      // The powers of two follow the law: count their leading digits.
      let [power, hits] = [1, 0]
      for (let exponent = 0; exponent < 10_000; exponent++) {
        if (Math.floor(power) === Number(digit)) hits++
        power = power * 2 >= 10 ? (power * 2) / 10 : power * 2
      }
      return isRounded(hits / 100, share!)
    },
  ),
]
