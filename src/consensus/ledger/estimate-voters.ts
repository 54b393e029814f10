import {
  type Chances,
  chancesOf,
  chancesOfGroups,
  DIFFICULTIES,
  logCoincidence,
  massesOf,
  type Reliability,
  ratesOf,
  SHARES,
  type Stories,
  storiesOf,
  total,
  type Votes,
  type WeighedCurve,
  weighedOdds,
  withRoom,
} from '../../engine/index.ts'

/** A past run: who gave the same answer and, of some who did, whether it was right. */
export interface PastRun {
  groups: string[][]
  verdicts: ReadonlyMap<string, boolean>
}

interface CountedRuns extends PastRun {
  count: number
}

/** What past runs tell of the models of a panel. */
export interface PanelEstimate {
  votes: Votes
  reliability: Reliability
  /** What is believed of each: how often it is right where it answers, with a 90% interval. */
  members: Record<string, ReturnType<typeof memberOf>>
  /** The model that the panel follows alone; null where its votes are counted. */
  leader: string | null
  /** In how many of the runs that this rests on all of them answered. */
  runs: number
}

/** The runs that every model of a panel must have answered before anything is estimated. */
export const ENOUGH_RUNS = 50
/** The judged runs of a panel before it may follow one model alone. */
const ENOUGH_VERDICTS = 50
/** An estimate rests on at most so many answers, but on at least so many runs. */
const MOST_ANSWERS = 10_000
const LEAST_TAKEN = 500
/** How freely wrong answers scatter without verdicts, and the values that are tried with them. */
const USUAL_SCATTER = 3
const SCATTERS = [0.25, 0.5, 1, 1.5, 2, 3]
/** A run of which every answer is judged counts as this many others. */
const VERDICT_WORTH = 5
/** The standard deviation of abilities about their mean, the weak pull of each towards a usual one, and their bounds. */
const ABILITY = { deviation: 2, usual: 1, pull: 0.02, most: 5 }
/** Where the fit of every ability begins: right 7 times in 10. */
const FIRST_ABILITY = Math.log(0.7 / 0.3)
/** Fitting ends after this many passes, or once no rate moves by more than the tolerance. */
const PASSES = { least: 21, most: 60, tolerance: 1e-4 }
/** The error in log odds that the model itself adds without verdicts, and how many of them halve its variance. */
const DOUBT = { error: 0.8, halvedBy: 10 }
/** What is expected of following one model counts as this many judged runs. */
const EXPECTATION_RUNS = 20
/** How many more right answers that must be worth, so that it is not for a single one by chance. */
const LEAST_GAIN = 1
/** The width of a 90% interval in standard deviations. */
const NINETY = 1.645
/** The least part of the greatest vote that any vote has. */
const LEAST_VOTE = 0.05

/**
 * What past runs tell of some models; null while one of them has too few. Without verdicts it rests on who agrees with
 * whom: a model that is right more often agrees more often with others. Yields between passes, so that others have a turn.
 */
export function* estimateVoters(
  all: PastRun[],
  models: string[],
  curve: WeighedCurve,
): Generator<undefined, PanelEstimate | null> {
  const runs = newestTold(all, models)
  const answered = countsOf(runs, () => true)
  if (models.some((model) => (answered.get(model) ?? 0) < ENOUGH_RUNS)) return null
  const voters = [...new Set([...models, ...answered.keys()])]
  const patterns = patternsOf(runs, voters)
  const scatter = scatterOf(patterns)
  const { abilities, pass } = yield* fitAbilities(
    patterns.map((pattern) => weighedStories(pattern, scatter)),
    voters.length,
  )
  const judged = countsOf(runs, (voter, { verdicts }) => verdicts.has(voter))
  const named = <Value>(values: Value[]): Record<string, Value> =>
    Object.fromEntries(models.map((model, index) => [model, values[index]!]))
  const members = named(
    models.map((model, index) =>
      memberOf(abilities[index]!, informationOf(index, abilities, pass), {
        answered: answered.get(model)!,
        judged: judged.get(model) ?? 0,
      }),
    ),
  )
  // Nobody but these models answered.
  const own = runs.filter(({ groups }) => groups.flat().every((voter) => models.includes(voter)))
  const unshifted = { abilities: named(abilities), scatter, shift: 0 }
  const reliability = { ...unshifted, shift: shiftOf(own, unshifted, curve) }
  const votes = named(meanOfOne(worthsOf(abilities.slice(0, models.length), pass.contested)))
  const leader = leaderOf(own, { votes, reliability, members })
  const lone = named(meanOfOne(models.map((model) => Number(model === leader))))
  const whole = runs.filter(({ groups }) => models.every((model) => groups.flat().includes(model)))
  return { votes: leader === null ? votes : lone, reliability, members, leader, runs: countOf(whole) }
}

/** The newest runs in which the models took part; those that are one object are counted together. */
function newestTold(all: PastRun[], models: string[]): CountedRuns[] {
  const tells = ({ groups }: PastRun) =>
    groups.flat().length >= 2 && groups.some((group) => group.some((voter) => models.includes(voter)))
  const counts = new Map<PastRun, number | null>()
  // The newest come first; of large panels fewer are taken, because every run costs more.
  let left = Math.max(LEAST_TAKEN, Math.floor(MOST_ANSWERS / models.length))
  for (const run of all) {
    const before = counts.get(run)
    const count = before === undefined ? (tells(run) ? 0 : null) : before
    counts.set(run, count === null ? null : count + 1)
    if (count !== null && --left === 0) break
  }
  return [...counts].flatMap(([run, count]) => (count === null ? [] : { ...run, count }))
}

/** In how many runs each voter answered, among those that count for it. */
function countsOf(runs: CountedRuns[], counts: (voter: string, run: PastRun) => boolean) {
  const counted = new Map<string, number>()
  for (const run of runs)
    for (const voter of run.groups.flat())
      if (counts(voter, run)) counted.set(voter, (counted.get(voter) ?? 0) + run.count)
  return counted
}

/** Runs in which the same voters agreed, and of which the same is known. */
interface Pattern {
  sides: number[][]
  /** The voters that were right and wrong according to verdicts. */
  right: number[]
  wrong: number[]
  count: number
}

function patternsOf(runs: CountedRuns[], voters: string[]): Pattern[] {
  const placeOf = new Map(voters.map((voter, place) => [voter, place]))
  const patterns = new Map<string, Pattern>()
  for (const { groups, verdicts, count } of runs) {
    const sides = groups.map((group) =>
      group.map((voter) => placeOf.get(voter)!).sort((one, other) => one - other),
    )
    sides.sort((one, two) => one[0]! - two[0]!)
    const judged = (isRight: boolean) =>
      sides.flat().filter((place) => verdicts.get(voters[place]!) === isRight)
    const [right, wrong] = verdicts.size === 0 ? [[], []] : [judged(true), judged(false)]
    const key = `${sides.join('|')}#${right}#${wrong}`
    const pattern = patterns.get(key)
    if (pattern === undefined) patterns.set(key, { sides, right, wrong, count })
    else pattern.count += count
  }
  return [...patterns.values()]
}

/** The stories of a pattern, and what they count for. */
interface WeighedStories extends Stories {
  worth: number
  /** Whether votes would have had to decide it. */
  isContested: boolean
}

/** The stories that verdicts leave possible. */
function weighedStories({ sides, right, wrong, count }: Pattern, scatter: number): WeighedStories {
  const all = storiesOf(sides, scatter)
  if (right.length + wrong.length === 0) return { ...all, worth: count, isContested: sides.length > 1 }
  const fits = (story: Stories['stories'][number]) =>
    right.every((voter) => story.right.includes(voter)) && !wrong.some((voter) => story.right.includes(voter))
  const possible = all.stories.filter(fits)
  // Several answers may be right, which no story tells.
  const stories = possible.length > 0 ? possible : [{ right, fit: 1 }]
  // Callers complain more than they praise: what only rules an answer out counts no more than other runs.
  const isWhole = right.length + wrong.length === all.members.length
  return {
    ...withRoom(all.members, stories),
    worth: isWhole ? count * VERDICT_WORTH : count,
    isContested: false,
  }
}

/** How freely wrong answers scatter: as usual, unless verdicts tell otherwise. */
function scatterOf(patterns: Pattern[]): number {
  const judged = patterns.flatMap(({ sides, right, wrong, count }) => {
    if (wrong.length === 0 || right.length + wrong.length < sides.flat().length) return []
    const sizes = sides.map((side) => side.filter((voter) => wrong.includes(voter)).length)
    return { sizes: sizes.filter((size) => size > 0), count }
  })
  if (judged.length === 0) return USUAL_SCATTER
  const worthOf = (scatter: number) =>
    total(judged.map(({ sizes, count }) => count * logCoincidence(sizes, scatter))) -
    Math.log(scatter / USUAL_SCATTER) ** 2 / 2
  return SCATTERS.reduce((best, scatter) => (worthOf(scatter) > worthOf(best) ? scatter : best))
}

/** How often each voter was right and answered at each difficulty, and how hard contested questions are. */
interface Pass {
  right: Float64Array
  answered: Float64Array
  contested: number[]
}

/** The most probable abilities, by expectation and one Newton step in turn. */
function* fitAbilities(patterns: WeighedStories[], voters: number) {
  let abilities = new Array<number>(voters).fill(FIRST_ABILITY)
  let chances = chancesOf(abilities)
  let pass = yield* passOver(patterns, chances)
  for (let step = 0; step < PASSES.most; step++) {
    const before = chances.right
    abilities = newtonStep(abilities, before, pass)
    chances = chancesOf(abilities)
    pass = yield* passOver(patterns, chances)
    const isSettled = chances.right.every((rate, index) => Math.abs(rate - before[index]!) < PASSES.tolerance)
    if (step >= PASSES.least && isSettled) break
  }
  return { abilities, pass }
}

/** Patterns of so many answers are gone over at once. */
const ANSWERS_AT_ONCE = 1_000

function* passOver(patterns: WeighedStories[], chances: Chances): Generator<undefined, Pass> {
  const empty = () => new Float64Array(chances.right.length)
  const pass: Pass = { right: empty(), answered: empty(), contested: new Array<number>(DIFFICULTIES).fill(0) }
  let answers = 0
  for (const pattern of patterns) {
    answers += pattern.members.length
    if (answers > ANSWERS_AT_ONCE) {
      yield
      answers = 0
    }
    const masses = massesOf(pattern, chances)
    addPattern(pass, pattern, pattern.worth / total(masses))
  }
  yield
  return pass
}

function addPattern(pass: Pass, { members, stories, masses, isContested }: WeighedStories, scale: number) {
  for (let level = 0; level < DIFFICULTIES; level++) {
    let all = 0
    for (let story = 0; story < stories.length; story++) {
      const mass = masses[story * DIFFICULTIES + level]! * scale
      all += mass
      for (const member of stories[story]!.right) pass.right[member * DIFFICULTIES + level]! += mass
    }
    for (const member of members) pass.answered[member * DIFFICULTIES + level]! += all
    if (isContested) pass.contested[level]! += all
  }
}

/** One Newton step of every ability, each pulled a little towards the mean of all. */
function newtonStep(abilities: number[], rates: Float64Array, pass: Pass): number[] {
  const mean = total(abilities) / abilities.length
  const tightness = 1 / ABILITY.deviation ** 2
  return abilities.map((ability, voter) => {
    let slope = -(ability - mean) * tightness - (ability - ABILITY.usual) * ABILITY.pull
    let bend = tightness + ABILITY.pull
    for (let index = voter * DIFFICULTIES; index < (voter + 1) * DIFFICULTIES; index++) {
      const [rate, answered] = [rates[index]!, pass.answered[index]!]
      slope += pass.right[index]! - answered * rate
      bend += answered * rate * (1 - rate)
    }
    return Math.min(ABILITY.most, Math.max(-ABILITY.most, ability + slope / bend))
  })
}

/** What the vote of each voter is worth on contested questions, where votes decide. */
function worthsOf(abilities: number[], contested: number[]): number[] {
  const mass = total(contested)
  const shares = mass > 0 ? contested.map((value) => value / mass) : SHARES
  return abilities.map((ability) => {
    const mean = total(ratesOf(ability).map((rate, level) => rate * shares[level]!))
    const rate = Math.min(0.98, Math.max(0.02, mean))
    return Math.log((2 * rate) / (1 - rate))
  })
}

/** Votes of a mean of one, in thousandths; none is nothing or less. */
function meanOfOne(worths: number[]): number[] {
  const least = LEAST_VOTE * Math.max(...worths.map(Math.abs))
  const raised = worths.map((worth) => Math.max(worth, least / worths.length))
  const scale = raised.length / total(raised)
  return raised.map((worth) => Math.round(worth * scale * 1_000) / 1_000)
}

/** How sharply the runs determine an ability, if it were known who was right. */
function informationOf(voter: number, abilities: number[], pass: Pass): number {
  const rates = ratesOf(abilities[voter]!)
  return total(rates.map((rate, level) => pass.answered[voter * DIFFICULTIES + level]! * rate * (1 - rate)))
}

/**
 * The accuracy of an ability, with an interval that allows for the error of the model itself; and in how many runs the
 * model answered, and how many of these answers callers have judged.
 */
function memberOf(ability: number, information: number, seen: { answered: number; judged: number }) {
  const accuracyAt = (value: number) => total(ratesOf(value).map((rate, level) => rate * SHARES[level]!))
  // Judged runs count several times in the fit, but not as evidence.
  const inflation = (seen.answered + (VERDICT_WORTH - 1) * seen.judged) / seen.answered
  const doubt = DOUBT.error ** 2 / (1 + seen.judged / DOUBT.halvedBy)
  const reach = NINETY * Math.sqrt(inflation / Math.max(information, 1) + doubt)
  return {
    accuracy: accuracyAt(ability),
    low: accuracyAt(ability - reach),
    high: accuracyAt(ability + reach),
    ...seen,
  }
}

/** The model to follow alone, where verdicts and expectation together say that this is better than to vote. */
function leaderOf(runs: CountedRuns[], estimate: Omit<PanelEstimate, 'leader' | 'runs'>): string | null {
  const { members } = estimate
  const judged = runs.filter(({ verdicts }) => verdicts.size > 0)
  if (countOf(judged) < ENOUGH_VERDICTS) return null
  const worthOf = (voter: string) => members[voter]!.accuracy * members[voter]!.answered
  const leader = Object.keys(members).reduce((best, voter) => (worthOf(voter) > worthOf(best) ? voter : best))
  const gains = runs.map((run) => ({ ...gainOf(leader, run, estimate), count: run.count }))
  const seen = total(gains.map((gain) => gain.count * gain.seen))
  const expected = total(gains.map((gain) => gain.count * gain.expected)) / countOf(runs)
  return seen + EXPECTATION_RUNS * expected > LEAST_GAIN ? leader : null
}

function countOf(runs: CountedRuns[]): number {
  return total(runs.map(({ count }) => count))
}

/** What following one model would have gained in a run: according to its verdicts, and as is expected. */
function gainOf(
  leader: string,
  { groups, verdicts }: PastRun,
  { votes, reliability }: Pick<PanelEstimate, 'votes' | 'reliability'>,
) {
  const followed = groups.findIndex((group) => group.includes(leader))
  const weights = groups.map((group) => total(group.map((voter) => votes[voter]!)))
  const voted = weights.indexOf(Math.max(...weights))
  if (followed === -1 || followed === voted) return { seen: 0, expected: 0 }
  const chances = chancesOfGroups(groups, reliability)
  const rightIn = (place: number) =>
    groups[place]!.filter((voter) => verdicts.get(voter)).length / groups[place]!.length
  return {
    seen: verdicts.size === 0 ? 0 : rightIn(followed) - rightIn(voted),
    expected: chances[followed]! - chances[voted]!,
  }
}

/** How far the verdicts pull the shift towards zero: as if its standard deviation were a half. */
const SHIFT_TIGHTNESS = 4

/** What verdicts add to the log odds of the likeliest answers, so that these are right as often as is stated. */
function shiftOf(runs: CountedRuns[], reliability: Reliability, curve: WeighedCurve): number {
  const judged = runs.flatMap(({ groups, verdicts, count }) => {
    if (verdicts.size === 0) return []
    const chances = chancesOfGroups(groups, reliability)
    const leading = groups[chances.indexOf(Math.max(...chances))]!
    const verdict = verdicts.get(leading[0]!)
    if (verdict === undefined) return []
    return { odds: weighedOdds(Math.max(...chances), curve), isRight: verdict, count }
  })
  let shift = 0
  for (let step = 0; step < 20; step++) {
    const rates = judged.map(({ odds }) => 1 / (1 + Math.exp(-odds - shift)))
    const slope =
      total(judged.map(({ isRight, count }, index) => count * (Number(isRight) - rates[index]!))) -
      shift * SHIFT_TIGHTNESS
    const bend =
      total(judged.map(({ count }, index) => count * rates[index]! * (1 - rates[index]!))) + SHIFT_TIGHTNESS
    shift += slope / bend
  }
  return shift
}
