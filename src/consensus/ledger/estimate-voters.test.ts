import { describe, expect, it } from 'vitest'
import { estimateVoters, type PanelEstimate, type PastRun } from './estimate-voters.ts'

const CURVE = { constant: 0, slope: 1 }
const MODELS = ['ada', 'bob', 'cleo', 'dan', 'eve']

function estimated(runs: PastRun[], models = MODELS): PanelEstimate | null {
  const steps = estimateVoters(runs, models, CURVE)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** A fixed sequence of numbers that look random, between 0 and 1. */
function draws(seed = 1): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

interface Simulated extends PastRun {
  right: string[]
}

/** Runs in which each model is right as often as told, and wrong answers coincide one time in four. */
function simulate(rates: Record<string, number>, count: number, seed = 1): Simulated[] {
  const draw = draws(seed)
  return Array.from({ length: count }, () => {
    const answers = Object.entries(rates).map(([model, rate]) => ({
      model,
      answer: draw() < rate ? 0 : 1 + Math.floor(draw() * 4),
    }))
    const groups = [...new Set(answers.map(({ answer }) => answer))].map((answer) =>
      answers.filter((one) => one.answer === answer).map(({ model }) => model),
    )
    const right = answers.filter(({ answer }) => answer === 0).map(({ model }) => model)
    return { groups, verdicts: new Map(), right }
  })
}

const judged = (run: Simulated): PastRun => ({
  ...run,
  verdicts: new Map(run.groups.flat().map((model) => [model, run.right.includes(model)])),
})
const UNEQUAL = { ada: 0.95, bob: 0.55, cleo: 0.5, dan: 0.5, eve: 0.45 }

describe('what past runs tell of models', () => {
  it('is nothing while one of them has answered in fewer than fifty', () => {
    const runs = simulate(UNEQUAL, 49)
    expect(estimated(runs)).toBeNull()
    expect(estimated([...runs, ...simulate(UNEQUAL, 1, 7)])).not.toBeNull()
    const silent = simulate({ ada: 0.9, bob: 0.9, cleo: 0.9, dan: 0.9 }, 200)
    expect(estimated(silent)).toBeNull()
  })

  it('lets a model outweigh all others that is far more often right, without any verdict', () => {
    const { votes, members } = estimated(simulate(UNEQUAL, 400))!
    const others = MODELS.slice(1).reduce((sum, model) => sum + votes[model]!, 0)
    expect(votes.ada!).toBeGreaterThan(others / 2)
    expect(Object.values(votes).reduce((sum, vote) => sum + vote, 0)).toBeCloseTo(5, 2)
    expect(members.ada!.accuracy).toBeGreaterThan(members.bob!.accuracy + 0.2)
    for (const model of MODELS) {
      const { low, high, accuracy } = members[model]!
      expect(low).toBeLessThan(accuracy)
      expect(high).toBeGreaterThan(accuracy)
    }
  })

  it('is nearly the same for models that are about equally good', () => {
    const { votes } = estimated(simulate({ ada: 0.8, bob: 0.8, cleo: 0.8, dan: 0.8, eve: 0.8 }, 600))!
    for (const vote of Object.values(votes)) expect(Math.abs(vote - 1)).toBeLessThan(0.35)
  })

  it('does not depend on the order of runs, groups or models', () => {
    const runs = simulate(UNEQUAL, 200)
    const turned = runs
      .map((run) => ({ ...run, groups: run.groups.map((group) => group.toReversed()).reverse() }))
      .reverse()
    const [one, other] = [estimated(runs)!, estimated(turned, MODELS.toReversed())!]
    for (const model of MODELS)
      expect(one.members[model]!.accuracy).toBeCloseTo(other.members[model]!.accuracy, 6)
  })

  it('uses runs of other panels in which some of the models took part', () => {
    const others = simulate({ ada: 0.95, bob: 0.55, frank: 0.8, gina: 0.8 }, 100, 3)
    const { members, votes } = estimated([...simulate(UNEQUAL, 60), ...others])!
    expect(members.ada!.answered).toBe(160)
    expect(Object.keys(votes).sort()).toEqual(MODELS)
  })
})

describe('verdicts', () => {
  const shared = { ada: 0.8, bob: 0.75, cleo: 0.7, dan: 0.7, eve: 0.7 }

  it('narrow the intervals and move the estimates', () => {
    const runs = simulate(shared, 300)
    const [before, after] = [estimated(runs)!, estimated(runs.map(judged))!]
    const width = ({ members }: PanelEstimate) => members.ada!.high - members.ada!.low
    expect(width(after)).toBeLessThan(width(before) / 2)
    expect(after.members.ada!.judged).toBe(300)
    expect(Math.abs(after.members.ada!.accuracy - 0.8)).toBeLessThan(0.08)
  })

  it('of fifty runs let a panel follow its strongest member, if that is better', () => {
    // The others err together, so that agreement alone cannot tell who is right.
    const draw = draws(5)
    const others = MODELS.slice(1)
    const runs = Array.from({ length: 200 }, (): Simulated => {
      const chance = draw()
      if (chance < 0.3) return { groups: [others, ['ada']], verdicts: new Map(), right: ['ada'] }
      if (chance < 0.4) return { groups: [others, ['ada']], verdicts: new Map(), right: others }
      return { groups: [MODELS], verdicts: new Map(), right: MODELS }
    })
    const outweighs = ({ votes }: PanelEstimate) =>
      votes.ada! > others.reduce((sum, model) => sum + votes[model]!, 0)
    expect(outweighs(estimated(runs)!)).toBe(false)
    expect(outweighs(estimated([...runs.slice(0, 50).map(judged), ...runs.slice(50)])!)).toBe(true)
  })

  it('do not let a panel of equals follow anybody', () => {
    const runs = simulate({ ada: 0.8, bob: 0.8, cleo: 0.8, dan: 0.8, eve: 0.8 }, 300).map(judged)
    expect(estimated(runs)!.leader).toBeNull()
  })

  it('lower what is stated where answers are wrong more often than past runs suggest', () => {
    const runs = simulate({ ada: 0.9, bob: 0.9, cleo: 0.9, dan: 0.9, eve: 0.9 }, 200)
    const wrong = runs.map((run) => ({
      ...run,
      verdicts: new Map(run.groups.flat().map((model) => [model, false])),
    }))
    expect(estimated(runs.map(judged))!.reliability.shift).toBeGreaterThan(-0.5)
    expect(estimated(wrong)!.reliability.shift).toBeLessThan(-0.8)
  })

  it('that only say that the delivered answer is wrong leave open which other is right', () => {
    const runs = simulate(UNEQUAL, 200)
    const denied = runs.map((run) => {
      const [delivered] = run.groups.toSorted((one, two) => two.length - one.length)
      const isWrong = !run.right.includes(delivered![0]!)
      return { ...run, verdicts: new Map(isWrong ? delivered!.map((model) => [model, false]) : []) }
    })
    expect(estimated(denied)!.members.ada!.accuracy).toBeGreaterThan(0.7)
  })
})
