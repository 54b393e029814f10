import type { BoostedTrees, Tree } from '../../src/cache/same-question/verifier-model.ts'
import { sigmoid } from './logistic-regression.ts'

/** Training cases: their features row by row, their labels and their weights. */
export interface Cases {
  features: string[]
  rows: Float32Array[]
  truth: boolean[]
  weights: number[]
}

interface Growth {
  trees: number
  leaves: number
  /** The learning rate. */
  rate: number
  /** The minimum weight of a leaf. */
  smallestLeaf: number
  /** For each feature whether the odds may only rise with it (1), only fall (-1), or either (0); either when absent. */
  directions?: number[]
}

const BINS = 64
/** Regularisation that keeps the values of small leaves near zero. */
const PULL_TO_ZERO = 1
const LEAST_GAIN = 1e-9

/** The features divided into a few bins: the bins row by row, and the upper value of each bin. */
interface Binned {
  bins: Uint8Array
  ends: number[][]
}

interface Split {
  gain: number
  feature: number
  bin: number
}

interface Node {
  cases: Uint32Array
  gradient: number
  curvature: number
  /** Gradient, curvature and weight of the cases, by feature and bin. */
  sums: Float64Array
  split: Split | null
  halves: [Node, Node] | null
  /** Between which values its leaves must lie, so that no direction is violated anywhere below it. */
  bounds: Bounds
}

type Bounds = [lowest: number, highest: number]

const UNBOUNDED: Bounds = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

/** Grows boosted trees on a logistic loss: each corrects the errors of the previous ones and grows leaf by leaf, best first. */
export function growBoostedTrees({ features, rows, truth, weights }: Cases, growth: Growth): BoostedTrees {
  const binned = cutIntoBins(rows, features.length)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const right = weights.reduce((sum, weight, index) => sum + (truth[index] ? weight : 0), 0)
  const start = Math.log(right / (whole - right))
  const odds = new Float64Array(rows.length).fill(start)
  const gradients = new Float64Array(rows.length)
  const curvatures = new Float64Array(rows.length)
  const everyone = Uint32Array.from(rows, (_, index) => index)
  const trees: Tree[] = []
  for (let round = 0; round < growth.trees; round++) {
    for (let index = 0; index < rows.length; index++) {
      const chance = sigmoid(odds[index]!)
      gradients[index] = weights[index]! * ((truth[index] ? 1 : 0) - chance)
      curvatures[index] = weights[index]! * chance * (1 - chance)
    }
    trees.push(growTree(everyone, binned, { gradients, curvatures, weights, odds, growth }))
  }
  return { features, start: rounded(start), trees }
}

interface State {
  gradients: Float64Array
  curvatures: Float64Array
  weights: number[]
  odds: Float64Array
  growth: Growth
}

function growTree(cases: Uint32Array, binned: Binned, state: State): Tree {
  const root = nodeOf(cases, sumsOf(cases, binned, state), UNBOUNDED, binned, state)
  const open = [root]
  while (open.length < state.growth.leaves) {
    const best = open.reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one))
    const { split } = best
    if (split === null) break
    const features = binned.ends.length
    const isBelow = (index: number) => binned.bins[index * features + split.feature]! <= split.bin
    const below = best.cases.filter(isBelow)
    const above = best.cases.filter((index) => !isBelow(index))
    // The sums of the larger half are the difference to the smaller one.
    const fewer = sumsOf(below.length < above.length ? below : above, binned, state)
    const more = best.sums.map((sum, place) => sum - fewer[place]!)
    const [sumsBelow, sumsAbove] = below.length < above.length ? [fewer, more] : [more, fewer]
    const [boundsBelow, boundsAbove] = halvedBounds(best, [sumsBelow, sumsAbove], state)
    best.halves = [
      nodeOf(below, sumsBelow, boundsBelow, binned, state),
      nodeOf(above, sumsAbove, boundsAbove, binned, state),
    ]
    open.splice(open.indexOf(best), 1, ...best.halves)
  }
  return writeTree(root, binned, state)
}

/** The bounds of both halves of a node: where a feature has a direction, one half stays on each side of their middle. */
function halvedBounds({ bounds, split }: Node, sums: [Float64Array, Float64Array], { growth }: State) {
  const direction = growth.directions?.[split!.feature] ?? 0
  if (direction === 0) return [bounds, bounds] as const
  const [below, above] = sums.map((half) => {
    const [gradient, curvature] = totalOf(half)
    return within(bounds, gradient / (curvature + PULL_TO_ZERO))
  })
  const middle = (below! + above!) / 2
  const halves: [Bounds, Bounds] = [
    [bounds[0], middle],
    [middle, bounds[1]],
  ]
  return direction > 0 ? halves : ([halves[1], halves[0]] as const)
}

function within([lowest, highest]: Bounds, value: number): number {
  return Math.min(highest, Math.max(lowest, value))
}

function writeTree(
  { cases, gradient, curvature, split, halves, bounds }: Node,
  binned: Binned,
  state: State,
): Tree {
  if (halves !== null) {
    const { feature, bin } = split!
    const [below, above] = halves.map((half) => writeTree(half, binned, state))
    return [feature, rounded(binned.ends[feature]![bin]!), below!, above!]
  }
  const value = rounded(state.growth.rate * within(bounds, gradient / (curvature + PULL_TO_ZERO)))
  for (const index of cases) state.odds[index]! += value
  return value
}

function gainOf({ split }: Node): number {
  return split?.gain ?? Number.NEGATIVE_INFINITY
}

function sumsOf(
  cases: Uint32Array,
  { bins, ends }: Binned,
  { gradients, curvatures, weights }: State,
): Float64Array {
  const features = ends.length
  const sums = new Float64Array(features * BINS * 3)
  for (const index of cases) {
    const gradient = gradients[index]!
    const curvature = curvatures[index]!
    const weight = weights[index]!
    for (let feature = 0; feature < features; feature++) {
      const place = (feature * BINS + bins[index * features + feature]!) * 3
      sums[place]! += gradient
      sums[place + 1]! += curvature
      sums[place + 2]! += weight
    }
  }
  return sums
}

/** Gradient, curvature and weight of all cases of a node; any feature gives the same sums. */
function totalOf(sums: Float64Array): [number, number, number] {
  const total: [number, number, number] = [0, 0, 0]
  for (let place = 0; place < BINS * 3; place++) total[place % 3]! += sums[place]!
  return total
}

function nodeOf(
  cases: Uint32Array,
  sums: Float64Array,
  bounds: Bounds,
  { ends }: Binned,
  { growth }: State,
): Node {
  const [gradient, curvature, weight] = totalOf(sums)
  const node: Node = { cases, gradient, curvature, sums, split: null, halves: null, bounds }
  if (weight < 2 * growth.smallestLeaf) return node
  const worth = (sum: number, bend: number) => (sum * sum) / (bend + PULL_TO_ZERO)
  ends.forEach(({ length }, feature) => {
    const direction = growth.directions?.[feature] ?? 0
    let [leftGradient, leftCurvature, leftWeight] = [0, 0, 0]
    for (let bin = 0; bin < length - 1; bin++) {
      const place = (feature * BINS + bin) * 3
      leftGradient += sums[place]!
      leftCurvature += sums[place + 1]!
      leftWeight += sums[place + 2]!
      if (leftWeight < growth.smallestLeaf) continue
      if (weight - leftWeight < growth.smallestLeaf) break
      const rises =
        (gradient - leftGradient) / (curvature - leftCurvature + PULL_TO_ZERO) -
        leftGradient / (leftCurvature + PULL_TO_ZERO)
      if (rises * direction < 0) continue
      const gain =
        worth(leftGradient, leftCurvature) +
        worth(gradient - leftGradient, curvature - leftCurvature) -
        worth(gradient, curvature)
      if (gain > Math.max(LEAST_GAIN, node.split?.gain ?? 0)) node.split = { gain, feature, bin }
    }
  })
  return node
}

function cutIntoBins(rows: Float32Array[], features: number): Binned {
  const bins = new Uint8Array(rows.length * features)
  const ends: number[][] = []
  for (let feature = 0; feature < features; feature++) {
    const values = Float32Array.from(rows, (row) => row[feature]!).sort()
    const distinct = [...new Set(values)]
    const quantile = (_: unknown, bin: number) => values[Math.floor(((bin + 1) * values.length) / BINS) - 1]!
    const cuts = distinct.length <= BINS ? distinct : [...new Set(Array.from({ length: BINS }, quantile))]
    // Between two bins, so that a new value falls on the nearer side.
    const middle = cuts.map((cut, bin) => (bin + 1 < cuts.length ? (cut + cuts[bin + 1]!) / 2 : cut))
    ends.push(middle)
    rows.forEach((row, index) => {
      bins[index * features + feature] = binOf(row[feature]!, middle)
    })
  }
  return { bins, ends }
}

function binOf(value: number, ends: number[]): number {
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= ends[middle]!) high = middle
    else low = middle + 1
  }
  return low
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
