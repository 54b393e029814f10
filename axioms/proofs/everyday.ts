import { runInThisContext } from 'node:vm'
import { figure, isClose, slope } from '../figures.ts'
import { type Proof, prove } from '../proof.ts'
import { evaluate, randomWholes, range, seeded } from './computable/tools.ts'

const BOLTZMANN_TIMES_AVOGADRO = 1.380649e-23 * 6.02214076e23
const ARCSECONDS_PER_RADIAN = (180 * 3600) / Math.PI

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
function median(values: number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = sorted.length / 2
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
}

/** How mean and median change on every list tried when its largest value alone grows. */
function outlierMoves(fewest: number, growth: string): boolean {
  const random = seeded(1)
  return range(200).every((round) => {
    const n = fewest + (round % 7)
    const values = randomWholes(random, n, 20)
    const d = 1 + Math.floor(random() * 1000)
    const moved = [...values]
    moved[values.indexOf(Math.max(...values))]! += d
    const rise = mean(moved) - mean(values)
    return isClose(rise, evaluate(growth, { d, n }), 1e-9) && median(moved) === median(values)
  })
}

/** How far N2 + 3 H2 -> 2 NH3 has gone at equilibrium, in moles, from these amounts in one unit of volume. */
function extent(nitrogen: number, hydrogen: number, constant: number): number {
  let [low, high] = [0, Math.min(nitrogen, hydrogen / 3)]
  for (let step = 0; step < 60; step++) {
    const x = (low + high) / 2
    const quotient = (2 * x) ** 2 / ((nitrogen - x) * (hydrogen - 3 * x) ** 3)
    if (quotient < constant) low = x
    else high = x
  }
  return (low + high) / 2
}

/** The market with demand a - b*p and supply c + e*p, for slopes b and e above zero. */
function market(a: number, b: number, c: number, e: number): { price: number; quantity: number } {
  const price = (a - c) / (b + e)
  return { price, quantity: c + e * price }
}

/** A loss of a net of one input, two hidden units and one output, and its gradient found backwards from the output. */
function backpropagated(weights: number[]): { loss: (weights: number[]) => number; gradient: number[] } {
  const [input, target] = [0.7, -0.4]
  const hidden = (w: number[]): [number, number] => [Math.tanh(w[0]! * input), Math.tanh(w[1]! * input)]
  const output = (w: number[]): number => Math.tanh(w[2]! * hidden(w)[0] + w[3]! * hidden(w)[1])
  const loss = (w: number[]): number => (output(w) - target) ** 2
  const [left, right] = hidden(weights)
  const atOutput = 2 * (output(weights) - target) * (1 - output(weights) ** 2)
  const gradient = [
    atOutput * weights[2]! * (1 - left ** 2) * input,
    atOutput * weights[3]! * (1 - right ** 2) * input,
    atOutput * left,
    atOutput * right,
  ]
  return { loss, gradient }
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (let step = 0n; step < exponent; step++) result = (result * base) % modulus
  return result
}

/** Whether a private key made from nothing but the factors of a public modulus decrypts what the public key encrypts. */
function factorsGiveTheKey(modulus: bigint, publicExponent: bigint): boolean {
  let factor = 2n
  while (modulus % factor !== 0n) factor++
  const totient = (factor - 1n) * (modulus / factor - 1n)
  let secret = 1n
  while ((secret * publicExponent) % totient !== 1n) secret++
  return [2n, 65n, 100n].every(
    (message) => powerModulo(powerModulo(message, publicExponent, modulus), secret, modulus) === message,
  )
}

/** Two sides share a secret, and so do both with someone between them who passes on a value of their own instead. */
function agreesWithAnyone(modulus: bigint, generator: bigint): boolean {
  const power = (exponent: bigint, base = generator): bigint => powerModulo(base, exponent, modulus)
  const [alice, bob, between] = [6n, 15n, 13n]
  const agree = power(bob, power(alice)) === power(alice, power(bob))
  const withAlice = power(alice, power(between)) === power(between, power(alice))
  return agree && withAlice && power(alice, power(between)) !== power(alice, power(bob))
}

type Edge = [from: string, to: string, weight: number]

/** Distances as Dijkstra finds them, in which a settled vertex stays as it is. */
function dijkstra(edges: Edge[], start: string): Map<string, number> {
  const found = new Map([[start, 0]])
  const settled = new Map<string, number>()
  while (found.size > 0) {
    const [vertex, distance] = [...found].sort((left, right) => left[1] - right[1])[0]!
    found.delete(vertex)
    settled.set(vertex, distance)
    for (const [from, to, weight] of edges) {
      if (from !== vertex || settled.has(to)) continue
      found.set(to, Math.min(found.get(to) ?? Number.POSITIVE_INFINITY, distance + weight))
    }
  }
  return settled
}

/** The shortest distance over all paths of a graph without cycles. */
function shortest(edges: Edge[], start: string, end: string): number {
  if (start === end) return 0
  return Math.min(
    ...edges.filter(([from]) => from === start).map(([, to, weight]) => weight + shortest(edges, to, end)),
  )
}

function endsInStackOverflow(): boolean {
  try {
    runInThisContext('(function endless(n) { return 1 + endless(n + 1) })(0)')
    return false
  } catch (error) {
    return (error as Error).name === 'RangeError'
  }
}

interface Happening {
  time: number
  past: Set<number>
}

/** Events of three processes that now and then hear of another's last event: Lamport timestamps and causal pasts. */
function happenings(count: number): Happening[] {
  const random = seeded(7)
  const last: (Happening | undefined)[] = [undefined, undefined, undefined]
  return range(count).map((event) => {
    const process = Math.floor(random() * 3)
    const heard = random() < 0.3 ? last[Math.floor(random() * 3)] : undefined
    const before = [last[process], heard].flatMap((known) => known ?? [])
    const time = Math.max(0, ...before.map((known) => known.time)) + 1
    const past = new Set([...before.flatMap((known) => [...known.past]), event])
    last[process] = { time, past }
    return { time, past }
  })
}

/** Whether a smaller timestamp goes with causal order for some pairs of events and with concurrency for others. */
function smallerTimestampsProveNothing(): boolean {
  const events = happenings(40)
  const pairs = events.flatMap((early, first) => events.map((late) => ({ early, late, first })))
  const smaller = pairs.filter(({ early, late }) => early.time < late.time)
  const causal = pairs.filter(({ early, late, first }) => early !== late && late.past.has(first))
  const ordered = smaller.filter(({ late, first }) => late.past.has(first))
  return ordered.length === causal.length && ordered.length > 0 && ordered.length < smaller.length
}

/** Computes again what everyday axioms of several levels state. */
export const everydayProofs: Proof[] = [
  prove(
    'math-0256',
    /^Raising only the largest of n >= (\d+) numbers by d > 0 raises the mean \(average\) by (\S+) and leaves the median unchanged,/,
    (fewest, growth) => outlierMoves(Number(fewest), growth!) && !outlierMoves(Number(fewest) - 1, growth!),
  ),
  prove(
    'phys-0265',
    /, so (\d+) A through (\d+) ohms and (\d+) ohms in parallel split into (\d+) A and (\d+) A\.$/,
    (...figures) => {
      const [total, first, second, left, right] = figures.map(Number)
      const voltage = total! / (1 / first! + 1 / second!)
      return isClose(voltage / first!, left!) && isClose(voltage / second!, right!)
    },
  ),
  prove(
    'phys-0266',
    /is the Hubble constant times the distance, so with (\d+) km\/s\/Mpc a galaxy at (\d+) Mpc recedes at ([\d ]+) km\/s\.$/,
    (constant, distance, speed) => Number(constant) * Number(distance) === figure(speed!),
  ),
  prove(
    'phys-0267',
    /^The mean distance from Earth to the Moon, .+, is approximately ([\d ]+) km\.$/,
    (text) => {
      const fromParallax = (6378.137 * ARCSECONDS_PER_RADIAN) / 3422.451
      const [bothMasses, month] = [398_600.44 + 4_902.8, 27.321_66 * 86_400]
      const fromPeriod = Math.cbrt((bothMasses * month ** 2) / (4 * Math.PI ** 2))
      return Math.abs(fromParallax - figure(text!)) < 50 && isClose(fromPeriod, figure(text!), 2e-3)
    },
  ),
  prove('phys-0269', /^The ideal gas law is (\S+) = (\S+), where p denotes the pressure,/, (left, right) => {
    const oneMole = { p: 101_325, V: 0.022_413_97, n: 1, R: BOLTZMANN_TIMES_AVOGADRO, T: 273.15 }
    const twoMoles = { ...oneMole, n: 2, V: 2 * oneMole.V }
    const hotter = { ...oneMole, p: 2 * oneMole.p, T: 2 * oneMole.T }
    return [oneMole, twoMoles, hotter].every((state) =>
      isClose(evaluate(left!, state), evaluate(right!, state), 1e-6),
    )
  }),
  prove(
    'phys-0271',
    /, so a device with a power of (\d+) W that runs for (\d+) hours uses (\d+) kWh of energy\.$/,
    (watts, hours, energy) => Number(watts) * Number(hours) * 3600 === Number(energy) * 3.6e6,
  ),
  prove(
    'onto-0427',
    /^In an ideal gas mixture .+ adding more of a reactant at constant temperature and volume shifts the equilibrium towards the (products)\.$/,
    () =>
      [0.01, 1, 100].every((constant) =>
        [0.1, 1, 9].every(
          (more) =>
            extent(1 + more, 3, constant) > extent(1, 3, constant) &&
            extent(1, 3 + more, constant) > extent(1, 3, constant),
        ),
      ),
  ),
  prove(
    'onto-0433',
    /^In a competitive market with a downward-sloping .+, an increase in demand (raises|lowers) both the equilibrium price and the equilibrium quantity\.$/,
    (direction) =>
      [0.5, 1, 4].every((b) =>
        [0.5, 1, 4].every((e) => {
          const [before, after] = [market(100, b, 10, e), market(120, b, 10, e)]
          const rises = after.price > before.price && after.quantity > before.quantity
          return rises === (direction === 'raises')
        }),
      ),
  ),
  prove(
    'comp-0241',
    /^The solution of the recurrence T\(n\) = (\d+)\*T\(n\/(\d+)\) \+ n with T\(1\) = (\d+), for n a power of two, is (.+), which is Theta\(n log n\)\.$/,
    (calls, part, first, solution) => {
      const cost = (n: number): number =>
        n === 1 ? Number(first) : Number(calls) * cost(n / Number(part)) + n
      return range(12).every((power) => cost(2 ** power) === evaluate(solution!, { n: 2 ** power }))
    },
  ),
  prove(
    'comp-0242',
    /^Backpropagation computes the gradient .+ by applying the chain rule backwards,/,
    () => {
      const weights = [0.3, -0.8, 1.1, 0.6]
      const { loss, gradient } = backpropagated(weights)
      return weights.every((weight, place) =>
        isClose(
          slope((value) => loss(weights.with(place, value)), weight),
          gradient[place]!,
          1e-6,
        ),
      )
    },
  ),
  prove(
    'comp-0243',
    /^The bitwise exclusive or \(XOR\) of an integer with itself is (\d+), and the XOR of an integer with (\d+) is the integer unchanged\.$/,
    (same, neutral) =>
      range(2000).every((step) => {
        const integer = (step - 1000) * 1_000_003
        return (
          BigInt(integer) === (BigInt(integer) ^ BigInt(neutral!)) && (integer ^ integer) === Number(same)
        )
      }),
  ),
  prove('comp-0244', /, since anyone who knows the prime factors can compute the private key\.$/, () =>
    factorsGiveTheKey(3233n, 17n),
  ),
  prove('comp-0245', /^The purpose of .+, and the plain exchange does not authenticate the parties\.$/, () =>
    agreesWithAnyone(23n, 5n),
  ),
  prove(
    'comp-0246',
    /edges (\w)->(\w) of weight (\S+), (\w)->(\w) of weight (\S+) and (\w)->(\w) of weight (\S+), vertex (\w) is settled at (\S+) although the true distance from (\w) is (\S+)\.$/,
    (...found) => {
      const edges = range(3).map(
        (edge): Edge => [found[3 * edge]!, found[3 * edge + 1]!, Number(found[3 * edge + 2])],
      )
      const [end, settled, start, distance] = found.slice(9)
      return (
        dijkstra(edges, start!).get(end!) === Number(settled) &&
        shortest(edges, start!, end!) === Number(distance) &&
        settled !== distance
      )
    },
  ),
  prove('comp-0249', /never reach a base case never returns a result, .+ ends with a stack overflow\.$/, () =>
    endsInStackOverflow(),
  ),
  prove('arch-0253', /^Lamport timestamps cannot .+, since a smaller timestamp does not prove that /, () =>
    smallerTimestampsProveNothing(),
  ),
  prove(
    'arch-0254',
    /, so with (\d+) children per node three levels of branching reach ([\d ]+) leaf blocks\.$/,
    (children, leaves) => Number(children) ** 3 === figure(leaves!),
  ),
  prove(
    'ling-0303',
    /, so the result of (.+) is (\w+) and the result of (.+) is (\w+)\.$/,
    (loose, ofLoose, strict, ofStrict) =>
      String(runInThisContext(loose!)) === ofLoose && String(runInThisContext(strict!)) === ofStrict,
  ),
]
