import { figure, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { evaluate, growsAs, near, orders, randomWholes, range, seeded, sizes } from './tools.ts'

type Compare<T> = (left: T, right: T) => number
type Sort = <T>(items: T[], compare: Compare<T>) => T[]

const mergeSort: Sort = (items, compare) => {
  if (items.length < 2) return items
  const middle = items.length >> 1
  const left = mergeSort(items.slice(0, middle), compare)
  const right = mergeSort(items.slice(middle), compare)
  const merged = []
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length)
    merged.push(compare(left[i]!, right[j]!) <= 0 ? left[i++]! : right[j++]!)
  return [...merged, ...left.slice(i), ...right.slice(j)]
}

const insertionSort: Sort = (items, compare) => {
  const sorted = [...items]
  for (let next = 1; next < sorted.length; next++) {
    const item = sorted[next]!
    let place = next
    while (place > 0 && compare(sorted[place - 1]!, item) > 0) sorted[place] = sorted[--place]!
    sorted[place] = item
  }
  return sorted
}

const bubbleSort: Sort = (items, compare) => {
  const sorted = [...items]
  for (let swapped = true, end = sorted.length - 1; swapped; end--) {
    swapped = false
    for (let at = 0; at < end; at++) {
      if (compare(sorted[at]!, sorted[at + 1]!) <= 0) continue
      swap(sorted, at, at + 1)
      swapped = true
    }
  }
  return sorted
}

const selectionSort: Sort = (items, compare) => {
  const sorted = [...items]
  for (let start = 0; start < sorted.length; start++) {
    let least = start
    for (let at = start + 1; at < sorted.length; at++)
      if (compare(sorted[at]!, sorted[least]!) < 0) least = at
    swap(sorted, start, least)
  }
  return sorted
}

const heapSort: Sort = (items, compare) => {
  const heap = [...items]
  const sink = (from: number, end: number) => {
    for (let node = from, child = 2 * node + 1; child < end; node = child, child = 2 * node + 1) {
      if (child + 1 < end && compare(heap[child + 1]!, heap[child]!) > 0) child++
      if (compare(heap[node]!, heap[child]!) >= 0) return
      swap(heap, node, child)
    }
  }
  for (let node = (heap.length >> 1) - 1; node >= 0; node--) sink(node, heap.length)
  for (let end = heap.length - 1; end > 0; end--) {
    swap(heap, 0, end)
    sink(0, end)
  }
  return heap
}

const quickSortFromFirst: Sort = (items, compare) => {
  if (items.length < 2) return items
  const [pivot, ...rest] = items
  const sides = rest.map((item) => compare(item, pivot!) < 0)
  const side = (smaller: boolean) =>
    quickSortFromFirst(
      rest.filter((_, at) => sides[at] === smaller),
      compare,
    )
  return [...side(true), pivot!, ...side(false)]
}

const SORTS: Record<string, Sort> = {
  'merge sort': mergeSort,
  'insertion sort': insertionSort,
  heapsort: heapSort,
  'selection sort with swaps': selectionSort,
}

function swap<T>(items: T[], left: number, right: number): void {
  ;[items[left], items[right]] = [items[right]!, items[left]!]
}

/** How many comparisons a sort makes; not a number if it does not sort. */
function comparisons(sort: Sort, input: number[]): number {
  let count = 0
  const sorted = sort(input, (left, right) => {
    count++
    return left - right
  })
  return sorted.every((item, at) => at === 0 || sorted[at - 1]! <= item) ? count : Number.NaN
}

function shuffled(n: number): number[] {
  return randomWholes(seeded(n), n, 2 ** 30)
}

function isStable(name: string): boolean {
  return range(40).every((seed) => {
    const items = randomWholes(seeded(seed), 12, 4).map((key, place) => ({ key, place }))
    const sorted = SORTS[name.toLowerCase()]!(items, (left, right) => left.key - right.key)
    return sorted.every(({ key, place }, at) => {
      const before = sorted[at - 1]
      return before === undefined || before.key !== key || before.place < place
    })
  })
}

/** How many comparisons always suffice to learn something of the order of n elements, by trying every strategy. */
function fewestComparisons(n: number, known: (order: number[]) => unknown): number {
  const memo = new Map<string, boolean>()
  const suffice = (possible: number[][], budget: number): boolean => {
    const answers = new Set(possible.map((order) => String(known(order)))).size
    if (answers === 1) return true
    if (answers > 2 ** budget) return false
    const key = `${budget} ${possible.join(';')}`
    const found = memo.get(key)
    if (found !== undefined) return found
    const result = range(n).some((left) =>
      range(left).some((right) => {
        const less = possible.filter((order) => order[left]! < order[right]!)
        if (less.length === 0 || less.length === possible.length) return false
        const more = possible.filter((order) => order[left]! > order[right]!)
        return suffice(less, budget - 1) && suffice(more, budget - 1)
      }),
    )
    memo.set(key, result)
    return result
  }
  return range(20).find((budget) => suffice(orders(n), budget))!
}

/** The exact expected number of comparisons of quicksort with random pivots, by its recurrence. */
function expectedQuicksort(n: number): number {
  let expected = 0
  // From (k + 1)*C(k + 1) - k*C(k) = 2*k + 2*C(k), the difference of two rows of the recurrence.
  for (let k = 0; k < n; k++) expected = ((k + 2) * expected + 2 * k) / (k + 1)
  return expected
}

/** How many elements quickselect looks at, by seeded pivots, on average over many runs. */
function quickselectCost(n: number): number {
  const random = seeded(n)
  let count = 0
  const select = (items: number[], k: number): number => {
    const pivot = items[Math.floor(random() * items.length)]!
    count += items.length
    const smaller = items.filter((item) => item < pivot)
    if (k < smaller.length) return select(smaller, k)
    if (k === smaller.length) return pivot
    return select(
      items.filter((item) => item > pivot),
      k - smaller.length - 1,
    )
  }
  const runs = range(40).every(() => select(range(n), n >> 1) === n >> 1)
  return runs ? count / 40 : Number.NaN
}

/** How many steps counting sort takes; not a number if it does not sort. */
function countingSteps(keys: number[], values: number, digit = (key: number) => key): number {
  const counts = new Array<number>(values).fill(0)
  let steps = 0
  for (const key of keys) {
    counts[digit(key)]!++
    steps++
  }
  const sorted: number[] = []
  for (const [value, count] of counts.entries()) {
    steps++
    for (let copy = 0; copy < count; copy++) {
      sorted.push(value)
      steps++
    }
  }
  const right = keys.map(digit).sort((left, other) => left - other)
  return String(sorted) === String(right) ? steps : Number.NaN
}

/** Computes again what axioms of level 4 state about sorting and selecting. */
export const sortingProofs: Proof[] = [
  prove(
    'comp-0002',
    /^The worst-case time complexity of standard quicksort on n elements is O\((.+)\)\.$/,
    (bound) => growsAs(bound!, sizes(32, 128, 512), ({ n }) => comparisons(quickSortFromFirst, range(n!))),
  ),
  prove('comp-0003', /^The worst-case time complexity of merge sort on n elements is O\((.+)\)\.$/, (bound) =>
    growsAs(bound!, sizes(64, 1024, 16384), ({ n }) => comparisons(mergeSort, shuffled(n!))),
  ),
  prove(
    'comp-0004',
    /^The lower bound on .+ of any comparison sort of n distinct elements is Omega\((.+)\)\.$/,
    (bound) =>
      growsAs(bound!, sizes(2 ** 8, 2 ** 12, 2 ** 18), ({ n }) => {
        let depth = 0
        for (let factor = 2; factor <= n!; factor++) depth += Math.log2(factor)
        return depth
      }),
  ),
  prove(
    'comp-0026',
    /^Heapsort sorts an array of n elements in place with O\((.+)\) comparisons in the worst case\.$/,
    (bound) => growsAs(bound!, sizes(64, 1024, 16384), ({ n }) => comparisons(heapSort, shuffled(n!))),
  ),
  prove(
    'comp-0027',
    /^The worst-case time complexity of bubble sort on an array of n elements is O\((.+)\)\.$/,
    (bound) => growsAs(bound!, sizes(64, 256, 1024), ({ n }) => comparisons(bubbleSort, range(n!).reverse())),
  ),
  prove(
    'comp-0028',
    /^The running time of insertion sort on an already sorted array of n elements is O\((.+)\)\.$/,
    (bound) => growsAs(bound!, sizes(64, 1024, 16384), ({ n }) => comparisons(insertionSort, range(n!))),
  ),
  prove(
    'comp-0029',
    /^The number of comparisons that selection sort makes on n elements, whatever the initial order, is (.+)\.$/,
    (count) =>
      [2, 7, 50].every((n) =>
        [range(n), range(n).reverse(), shuffled(n)].every(
          (input) => comparisons(selectionSort, input) === evaluate(count!, { n }),
        ),
      ),
  ),
  prove(
    'comp-0030',
    /^(.+) and (.+) in the standard forms are stable, whereas (.+) and (.+) are not stable\.$/,
    (...names) => names.every((name, at) => isStable(name) === at < 2),
  ),
  prove(
    'comp-0031',
    /^The time complexity of counting sort for n integer keys from a range of k possible values is O\((.+)\)\.$/,
    (bound) => {
      const runs = [100, 3000].flatMap((n) => [100, 3000].map((k) => ({ n, k })))
      return growsAs(bound!, runs, ({ n, k }) => countingSteps(randomWholes(seeded(n!), n!, k!), k!), 2)
    },
  ),
  prove(
    'comp-0032',
    /^The time complexity of least-significant-digit radix sort for n keys of d digits in base b is O\((.+)\)\.$/,
    (bound) => {
      const runs = [100, 2000].flatMap((n) => [2, 8].flatMap((d) => [4, 400].map((b) => ({ n, d, b }))))
      const cost = ({ n, d, b }: Record<string, number>) => {
        const keys = randomWholes(seeded(n!), n!, b! ** d!)
        const passes = range(d!).map((place) =>
          countingSteps(keys, b!, (key) => Math.floor(key / b! ** place) % b!),
        )
        return passes.reduce((total, steps) => total + steps, 0)
      }
      return growsAs(bound!, runs, cost, 2)
    },
  ),
  prove(
    'comp-0033',
    /^The leading term of the expected number of comparisons of quicksort with .+ is approximately (\S+)\*n\*log2\(n\)\.$/,
    (factor) => {
      const n = 2 ** 20
      const perDoubling = expectedQuicksort(2 * n) / (2 * n) - expectedQuicksort(n) / n
      return near(expectedQuicksort(3), 8 / 3) && isRounded(perDoubling, factor!)
    },
  ),
  prove(
    'comp-0034',
    /^The expected time of quickselect with uniformly random pivots for finding the k-th smallest of n elements is O\((.+)\)\.$/,
    (bound) => growsAs(bound!, sizes(100, 1000, 5000), ({ n }) => quickselectCost(n!), 1.4),
  ),
  prove(
    'comp-0035',
    /^The minimum number of comparisons that always suffices to find the largest of n distinct elements is (.+)\.$/,
    (count) =>
      [1, 2, 3, 4, 5].every(
        (n) => fewestComparisons(n, (order) => order.indexOf(n - 1)) === evaluate(count!, { n }),
      ),
  ),
  prove(
    'comp-0036',
    /^The minimum number .+ to find both the smallest and the largest of n >= 2 distinct elements is (.+)\.$/,
    (count) =>
      [2, 3, 4].every((n) => {
        const fewest = fewestComparisons(n, (order) => [order.indexOf(0), order.indexOf(n - 1)])
        return fewest === evaluate(count!, { n })
      }),
  ),
  prove(
    'comp-0037',
    /^The minimum number of comparisons that always suffices to sort five distinct elements is (\d+)\.$/,
    (count) => fewestComparisons(5, (order) => order) === figure(count!),
  ),
]
