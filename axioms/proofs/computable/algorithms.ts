import { figure } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { evaluate, growsAs, randomWholes, range, seeded, sizes, sum } from './tools.ts'

/** The fewest coins, or the greedy number of coins, that pay an amount. */
function coinsFor(amount: number, coins: number[], greedy: boolean): number {
  if (amount === 0) return 0
  const fitting = coins.filter((coin) => coin <= amount).sort((left, right) => right - left)
  const tried = greedy ? fitting.slice(0, 1) : fitting
  return 1 + Math.min(...tried.map((coin) => coinsFor(amount - coin, coins, greedy)))
}

/** Whether taking the items of highest value per weight first is always best, over random cases. */
function isGreedBest(fractional: boolean): boolean {
  return range(60).every((seed) => {
    const random = seeded(seed)
    const items = range(7).map(() => ({ value: 1 + random() * 9, weight: 1 + random() * 9 }))
    const capacity = 15
    const take = (chosen: typeof items) => {
      let [room, value] = [capacity, 0]
      for (const item of chosen) {
        const share = item.weight <= room ? 1 : fractional ? room / item.weight : 0
        room -= share * item.weight
        value += share * item.value
      }
      return value
    }
    const greedy = take(
      [...items].sort((left, right) => right.value / right.weight - left.value / left.weight),
    )
    // The best there is: some whole items, filled up from the others, in some order.
    const best = Math.max(
      ...range(2 ** 7).flatMap((mask) => {
        const inside = items.filter((_, at) => (mask >> at) & 1)
        if (sum(inside.map(({ weight }) => weight)) > capacity) return [0]
        return items.filter((item) => !inside.includes(item)).map((last) => take([...inside, last]))
      }),
    )
    return greedy >= best - 1e-9
  })
}

function levenshtein(left: string, right: string): { distance: number; cells: number } {
  let row = range(right.length + 1)
  let cells = 0
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      cells++
      const replaced = row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return { distance: row[right.length]!, cells }
}

/** Where Knuth-Morris-Pratt finds a pattern first, and after how many comparisons. */
function knuthMorrisPratt(pattern: string, text: string): { at: number; count: number } {
  let count = 0
  const same = (left: string, right: string) => ++count > 0 && left === right
  const failure = [0]
  for (let at = 1, length = 0; at < pattern.length; at++) {
    while (length > 0 && !same(pattern[at]!, pattern[length]!)) length = failure[length - 1]!
    if (same(pattern[at]!, pattern[length]!)) length++
    failure.push(length)
  }
  for (let at = 0, length = 0; at < text.length; at++) {
    while (length > 0 && !same(text[at]!, pattern[length]!)) length = failure[length - 1]!
    if (same(text[at]!, pattern[length]!)) length++
    if (length === pattern.length) return { at: at - length + 1, count }
  }
  return { at: -1, count }
}

/** The fewest moves of the Tower of Hanoi, by breadth-first search over all positions. */
function hanoiMoves(discs: number): number {
  const goal = '2'.repeat(discs)
  let layer = ['0'.repeat(discs)]
  const seen = new Set(layer)
  for (let moves = 0; ; moves++) {
    if (layer.includes(goal)) return moves
    layer = layer.flatMap((position) =>
      range(discs).flatMap((disc) =>
        ['0', '1', '2'].flatMap((peg) => {
          const smaller = position.slice(0, disc)
          if (smaller.includes(position[disc]!) || smaller.includes(peg)) return []
          const next = smaller + peg + position.slice(disc + 1)
          if (seen.has(next)) return []
          seen.add(next)
          return [next]
        }),
      ),
    )
  }
}

function mostCompatible(intervals: [number, number][]): { greedy: number; best: number } {
  const byEnd = [...intervals].sort((left, right) => left[1] - right[1])
  let [greedy, free] = [0, 0]
  for (const [start, end] of byEnd) {
    if (start < free) continue
    greedy++
    free = end
  }
  const fits = (chosen: [number, number][]) =>
    chosen.every(([start], at) => at === 0 || chosen[at - 1]![1] <= start)
  const sets = range(2 ** byEnd.length).map((mask) => byEnd.filter((_, at) => (mask >> at) & 1))
  return { greedy, best: Math.max(...sets.filter(fits).map((set) => set.length)) }
}

/** How many probes binary search makes for the key that takes it longest; not a number if a key is missed. */
function binarySearchProbes(n: number): number {
  const probes = range(n).map((key) => {
    let [low, high, count] = [0, n - 1, 0]
    while (low <= high) {
      const middle = (low + high) >> 1
      count++
      if (middle === key) return count
      if (middle < key) low = middle + 1
      else high = middle - 1
    }
    return Number.NaN
  })
  return probes.reduce((most, count) => Math.max(most, count), 0)
}

/** Computes again what axioms of level 4 state about algorithms other than sorting. */
export const algorithmProofs: Proof[] = [
  prove(
    'comp-0001',
    /^The worst-case time complexity of binary search on a sorted array of n elements is O\((.+)\)\.$/,
    (bound) => growsAs(bound!, sizes(2 ** 7, 2 ** 10, 2 ** 15), ({ n }) => binarySearchProbes(n!)),
  ),
  prove(
    'comp-0025',
    /^The worst-case time complexity of linear search in an unsorted array of n elements is O\((.+)\)\.$/,
    (bound) =>
      growsAs(bound!, sizes(10, 100, 1000), ({ n }) => {
        let looks = 0
        range(n!).find((item) => ++looks > 0 && item === -1)
        return looks
      }),
  ),
  prove(
    'comp-0038',
    /: with coins of (\d), (\d) and (\d), the greedy way to pay (\d) takes (\d) coins while (\d) coins suffice\.$/,
    (...figures) => {
      const [small, middle, large, amount, greedy, best] = figures.map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      const coins = [small, middle, large]
      return (
        coinsFor(amount, coins, true) === greedy && coinsFor(amount, coins, false) === best && best < greedy
      )
    },
  ),
  prove(
    'comp-0039',
    /^Taking items in descending order of value per weight is optimal for the (\S+) knapsack problem but not always for the (\S+) knapsack problem\.$/,
    (always, not) => isGreedBest(always === 'fractional') && !isGreedBest(not === 'fractional'),
  ),
  prove(
    'comp-0040',
    /^The time complexity of the standard dynamic programme for the 0\/1 knapsack problem with n items of integer weight and integer capacity W is O\((.+)\)\.$/,
    (bound) => {
      const runs = [10, 80].flatMap((n) => [50, 900].map((W) => ({ n, W })))
      return growsAs(bound!, runs, ({ n, W }) => {
        const best = new Array<number>(W! + 1).fill(0)
        let cells = 0
        for (const weight of randomWholes(seeded(n!), n!, 20)) {
          for (let room = W!; room >= 0; room--) {
            cells++
            if (room >= weight) best[room] = Math.max(best[room]!, best[room - weight]! + weight)
          }
        }
        return best[W!]! <= W! ? cells : Number.NaN
      })
    },
  ),
  prove(
    'comp-0041',
    /^The time complexity of the standard dynamic programme for the edit distance .+ of two strings of lengths m and n is O\((.+)\)\.$/,
    (bound) => {
      const runs = [10, 200].flatMap((m) => [20, 300].map((n) => ({ m, n })))
      return growsAs(bound!, runs, ({ m, n }) => levenshtein('a'.repeat(m!), 'b'.repeat(n!)).cells)
    },
  ),
  prove(
    'comp-0042',
    /^The Levenshtein distance between the words '(.+)' and '(.+)' is (\d+)\.$/,
    (left, right, distance) => levenshtein(left!, right!).distance === figure(distance!),
  ),
  prove(
    'comp-0043',
    /^The worst-case time complexity of the Knuth-Morris-Pratt .+ pattern of length m in a text of length n is O\((.+)\)\.$/,
    (bound) => {
      const finds = range(200).every((seed) => {
        const letters = randomWholes(seeded(seed), 43, 2).join('')
        return (
          knuthMorrisPratt(letters.slice(0, 3 + (seed % 4)), letters.slice(7)).at ===
          letters.slice(7).indexOf(letters.slice(0, 3 + (seed % 4)))
        )
      })
      const runs = [4, 400].flatMap((m) => [1000, 8000].map((n) => ({ m, n })))
      return (
        finds &&
        growsAs(bound!, runs, ({ m, n }) => knuthMorrisPratt(`${'a'.repeat(m! - 1)}b`, 'a'.repeat(n!)).count)
      )
    },
  ),
  prove(
    'comp-0044',
    /^The minimum number of moves that solves the Tower of Hanoi with n discs and three pegs is (.+)\.$/,
    (moves) => [1, 2, 3, 4, 5, 6].every((n) => hanoiMoves(n) === evaluate(moves!, { n })),
  ),
  prove(
    'comp-0053',
    /^The maximum sum of a contiguous subarray of n numbers can be computed in O\((.+)\) time with Kadane's algorithm\.$/,
    (bound) => {
      const kadane = (numbers: number[]) => {
        let [best, ending, steps] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
        for (const number of numbers) {
          ending = Math.max(ending, 0) + number
          best = Math.max(best, ending)
          steps++
        }
        return { best, steps }
      }
      const numbers = (n: number) => randomWholes(seeded(n), n, 41).map((number) => number - 20)
      const right = range(15).every((n) => {
        const all = range(n + 1).flatMap((from) =>
          range(n + 1 - from).map((more) => sum(numbers(n + 1).slice(from, from + more + 1))),
        )
        return kadane(numbers(n + 1)).best === Math.max(...all)
      })
      return right && growsAs(bound!, sizes(10, 100, 1000), ({ n }) => kadane(numbers(n!)).steps)
    },
  ),
  prove(
    'comp-0054',
    /^Choosing repeatedly the interval that finishes first .+ yields a largest possible set of non-overlapping intervals\.$/,
    () =>
      range(40).every((seed) => {
        const random = seeded(seed)
        const intervals = range(8).map((): [number, number] => {
          const start = random() * 10
          return [start, start + 0.1 + random() * 4]
        })
        const { greedy, best } = mostCompatible(intervals)
        return greedy === best
      }),
  ),
]
