/**
 * How the answers of a panel come about, as far as who gave the same one can tell: a model is right with a probability
 * that depends on its ability and on how hard the question is, and wrong answers coincide by chance (Rasch’s model with a
 * hidden right answer; Ewens’ formula for the wrong ones).
 */

export interface Reliability {
  /** The ability of each model in log odds, by `voterOf`. */
  abilities: Record<string, number>
  /** How freely wrong answers scatter: two of them are the same with probability 1 / (1 + this). */
  scatter: number
  /** What the verdicts of callers add to the log odds of an answer; zero without verdicts. */
  shift: number
}

/** How far questions differ in difficulty, as a standard deviation in log odds. */
const SPREAD = 2
/** Seven difficulties and how common each is: Gauss–Hermite points of a normal distribution. */
const EASE = [
  -3.750439717725742, -2.3667594107345415, -1.1544053947399682, 0, 1.1544053947399682, 2.3667594107345415,
  3.750439717725742,
]
export const SHARES = [
  0.0005482688559722177, 0.030757123967586498, 0.2401231786050127, 0.45714285714285724, 0.2401231786050127,
  0.030757123967586498, 0.0005482688559722177,
]
export const DIFFICULTIES = EASE.length
/** No model is taken as beyond doubt. */
const RATES = { lowest: 0.01, highest: 0.99 }

/** How often a model with this ability is right, at each difficulty. */
export function ratesOf(ability: number): number[] {
  return EASE.map((ease) => {
    const rate = 1 / (1 + Math.exp(-ability - SPREAD * ease))
    return Math.min(RATES.highest, Math.max(RATES.lowest, rate))
  })
}

/** One way a question can have gone: who was right, and how well the wrong answers fit it. */
interface Story {
  right: number[]
  fit: number
}

export interface Stories {
  members: number[]
  stories: Story[]
  /** Room for the probability of each story at each difficulty, so that no pass allocates. */
  masses: Float64Array
}

/** The stories of a question: the answer of one of the sides is right, or that of none. */
export function storiesOf(sides: number[][], scatter: number): Stories {
  const sizes = sides.map(({ length }) => length)
  const nobody = logCoincidence(sizes, scatter)
  const stories = sides.map((right, index) => {
    const others = logCoincidence(sizes.toSpliced(index, 1), scatter)
    return { right, fit: Math.exp(others - nobody) }
  })
  return withRoom(sides.flat(), [...stories, { right: [], fit: 1 }])
}

/** Some stories of those who answered. */
export function withRoom(members: number[], stories: Story[]): Stories {
  return { members, stories, masses: new Float64Array(stories.length * DIFFICULTIES) }
}

/** The log probability that wrong answers fall into groups of these sizes. */
export function logCoincidence(sizes: number[], scatter: number): number {
  let [result, members] = [0, 0]
  for (const size of sizes) {
    result += Math.log(scatter)
    for (let seat = 1; seat < size; seat++) result += Math.log(seat)
    for (let seat = 0; seat < size; seat++) result -= Math.log(scatter + members++)
  }
  return result
}

/** The chances of every member at every difficulty, member by member. */
export interface Chances {
  right: Float64Array
  wrong: Float64Array
  odds: Float64Array
}

export function chancesOf(abilities: number[]): Chances {
  const right = Float64Array.from(abilities.flatMap(ratesOf))
  return { right, wrong: right.map((rate) => 1 - rate), odds: right.map((rate) => rate / (1 - rate)) }
}

/** Computes the unscaled probability of each story at each difficulty, story by story. */
export function massesOf({ members, stories, masses }: Stories, { wrong, odds }: Chances): Float64Array {
  for (let level = 0; level < DIFFICULTIES; level++) {
    let nobody = SHARES[level]!
    for (const member of members) nobody *= wrong[member * DIFFICULTIES + level]!
    for (let story = 0; story < stories.length; story++) {
      const { right, fit } = stories[story]!
      let mass = nobody * fit
      for (const member of right) mass *= odds[member * DIFFICULTIES + level]!
      masses[story * DIFFICULTIES + level] = mass
    }
  }
  return masses
}

/** The probability that each group of equal answers is right; what is missing from 1 is that none is. */
export function chancesOfGroups(groups: string[][], { abilities, scatter }: Reliability): number[] {
  const voters = groups.flat()
  const sides = groups.map((group) => group.map((voter) => voters.indexOf(voter)))
  const masses = massesOf(storiesOf(sides, scatter), chancesOf(voters.map((voter) => abilities[voter]!)))
  const all = total(masses)
  return groups.map(
    (_, story) => total(masses.subarray(story * DIFFICULTIES, (story + 1) * DIFFICULTIES)) / all,
  )
}

export function total(values: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index]!
  return sum
}
