// What the proofs of level 4 share: formulas as written in a statement, growth of costs, seeded chance.

const KNOWN = {
  log2: Math.log2,
  ln: Math.log,
  sqrt: Math.sqrt,
  exp: Math.exp,
  floor: Math.floor,
  ceil: Math.ceil,
}

/** The value of a formula as written in a statement, such as `2^n - 1` or `ceil(3*n/2) - 2`. */
export function evaluate(formula: string, values: Record<string, unknown> = {}): number {
  const expression = formula
    .replaceAll(/\blog log (\w+)/g, 'log2(log2($1))')
    .replaceAll(/\blog (\w+)/g, 'log2($1)')
    .replaceAll(/(\w) (?=log2)/g, '$1*')
    .replaceAll('^', '**')
  const scope = { ...KNOWN, ...values }
  return Number(new Function(...Object.keys(scope), `return ${expression}`)(...Object.values(scope)))
}

/** Whether a cost grows just as a bound such as `n log n` says: their ratio drifts no further than this. */
export function growsAs(
  bound: string,
  runs: Record<string, number>[],
  cost: (sizes: Record<string, number>) => number,
  drift = 1.3,
): boolean {
  const ratios = runs.map((sizes) => cost(sizes) / evaluate(bound, sizes))
  return Math.max(...ratios) <= drift * Math.min(...ratios) && Math.min(...ratios) > 0
}

/** Runs of several sizes of the one variable n. */
export function sizes(...ns: number[]): { n: number }[] {
  return ns.map((n) => ({ n }))
}

/** Chance that is the same on every run: numbers from 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The numbers from 0 up to a count. */
export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/** As many whole numbers below a bound as asked, by seeded chance. */
export function randomWholes(random: () => number, count: number, below: number): number[] {
  return range(count).map(() => Math.floor(random() * below))
}

/** All orders of the numbers from 0 up to a count. */
export function orders(count: number): number[][] {
  if (count === 0) return [[]]
  return orders(count - 1).flatMap((order) =>
    range(count).map((place) => [...order.slice(0, place), count - 1, ...order.slice(place)]),
  )
}

/** All tuples of a length over some values. */
export function tuples<T>(values: T[], length: number): T[][] {
  if (length === 0) return [[]]
  return tuples(values, length - 1).flatMap((tuple) => values.map((value) => [...tuple, value]))
}

/** The sum of some numbers. */
export function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** The mean of some numbers. */
export function mean(numbers: number[]): number {
  return sum(numbers) / numbers.length
}

/** Whether two numbers agree to within an error. */
export function near(left: number, right: number, error = 1e-9): boolean {
  return Math.abs(left - right) <= error
}

/** The same items with another one at a place. */
export function changed<T>(items: T[], at: number, item: T): T[] {
  return items.map((old, place) => (place === at ? item : old))
}

/** The same items with two of them swapped. */
export function swapped<T>(items: T[], left: number, right: number): T[] {
  return changed(changed(items, left, items[right]!), right, items[left]!)
}
