import { isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { evaluate, growsAs, near, randomWholes, range, seeded, sizes, tuples } from './tools.ts'

/** Lets the last item of a min-heap rise to its place; returns the comparisons. */
function rise(heap: number[]): number {
  let comparisons = 0
  for (let node = heap.length - 1; node > 0; ) {
    const parent = (node - 1) >> 1
    comparisons++
    if (heap[parent]! <= heap[node]!) break
    ;[heap[parent], heap[node]] = [heap[node]!, heap[parent]!]
    node = parent
  }
  return comparisons
}

/** Makes a min-heap of an array from the bottom up; returns the comparisons, or none if it is no heap. */
function buildHeap(heap: number[]): number {
  let comparisons = 0
  for (let start = (heap.length >> 1) - 1; start >= 0; start--) {
    for (let node = start, child = 2 * node + 1; child < heap.length; node = child, child = 2 * node + 1) {
      comparisons += 2
      if (heap[child + 1]! < heap[child]!) child++
      if (heap[node]! <= heap[child]!) break
      ;[heap[node], heap[child]] = [heap[child]!, heap[node]!]
    }
  }
  return heap.every((item, at) => at === 0 || heap[(at - 1) >> 1]! <= item) ? comparisons : Number.NaN
}

interface TreeNode {
  key: number
  left?: TreeNode
  right?: TreeNode
}

function searchTree(keys: number[]): TreeNode | undefined {
  let root: TreeNode | undefined
  for (const key of keys) {
    if (root === undefined) root = { key }
    for (let node = root; node.key !== key; ) {
      const side: 'left' | 'right' = key < node.key ? 'left' : 'right'
      node[side] ??= { key }
      node = node[side]!
    }
  }
  return root
}

function inOrder(node: TreeNode | undefined): number[] {
  return node === undefined ? [] : [...inOrder(node.left), node.key, ...inOrder(node.right)]
}

/** The fewest keys of a red-black tree of each height, by combining the sparsest subtrees. */
function sparsestRedBlack(heights: number): number[] {
  const none = Number.POSITIVE_INFINITY
  const table = (): number[][] => range(heights + 1).map(() => new Array<number>(heights + 1).fill(none))
  const [black, red] = [table(), table()]
  black[0]![0] = 0
  const least = (tables: number[][][], below: number, blacks: number) =>
    Math.min(...tables.flatMap((rows) => range(below + 1).map((height) => rows[height]![blacks]!)))
  for (let height = 1; height <= heights; height++) {
    for (let blacks = 0; blacks <= heights; blacks++) {
      red[height]![blacks] = 1 + black[height - 1]![blacks]! + least([black], height - 1, blacks)
      if (blacks === 0) continue
      const tallest = Math.min(black[height - 1]![blacks - 1]!, red[height - 1]![blacks - 1]!)
      black[height]![blacks] = 1 + tallest + least([black, red], height - 1, blacks - 1)
    }
  }
  return black.map((row) => Math.min(...row))
}

/** The fewest keys of an AVL tree of a height: the sparsest subtrees differ by one in height. */
function sparsestAvl(height: number): number {
  let [lower, fewest] = [0, 1]
  for (let level = 1; level < height; level++) [lower, fewest] = [fewest, fewest + lower + 1]
  return fewest
}

/** The fewest keys of a B-tree of a height, counted node by node from the root down. */
function sparsestBTree(height: number, degree: number): number {
  let [keys, nodes] = [1, 2]
  for (let level = 1; level <= height; level++, nodes *= degree) keys += nodes * (degree - 1)
  return keys
}

type Trie = Map<string, Trie>

function trieOf(words: string[]): Trie {
  const root: Trie = new Map()
  for (const word of words) {
    let node = root
    for (const letter of word) {
      if (!node.has(letter)) node.set(letter, new Map())
      node = node.get(letter)!
    }
  }
  return root
}

function trieSteps(trie: Trie, word: string): number {
  let steps = 0
  let node: Trie | undefined = trie
  for (const letter of word) {
    node = node.get(letter)
    if (node === undefined) break
    steps++
  }
  return steps
}

/** A whole number of a text, by Fowler, Noll and Vo, for a seed. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193)
  return (value ^ (value >>> 15)) >>> 0
}

/** How many probes an unsuccessful search of a table takes on average under uniform hashing, exactly. */
function expectedProbes(filled: number, slots: number): number {
  let [expected, chance] = [1, 1]
  for (let probe = 0; probe < filled; probe++) {
    chance *= (filled - probe) / (slots - probe)
    expected += chance
  }
  return expected
}

const TAKEN: Record<string, (items: number[]) => number> = {
  'last in, first out': (items) => items.pop()!,
  'first in, first out': (items) => items.shift()!,
}

/** Computes again what axioms of level 4 state about data structures. */
export const structureProofs: Proof[] = [
  prove(
    'comp-0006',
    /^The expected time of a lookup in a hash table with a good hash function and bounded load factor is O\((.+)\)\.$/,
    (bound) =>
      growsAs(bound!, sizes(500, 2000, 10000), ({ n }) => {
        const chains: string[][] = range(n!).map(() => [])
        const keys = range(n!).map((number) => `key ${number * 7}`)
        for (const key of keys) chains[hash(key, 1) % n!]!.push(key)
        const looks = keys.map((key) => chains[hash(key, 1) % n!]!.indexOf(key) + 1)
        return looks.reduce((total, count) => total + count, 0) / n!
      }),
  ),
  prove(
    'comp-0007',
    /^The amortised cost of appending to a dynamic array that grows by a constant factor greater than 1 is O\((.+)\)\.$/,
    (bound) =>
      [1.25, 1.5, 2, 3].every((factor) =>
        growsAs(
          bound!,
          sizes(1000, 10000, 100000),
          ({ n }) => {
            let [capacity, cost] = [1, 0]
            for (let length = 0; length < n!; length++, cost++) {
              if (length < capacity) continue
              cost += length
              capacity = Math.ceil(capacity * factor)
            }
            return cost / n!
          },
          2,
        ),
      ),
  ),
  prove('comp-0008', /^The removal order of a stack is (.+)\.$/, (order) => {
    // A call returns before the calls that made it: the order of a stack by its use.
    const returned: number[] = []
    const call = (depth: number): void => {
      if (depth < 3) call(depth + 1)
      returned.push(depth)
    }
    call(0)
    const items = range(4)
    return String(range(4).map(() => TAKEN[order!]!(items))) === String(returned)
  }),
  prove(
    'comp-0063',
    /^The worst-case time of inserting into a binary heap of n elements is O\((.+)\)\.$/,
    (bound) => growsAs(bound!, sizes(2 ** 8, 2 ** 12, 2 ** 16), ({ n }) => rise([...range(n!), -1]), 1.2),
  ),
  prove(
    'comp-0064',
    /^Building a binary heap from an unordered array of n elements takes O\((.+)\) time with bottom-up heap construction\.$/,
    (bound) => growsAs(bound!, sizes(2 ** 8, 2 ** 12, 2 ** 16), ({ n }) => buildHeap(range(n!).reverse())),
  ),
  prove(
    'comp-0065',
    /^The children of the node at index i of a binary heap stored in a zero-based array are at the indices (.+) and (.+)\.$/,
    (left, right) => {
      // Nodes named by their path from the root, in the order of the levels.
      const paths = range(6).flatMap((length) => tuples(['0', '1'], length).map((path) => path.join('')))
      return range(31).every(
        (i) =>
          paths.indexOf(`${paths[i]}0`) === evaluate(left!, { i }) &&
          paths.indexOf(`${paths[i]}1`) === evaluate(right!, { i }),
      )
    },
  ),
  prove(
    'comp-0066',
    /^The worst-case time of a lookup in an unbalanced binary search tree \(BST\) of n keys is O\((.+)\)\.$/,
    (bound) =>
      growsAs(bound!, sizes(50, 200, 800), ({ n }) => {
        let depth = 0
        for (let node = searchTree(range(n!)); node !== undefined; node = node.right) depth++
        return depth
      }),
  ),
  prove(
    'comp-0067',
    /^The in-order traversal of a binary search tree visits the keys in (ascending|descending) order\.$/,
    (order) =>
      range(20).every((seed) => {
        const keys = [...new Set(randomWholes(seeded(seed), 60, 1000))]
        const sign = order === 'ascending' ? 1 : -1
        return (
          String(inOrder(searchTree(keys))) === String(keys.toSorted((left, right) => sign * (left - right)))
        )
      }),
  ),
  prove('comp-0068', /^The height of a red-black tree with n keys is at most (.+)\.$/, (bound) => {
    const shares = sparsestRedBlack(40).map((n, height) => height / (evaluate(bound!, { n }) || 1))
    return shares.every((share) => share <= 1 + 1e-9) && Math.max(...shares) > 0.95
  }),
  prove(
    'comp-0069',
    /^The height of an AVL tree with n keys is at most approximately (\S+)\*log2\(n\) for large n\.$/,
    (factor) => isRounded(1400 / Math.log2(sparsestAvl(1400)), factor!),
  ),
  prove(
    'comp-0070',
    /^The maximum number of nodes in a binary tree of height h, counted in edges, is (.+)\.$/,
    (count) => {
      const most = (h: number): number => (h < 0 ? 0 : 1 + 2 * most(h - 1))
      return range(12).every((h) => most(h) === evaluate(count!, { h }))
    },
  ),
  prove(
    'comp-0071',
    /^The height of a B-tree with n >= 1 keys and minimum degree t >= 2 is at most log_t\((.+)\)\.$/,
    (inner) =>
      [2, 3, 10].every((degree) =>
        range(7).every((height) => {
          const n = sparsestBTree(height, degree)
          return near(Math.log(evaluate(inner!, { n })) / Math.log(degree), height)
        }),
      ),
  ),
  prove(
    'comp-0072',
    /^The number of node steps of a lookup in a trie \(prefix tree\) .+ is at most the length of the key, however many keys are stored\.$/,
    () => {
      const words = randomWholes(seeded(4), 4000, 10 ** 6).map(String)
      return [10, 4000].every((count) => {
        const trie = trieOf(words.slice(0, count))
        return words.slice(0, count).every((word) => trieSteps(trie, word) <= word.length)
      })
    },
  ),
  prove(
    'comp-0073',
    /^A standard Bloom filter can give false (\w+) but never false (\w+)\.$/,
    (some, none) => {
      const bits = new Set<number>()
      const places = (key: string) => range(3).map((seed) => hash(key, seed * 977) % 2048)
      const [inside, outside] = ['in', 'out'].map((name) => range(400).map((number) => `${name} ${number}`))
      for (const key of inside!) for (const place of places(key)) bits.add(place)
      const says = (key: string) => places(key).every((place) => bits.has(place))
      const wrong: Record<string, boolean> = {
        positives: outside!.some(says),
        negatives: !inside!.every(says),
      }
      return wrong[some!] === true && wrong[none!] === false
    },
  ),
  prove(
    'comp-0074',
    /^The memory of a Bloom filter with the optimal number of hash functions for a false-positive rate of (\d+) % is approximately (\S+) bits per key\.$/,
    (rate, bits) => {
      const share = Number(rate) / 100
      const needed = range(1500)
        .map((step) => 1 + step / 100)
        .map((k) => -k / Math.log(1 - share ** (1 / k)))
      return isRounded(Math.min(...needed), bits!)
    },
  ),
  prove(
    'comp-0076',
    /^Reaching the k-th element of a singly linked list from the head takes O\((.+)\) time, whereas inserting a new element after a known node takes O\((.+)\) time\.$/,
    (reach, insert) => {
      interface Link {
        next?: Link
      }
      const listOf = (length: number): Link => range(length).reduce((next: Link) => ({ next }), {})
      const runs = [{ k: 10 }, { k: 100 }, { k: 1000 }]
      const reached = growsAs(reach!, runs, ({ k }) => {
        let hops = 0
        for (let node = listOf(2000); hops < k!; node = node.next!) hops++
        return hops
      })
      return (
        reached &&
        growsAs(insert!, runs, ({ k }) => {
          const known = listOf(k!)
          const before = known.next
          const writes = [() => ({ next: before }), (added: Link) => (known.next = added)]
          writes.reduce((link: Link, write) => write(link), {})
          return known.next?.next === before ? writes.length : Number.NaN
        })
      )
    },
  ),
  prove(
    'comp-0077',
    /^Every hash function with more possible inputs than possible outputs has collisions\.$/,
    () => {
      const collides = (outputs: number[]) => new Set(outputs).size < outputs.length
      return [1, 2, 3, 4].every(
        (outputs) =>
          tuples(range(outputs), outputs + 1).every(collides) &&
          !tuples(range(outputs), outputs).every(collides),
      )
    },
  ),
  prove(
    'comp-0078',
    /^The expected number of probes of an unsuccessful search .+ with load factor a < 1, under uniform hashing, is at most (.+)\.$/,
    (bound) =>
      [0.25, 0.5, 0.75, 0.9].every((a) => {
        const expected = expectedProbes(a * 10000, 10000)
        const most = evaluate(bound!, { a })
        return expected <= most && expected > 0.99 * most
      }),
  ),
]
