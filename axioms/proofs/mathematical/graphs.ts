import { type Proof, prove } from '../../proof.ts'
import { count, evaluate, numberWord, orders, rows, span, total } from './formula.ts'

type Edge = [number, number]
interface Graph {
  size: number
  edges: Edge[]
}

const pairs = (size: number): Edge[] =>
  count(size).flatMap((one) => span(one + 1, size - 1).map((other): Edge => [one, other]))

/** Every simple graph on some vertices. */
function graphs(size: number): Graph[] {
  const all = pairs(size)
  return count(2 ** all.length).map((chosen) => ({
    size,
    edges: all.filter((_, place) => (chosen >> place) % 2 === 1),
  }))
}

const degrees = ({ size, edges }: Graph) =>
  count(size).map((vertex) => edges.filter((edge) => edge.includes(vertex)).length)

function isConnected({ size, edges }: Graph): boolean {
  let reached = 1
  for (let round = 0; round < size; round++) {
    for (const [one, other] of edges) {
      const both = 2 ** one + 2 ** other
      if ((reached & both) !== 0) reached |= both
    }
  }
  return reached === 2 ** size - 1
}

/** Whether a walk from a vertex can use every edge once and end at the vertex 0. */
function canWalk(edges: Edge[], at = 0, used = 0, failed = new Set<number>()): boolean {
  if (used === 2 ** edges.length - 1) return at === 0
  const state = used * 8 + at
  if (failed.has(state)) return false
  const found = edges.some(([one, other], place) => {
    if ((used >> place) % 2 === 1 || (one !== at && other !== at)) return false
    return canWalk(edges, one === at ? other : one, used + 2 ** place, failed)
  })
  if (!found) failed.add(state)
  return found
}

const hasCycle = ({ size, edges }: Graph, length: number) => {
  const joined = new Set(edges.flatMap(([one, other]) => [`${one}${other}`, `${other}${one}`]))
  return (
    length <= size &&
    orders(count(size)).some((order) =>
      count(length).every((place) => joined.has(`${order[place]}${order[(place + 1) % length]}`)),
    )
  )
}

/** Whether acquaintance can be dealt out among people without three who all know or all do not know each other. */
function canAvoidThree(people: number): boolean {
  const all = pairs(people)
  const place = new Map(all.map((pair, index) => [pair.join(), 1 << index]))
  const triples = all.flatMap(([one, other]) =>
    span(other + 1, people - 1).map(
      (third) =>
        place.get(`${one},${other}`)! | place.get(`${one},${third}`)! | place.get(`${other},${third}`)!,
    ),
  )
  return count(2 ** all.length).some((known) =>
    triples.every((triple) => (known & triple) !== triple && (known & triple) !== 0),
  )
}

export const graphProofs: Proof[] = [
  prove(
    'math-0239',
    /^A finite connected graph has a closed walk that uses every edge exactly once exactly when every vertex has (even|odd) degree\.$/,
    (parity) =>
      span(2, 5).every((size) =>
        graphs(size)
          .filter(isConnected)
          .every((graph) => {
            const remainder = parity === 'even' ? 0 : 1
            return canWalk(graph.edges) === degrees(graph).every((degree) => degree % 2 === remainder)
          }),
      ),
  ),
  prove(
    'math-0240',
    /^The sum of the degrees of all vertices of a finite undirected graph is (twice|three times) the number of edges\.$/,
    (times) =>
      graphs(5).every((graph) => total(degrees(graph)) === (times === 'twice' ? 2 : 3) * graph.edges.length),
  ),
  prove('math-0241', /^Every tree with n vertices has (.+) edges\.$/, (formula) =>
    span(1, 5).every((n) =>
      graphs(n)
        // A tree is a connected graph that no edge can be taken from.
        .filter((graph) => isConnected(graph))
        .filter(({ size, edges }) =>
          edges.every((edge) => !isConnected({ size, edges: edges.filter((other) => other !== edge) })),
        )
        .every(({ edges }) => edges.length === evaluate(formula!, { n })),
    ),
  ),
  prove(
    'math-0242',
    /^(\w+) houses cannot be connected to each of (\w+) utilities by lines in the plane without a crossing\.$/,
    (houses, utilities) => {
      // Without triangles every face has four edges or more, so that a plane graph has at most 2*V - 4 edges.
      const [left, right] = [numberWord(houses!), numberWord(utilities!)]
      return left * right > 2 * (left + right) - 4
    },
  ),
  prove(
    'math-0243',
    /^A finite graph is bipartite exactly when the graph has no cycle of (odd|even) length\.$/,
    (parity) =>
      span(1, 4).every((size) =>
        graphs(size).every((graph) => {
          const isBipartite = rows([0, 1], size).some((sides) =>
            graph.edges.every(([one, other]) => sides[one] !== sides[other]),
          )
          const lengths = span(3, size).filter((length) => length % 2 === (parity === 'odd' ? 1 : 0))
          return isBipartite === !lengths.some((length) => hasCycle(graph, length))
        }),
      ),
  ),
  prove(
    'math-0244',
    /^The smallest number of people that guarantees three mutual acquaintances or three mutual strangers is (\d+)\.$/,
    (people) => canAvoidThree(Number(people) - 1) && !canAvoidThree(Number(people)),
  ),
  prove(
    'math-0245',
    /^Every group of at least (\w+) people contains two people with the same number of acquaintances within the group, acquaintance being mutual\.$/,
    (least) =>
      span(numberWord(least!), 5).every((size) =>
        graphs(size).every((graph) => new Set(degrees(graph)).size < size),
      ),
  ),
]
