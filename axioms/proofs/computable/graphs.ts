import { type Proof, prove } from '../../proof.ts'
import { growsAs, orders, range, seeded, tuples } from './tools.ts'

interface Edge {
  from: number
  to: number
  weight: number
}

/** Edges between vertices by seeded chance. */
function randomEdges(
  seed: number,
  { vertices, edges, weight }: { vertices: number; edges: number; weight: (random: number) => number },
): Edge[] {
  const random = seeded(seed)
  return range(edges).map(() => ({
    from: Math.floor(random() * vertices),
    to: Math.floor(random() * vertices),
    weight: weight(random()),
  }))
}

function neighboursOf(edges: Edge[], vertices: number): number[][] {
  const neighbours: number[][] = range(vertices).map(() => [])
  for (const { from, to } of edges) neighbours[from]!.push(to)
  return neighbours
}

/** Distances in edges from vertex 0 as a search finds them that takes the next vertex from its waiting list. */
function search(
  edges: Edge[],
  vertices: number,
  next: (waiting: number[]) => number,
): { distances: number[]; steps: number } {
  const neighbours = neighboursOf(edges, vertices)
  const distances = range(vertices).map((vertex) => (vertex === 0 ? 0 : Number.POSITIVE_INFINITY))
  const waiting = [0]
  let steps = 0
  while (waiting.length > 0) {
    const vertex = next(waiting)
    steps++
    for (const neighbour of neighbours[vertex]!) {
      steps++
      if (distances[neighbour] !== Number.POSITIVE_INFINITY) continue
      distances[neighbour] = distances[vertex]! + 1
      waiting.push(neighbour)
    }
  }
  return { distances, steps }
}

const WAITING: Record<string, (waiting: number[]) => number> = {
  queue: (waiting) => waiting.shift()!,
  stack: (waiting) => waiting.pop()!,
}

/** All distances between vertices by Floyd and Warshall, and how many steps that took. */
function floydWarshall(edges: Edge[], vertices: number): { distances: number[][]; steps: number } {
  const distances = range(vertices).map((from) =>
    range(vertices).map((to) => (from === to ? 0 : Number.POSITIVE_INFINITY)),
  )
  for (const { from, to, weight } of edges) distances[from]![to] = Math.min(distances[from]![to]!, weight)
  let steps = 0
  for (let via = 0; via < vertices; via++) {
    for (const row of distances) {
      for (let to = 0; to < vertices; to++) {
        row[to] = Math.min(row[to]!, row[via]! + distances[via]![to]!)
        steps++
      }
    }
  }
  return { distances, steps }
}

/** Distances from vertex 0 by Bellman and Ford, which stops when a round improves nothing. */
function bellmanFord(edges: Edge[], vertices: number): { distances: number[]; steps: number } {
  const distances = range(vertices).map((vertex) => (vertex === 0 ? 0 : Number.POSITIVE_INFINITY))
  let steps = 0
  for (let improved = true; improved; ) {
    improved = false
    for (const { from, to, weight } of edges) {
      steps++
      if (distances[from]! + weight >= distances[to]!) continue
      distances[to] = distances[from]! + weight
      improved = true
    }
  }
  return { distances, steps }
}

/** Distances from vertex 0 by Dijkstra, which settles each vertex once. */
function dijkstra(edges: Edge[], vertices: number): number[] {
  const distances = range(vertices).map((vertex) => (vertex === 0 ? 0 : Number.POSITIVE_INFINITY))
  const open = new Set(range(vertices))
  while (open.size > 0) {
    const nearest = [...open].reduce((best, vertex) =>
      distances[vertex]! < distances[best]! ? vertex : best,
    )
    open.delete(nearest)
    for (const { from, to, weight } of edges)
      if (from === nearest && open.has(to))
        distances[to] = Math.min(distances[to]!, distances[nearest]! + weight)
  }
  return distances
}

/** Whether Dijkstra is right on many graphs without cycles whose least weight is this. */
function isDijkstraRight(leastWeight: number): boolean {
  return range(80).every((seed) => {
    const weight = (random: number) => leastWeight + Math.floor(random * 9)
    const edges = randomEdges(seed, { vertices: 7, edges: 18, weight }).filter(({ from, to }) => from < to)
    return String(dijkstra(edges, 7)) === String(bellmanFord(edges, 7).distances)
  })
}

/** Which part each vertex belongs to when these edges join the parts. */
function parts(edges: Edge[], vertices: number): number[] {
  const part = range(vertices)
  for (const { from, to } of edges) {
    const [kept, lost] = [part[from]!, part[to]!]
    for (const vertex of range(vertices)) if (part[vertex] === lost) part[vertex] = kept
  }
  return part
}

function kruskalWeight(edges: Edge[], vertices: number): number {
  const chosen: Edge[] = []
  for (const edge of [...edges].sort((left, right) => left.weight - right.weight)) {
    const part = parts(chosen, vertices)
    if (part[edge.from] !== part[edge.to]) chosen.push(edge)
  }
  return chosen.reduce((total, { weight }) => total + weight, 0)
}

/** The weight of the lightest spanning tree, by trying all sets of so many edges. */
function lightestTree(edges: Edge[], vertices: number): number {
  const weights = range(2 ** edges.length).map((mask) => {
    const chosen = edges.filter((_, at) => (mask >> at) & 1)
    if (chosen.length !== vertices - 1) return Number.POSITIVE_INFINITY
    if (new Set(parts(chosen, vertices)).size > 1) return Number.POSITIVE_INFINITY
    return chosen.reduce((total, { weight }) => total + weight, 0)
  })
  return Math.min(...weights)
}

/** The largest flow from the first to the last vertex, by augmenting paths. */
function maximumFlow(capacities: number[][]): number {
  const rest = capacities.map((row) => [...row])
  const sink = capacities.length - 1
  const push = (vertex: number, amount: number, seen: Set<number>): number => {
    if (vertex === sink) return amount
    seen.add(vertex)
    for (const next of range(sink + 1)) {
      if (seen.has(next) || rest[vertex]![next] === 0) continue
      const pushed = push(next, Math.min(amount, rest[vertex]![next]!), seen)
      if (pushed === 0) continue
      rest[vertex]![next]! -= pushed
      rest[next]![vertex]! += pushed
      return pushed
    }
    return 0
  }
  let flow = 0
  for (let pushed = -1; pushed !== 0; flow += pushed) pushed = push(0, Number.POSITIVE_INFINITY, new Set())
  return flow
}

function minimumCut(capacities: number[][]): number {
  const inner = capacities.length - 2
  const cuts = range(2 ** inner).map((mask) => {
    const inside = range(capacities.length).map(
      (vertex) => vertex === 0 || (vertex <= inner && (mask >> (vertex - 1)) & 1),
    )
    const crossing = capacities.flatMap((row, from) => row.filter((_, to) => inside[from] && !inside[to]))
    return crossing.reduce((total, capacity) => total + capacity, 0)
  })
  return Math.min(...cuts)
}

const ORDERS_OF_FOUR = orders(4)

/** The pairs of different vertices of four. */
const ARCS_OF_FOUR = range(4).flatMap((from) => range(4).flatMap((to) => (from === to ? [] : [{ from, to }])))

/** A fifth of all directed graphs on four vertices, as sets of arcs in bits. */
const SOME_GRAPHS = range(2 ** ARCS_OF_FOUR.length).filter((mask) => mask % 5 === 0)

function hasTopologicalOrder(arcs: { from: number; to: number }[]): boolean {
  return ORDERS_OF_FOUR.some((place) => arcs.every(({ from, to }) => place[from]! < place[to]!))
}

function hasCycle(arcs: { from: number; to: number }[]): boolean {
  const reach = range(4).map((from) =>
    range(4).map((to) => arcs.some((arc) => arc.from === from && arc.to === to)),
  )
  for (const via of range(4))
    for (const row of reach) for (const to of range(4)) row[to] ||= row[via]! && reach[via]![to]!
  return range(4).some((vertex) => reach[vertex]![vertex])
}

/** Computes again what axioms of level 4 state about algorithms on graphs. */
export const graphProofs: Proof[] = [
  prove(
    'comp-0005',
    /^The edge-weight requirement for guaranteed correctness of Dijkstra's shortest-path algorithm is (non-negative) weights\.$/,
    () => isDijkstraRight(0) && !isDijkstraRight(-4),
  ),
  prove(
    ['comp-0055'],
    /^Breadth-first search \(BFS\) finds paths with the fewest edges from the start vertex in an unweighted graph\.$/,
    () =>
      range(40).every((seed) => {
        const edges = randomEdges(seed, { vertices: 9, edges: 16, weight: () => 1 })
        return (
          String(search(edges, 9, WAITING.queue!).distances) === String(floydWarshall(edges, 9).distances[0])
        )
      }),
  ),
  prove(
    'comp-0057',
    /^The data structure that holds the waiting vertices in breadth-first search is a (\w+)\.$/,
    (structure) =>
      range(40).every((seed) => {
        const edges = randomEdges(seed, { vertices: 9, edges: 16, weight: () => 1 })
        return (
          String(search(edges, 9, WAITING[structure!]!).distances) === String(bellmanFord(edges, 9).distances)
        )
      }),
  ),
  prove(
    'comp-0056',
    /^The time complexity of breadth-first search and depth-first search on adjacency lists with V vertices and E edges is O\((.+)\)\.$/,
    (bound) => {
      const runs = [50, 200].flatMap((V) => [2 * V, 20 * V].map((E) => ({ V, E })))
      const ring = (V: number): Edge[] => range(V).map((from) => ({ from, to: (from + 1) % V, weight: 1 }))
      return Object.values(WAITING).every((next) =>
        growsAs(bound!, runs, ({ V, E }) => {
          const more = randomEdges(V!, { vertices: V!, edges: E! - V!, weight: () => 1 })
          return search([...ring(V!), ...more], V!, next).steps
        }),
      )
    },
  ),
  prove(
    'comp-0058',
    /^The worst-case time complexity of the Bellman-Ford shortest-path algorithm on a graph with V vertices and E edges is O\((.+)\)\.$/,
    (bound) => {
      const right = range(40).every((seed) => {
        const weight = (random: number) => Math.floor(random * 12) - 3
        const edges = randomEdges(seed, { vertices: 8, edges: 20, weight }).filter(
          ({ from, to }) => from < to,
        )
        return String(bellmanFord(edges, 8).distances) === String(floydWarshall(edges, 8).distances[0])
      })
      const runs = [40, 200].flatMap((V) => [2 * V, 10 * V].map((E) => ({ V, E })))
      return (
        right &&
        growsAs(bound!, runs, ({ V, E }) => {
          const path = range(V! - 1).map((from): Edge => ({ from, to: from + 1, weight: 1 }))
          const useless = range(E! - V! + 1).map((): Edge => ({ from: 0, to: 1, weight: 9 }))
          return bellmanFord([...useless, ...path.reverse()], V!).steps
        })
      )
    },
  ),
  prove(
    'comp-0059',
    /^The time complexity of the Floyd-Warshall algorithm for all-pairs shortest paths in a graph with V vertices is O\((.+)\)\.$/,
    (bound) => growsAs(bound!, [{ V: 5 }, { V: 20 }, { V: 60 }], ({ V }) => floydWarshall([], V!).steps),
  ),
  prove(
    'comp-0060',
    /^Kruskal's algorithm, .+, yields a minimum spanning tree of every finite connected undirected weighted graph\.$/,
    () =>
      range(4).every((seed) => {
        const random = seeded(seed)
        const pairs = range(5).flatMap((from) =>
          range(from).map((to) => ({ from, to, weight: Math.floor(random() * 9) - 2 })),
        )
        return kruskalWeight(pairs, 5) === lightestTree(pairs, 5)
      }),
  ),
  prove(
    'comp-0061',
    /^A finite directed graph has a topological order exactly when the graph contains (no|a) directed cycle\.$/,
    (which) =>
      SOME_GRAPHS.every((mask) => {
        const arcs = ARCS_OF_FOUR.filter((_, at) => (mask >> at) & 1)
        return hasTopologicalOrder(arcs) === (hasCycle(arcs) === (which === 'a'))
      }),
  ),
  prove(
    'comp-0062',
    /^The value of a maximum flow from source to sink .+ is equal to the capacity of a minimum cut\.$/,
    () =>
      range(40).every((seed) => {
        const random = seeded(seed)
        const capacities = range(6).map((from) =>
          range(6).map((to) => (from === to ? 0 : Math.floor(random() * 6))),
        )
        return maximumFlow(capacities) === minimumCut(capacities)
      }),
  ),
  prove(
    'comp-0139',
    /^A set of vertices of a graph is a vertex cover exactly when the complement of the set is an independent set\.$/,
    () => {
      const pairs = range(4).flatMap((from) => range(from).map((to) => [from, to] as const))
      return tuples([false, true], pairs.length).every((present) =>
        tuples([false, true], 4).every((inside) => {
          const edges = pairs.filter((_, at) => present[at])
          const covers = edges.every(([from, to]) => inside[from] || inside[to])
          const outside = range(4).filter((vertex) => !inside[vertex])
          const independent = !edges.some(([from, to]) => outside.includes(from) && outside.includes(to))
          return covers === independent
        }),
      )
    },
  ),
  prove(
    'comp-0135',
    /^A 2-SAT formula is satisfiable exactly when no variable shares a strongly connected component of the implication graph with the negation of the variable\.$/,
    () =>
      range(150).every((seed) => {
        const random = seeded(seed)
        // Literals 0 to 3 are the variables and 4 to 7 their negations.
        const clauses = range(7).map(() => [Math.floor(random() * 8), Math.floor(random() * 8)] as const)
        const satisfiable = tuples([0, 1], 4).some((values) =>
          clauses.every((clause) => clause.some((literal) => values[literal % 4] === (literal < 4 ? 1 : 0))),
        )
        const implications = clauses.flatMap(([left, right]): Edge[] => [
          { from: (left + 4) % 8, to: right, weight: 1 },
          { from: (right + 4) % 8, to: left, weight: 1 },
        ])
        const { distances } = floydWarshall(implications, 8)
        const reaches = (from: number, to: number) => distances[from]![to]! < Number.POSITIVE_INFINITY
        return (
          satisfiable ===
          !range(4).some((variable) => reaches(variable, variable + 4) && reaches(variable + 4, variable))
        )
      }),
  ),
]
