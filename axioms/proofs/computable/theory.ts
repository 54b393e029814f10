import { figure, isRounded, whole } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import {
  changed,
  evaluate,
  growsAs,
  orders,
  randomWholes,
  range,
  seeded,
  sum,
  swapped,
  tuples,
} from './tools.ts'

function ackermann(m: number, n: number): number {
  if (m === 0) return n + 1
  return n === 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1))
}

/** How many queries Grover's search makes until the marked item is at least half likely. */
function groverQueries(items: number): number {
  let [marked, other, queries] = [1 / Math.sqrt(items), 1 / Math.sqrt(items), 0]
  while (marked ** 2 < 0.5) {
    const average = (-marked + (items - 1) * other) / items
    ;[marked, other] = [2 * average + marked, 2 * average - other]
    queries++
  }
  return queries
}

function entropy(shares: number[]): number {
  return sum(shares.map((share) => (share === 0 ? 0 : -share * Math.log2(share))))
}

/** The average length of a Huffman code: each merge adds one bit to what is merged. */
function huffmanLength(shares: number[]): number {
  const open = [...shares]
  let length = 0
  while (open.length > 1) {
    open.sort((left, right) => right - left)
    const merged = open.pop()! + open.pop()!
    length += merged
    open.push(merged)
  }
  return length
}

/** What a channel that flips bits at a rate carries at most, over all ways to use it. */
function flippingCapacity(rate: number): number {
  const carried = range(101).map((step) => {
    const ones = (step / 100) * (1 - rate) + (1 - step / 100) * rate
    return entropy([ones, 1 - ones]) - entropy([rate, 1 - rate])
  })
  return Math.max(...carried)
}

function divergence(from: number[], to: number[]): number {
  return sum(from.map((share, at) => share * Math.log2(share / to[at]!)))
}

/** How often each order comes out over all equally likely choices of where each place is swapped to. */
function shuffleCounts(count: number, choices: (place: number) => number[]): number[] {
  let runs: number[][] = [range(count)]
  for (const place of range(count))
    runs = runs.flatMap((run) => choices(place).map((other) => swapped(run, place, other)))
  const counts = new Map<string, number>()
  for (const run of runs) counts.set(String(run), (counts.get(String(run)) ?? 0) + 1)
  return [...counts.values()]
}

/** The chance of each item of a stream to be kept by reservoir sampling, over all equally likely choices. */
function keptShares(kept: number, items: number): number[] {
  let runs = [{ reservoir: range(kept), share: 1 }]
  for (let item = kept; item < items; item++)
    runs = runs.flatMap(({ reservoir, share }) =>
      range(item + 1).map((place) => ({
        reservoir: place < kept ? changed(reservoir, place, item) : reservoir,
        share: share / (item + 1),
      })),
    )
  return range(items).map((item) =>
    sum(runs.map(({ reservoir, share }) => (reservoir.includes(item) ? share : 0))),
  )
}

const RANDOM_SHARES = range(60).map((seed) => {
  const random = seeded(seed)
  const raw = range(2 + (seed % 9)).map(() => random() ** 3 + 1e-3)
  return raw.map((share) => share / sum(raw))
})

/** Computes again what axioms of level 4 state about computability, complexity, information and chance. */
export const theoryProofs: Proof[] = [
  prove(
    'comp-0024',
    /^The Shannon entropy of one toss of a fair coin is (\d+) bit\.$/,
    (bits) => entropy([0.5, 0.5]) === figure(bits!),
  ),
  prove(
    'comp-0130',
    /^The value of the Ackermann-Péter function A\((\d), (\d)\) is (\d+)\.$/,
    (m, n, value) => ackermann(Number(m), Number(n)) === figure(value!),
  ),
  prove(
    'comp-0137',
    /^The number of different tours of the symmetric travelling salesman problem \(TSP\) with n >= 3 cities is \(n - (\d)\)!\/(\d)\.$/,
    (less, part) =>
      [3, 4, 5, 6].every((n) => {
        const tours = orders(n).map((order) => {
          const roads = order.map((city, at) => [city, order[(at + 1) % n]!].sort().join('-'))
          return roads.sort().join(' ')
        })
        return new Set(tours).size === orders(n - Number(less)).length / Number(part)
      }),
  ),
  prove(
    'comp-0138',
    /^The smallest integer N >= 2 such that 2\^n exceeds n\^(\d+) for every integer n >= N is (\d+)\.$/,
    (power, least) => {
      const wins = (n: number) => 2n ** BigInt(n) > BigInt(n) ** BigInt(power!)
      const from = Number(least)
      return !wins(from - 1) && range(500).every((more) => wins(from + more))
    },
  ),
  prove(
    'comp-0140',
    /^Grover's quantum search algorithm finds one marked item among N unsorted items with high probability in O\((.+)\) queries\.$/,
    (bound) =>
      growsAs(bound!, [{ N: 2 ** 10 }, { N: 2 ** 14 }, { N: 2 ** 20 }], ({ N }) => groverQueries(N!)),
  ),
  prove(
    'comp-0188',
    /^The Shannon entropy of one roll of a fair six-sided die is approximately (\S+) bits\.$/,
    (bits) => isRounded(entropy(range(6).map(() => 1 / 6)), bits!),
  ),
  prove(
    'comp-0189',
    /^The Shannon entropy of one toss of a coin that shows heads with probability (\S+) is approximately (\S+) bits\.$/,
    (heads, bits) => isRounded(entropy([Number(heads), 1 - Number(heads)]), bits!),
  ),
  prove(
    'comp-0190',
    /^No lossless compression method shortens every string of n bits, because only (.+) shorter bit strings exist\.$/,
    (shorter) =>
      range(10).every((n) => {
        const strings = sum(range(n).map((length) => tuples([0, 1], length).length))
        return strings === evaluate(shorter!, { n }) && strings < tuples([0, 1], n).length
      }),
  ),
  prove(
    'comp-0191',
    /^The average code length L of a binary Huffman code for a source of entropy H bits .+ satisfies (H <= L) < (H \+ 1)\.$/,
    (lower, upper) =>
      [...RANDOM_SHARES, [1 - 1e-6, 1e-6]].every((shares) => {
        const values = { H: entropy(shares) - 1e-12, L: huffmanLength(shares) }
        return evaluate(lower!, values) === 1 && values.L < evaluate(upper!, values)
      }) &&
      // Nearly certain symbols come as close to the upper end as one likes.
      evaluate(upper!, { H: entropy([1 - 1e-6, 1e-6]) }) < huffmanLength([1 - 1e-6, 1e-6]) + 0.001,
  ),
  prove(
    'comp-0192',
    /^The Kullback-Leibler divergence \(relative entropy\) is never negative and in general not symmetric\.$/,
    () => {
      const pairs = RANDOM_SHARES.flatMap((from) =>
        RANDOM_SHARES.filter((to) => to.length === from.length).map((to) => [from, to] as const),
      )
      const both = pairs.map(([from, to]) => [divergence(from, to), divergence(to, from)] as const)
      return (
        both.every(([there]) => there >= -1e-12) &&
        both.some(([there, back]) => Math.abs(there - back) > 0.01)
      )
    },
  ),
  prove(
    'comp-0193',
    /^The capacity of a binary symmetric channel that flips each bit with probability (\S+) is approximately (\S+) bits per use\.$/,
    (rate, bits) => isRounded(flippingCapacity(Number(rate)), bits!),
  ),
  prove(
    'comp-0194',
    /^The Shannon-Hartley capacity of a channel with (\d+) kHz bandwidth and a signal-to-noise ratio of ([\d ]+) \((\d+) dB\) is approximately (\S+) kbit\/s\.$/,
    (bandwidth, ratio, decibels, capacity) =>
      figure(ratio!) === 10 ** (Number(decibels) / 10) &&
      isRounded(Number(bandwidth) * Math.log2(1 + figure(ratio!)), capacity!),
  ),
  prove(
    'comp-0234',
    /^A pseudorandom number generator started twice from the same seed produces the same sequence\.$/,
    () => {
      const [first, second, other] = [seeded(7), seeded(7), seeded(8)].map((random) =>
        String(randomWholes(random, 50, 1000)),
      )
      return first === second && first !== other
    },
  ),
  prove(
    'comp-0235',
    /^The period of the Mersenne Twister generator MT(\d+) is 2\^(\d+) - 1, a number of ([\d ]+) decimal digits\.$/,
    (name, exponent, digits) =>
      // The state is 624 words of 32 bits, of which one word gives a single bit.
      624 * 32 - 31 === Number(exponent) &&
      name === exponent &&
      Math.floor(Number(exponent) * Math.log10(2)) + 1 === figure(digits!),
  ),
  prove(
    'comp-0236',
    /^A uniformly random byte reduced modulo (\d+) yields each of the values (\d+) to (\d+) with probability (\d+)\/256 and each of the values (\d+) to (\d+) with probability (\d+)\/256\.$/,
    (...figures) => {
      const [modulus, from, to, often, next, last, seldom] = figures.map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      const counts = new Array<number>(modulus).fill(0)
      for (const byte of range(256)) counts[byte % modulus]!++
      const expected = (value: number) =>
        value >= from && value <= to ? often : value >= next && value <= last ? seldom : -1
      return counts.every((count, value) => count === expected(value))
    },
  ),
  prove(
    'comp-0237',
    /^The Fisher-Yates shuffle produces each of the n! orders of n items with equal probability when the random choices are uniform and independent\.$/,
    () =>
      [2, 3, 4, 5].every((n) => {
        const counts = shuffleCounts(n, (place) => range(n - place).map((more) => place + more))
        return counts.length === orders(n).length && counts.every((count) => count === counts[0])
      }),
  ),
  prove(
    'comp-0238',
    /^Swapping every position in turn with a uniformly random position out of all n gives a biased shuffle for every n >= (\d)\.$/,
    (least) =>
      [2, 3, 4, 5].every((n) => {
        const counts = shuffleCounts(n, () => range(n))
        const isFair = counts.length === orders(n).length && counts.every((count) => count === counts[0])
        return isFair === n < Number(least)
      }),
  ),
  prove(
    'comp-0239',
    /^The smallest number of bits of state with which a generator could produce every order of a (\d+)-card deck is (\d+)\.$/,
    (cards, bits) => {
      const all = range(Number(cards)).reduce((product, card) => product * BigInt(card + 1), 1n)
      return 2n ** whole(bits!) >= all && 2n ** (whole(bits!) - 1n) < all
    },
  ),
  prove(
    'comp-0240',
    /^Reservoir sampling of k items from a stream of n >= k items keeps each item with probability (.+) without knowing n in advance\.$/,
    (share) =>
      [
        [1, 4],
        [2, 5],
        [3, 6],
      ].every(([k, n]) =>
        keptShares(k!, n!).every((kept) => Math.abs(kept - evaluate(share!, { k, n })) < 1e-12),
      ),
  ),
]
