import { describe, expect, it } from 'vitest'
import { adviseOn, type PanelAdvice } from './advise.ts'
import type { PastRun } from './estimate-voters.ts'

/** How able models are, in log odds; those who scatter are hardly ever right. */
const EXPERT = 4
const FAIR = 1
const USELESS = -4

/** What runs with these groups say of models as able as told, whose votes weigh as told; with how often it yielded. */
function adviceOn(
  runs: string[][][],
  abilities: Record<string, number>,
  votes: Record<string, number> = Object.fromEntries(Object.keys(abilities).map((model) => [model, 1])),
): { advice: PanelAdvice | null; yields: number } {
  const past = runs.map((groups): PastRun => {
    const silent = Object.keys(abilities).filter((model) => !groups.flat().includes(model))
    return { groups, silent, verdicts: new Map() }
  })
  const steps = adviseOn(past, { votes, reliability: { abilities, scatter: 3, shift: 0 } })
  for (let yields = 0; ; yields++) {
    const step = steps.next()
    if (step.done) return { advice: step.value, yields }
  }
}

const times = (count: number, groups: string[][]) => Array.from({ length: count }, () => groups)

describe('what members are worth to a panel', () => {
  it('is nothing for one whose answers are always others and never right', () => {
    const runs = [...times(6, [['ada', 'bob'], ['cleo']]), ...times(4, [['ada'], ['bob'], ['cleo']])]
    const { members } = adviceOn(runs, { ada: EXPERT, bob: FAIR, cleo: USELESS }).advice!
    expect(members.cleo!.loss).toBeCloseTo(0, 3)
    expect(members.cleo!.alone).toBeLessThan(0.01)
    expect(members.cleo!.agreement).toBe(0)
  })

  it('is much for one who is right alone and whose vote decides', () => {
    const runs = times(10, [['bob', 'cleo'], ['ada']])
    const abilities = { ada: EXPERT, bob: USELESS, cleo: USELESS }
    const { accuracy, members } = adviceOn(runs, abilities, { ada: 2.8, bob: 0.1, cleo: 0.1 }).advice!
    expect(accuracy).toBeGreaterThan(0.9)
    expect(members.ada).toMatchObject({ alone: accuracy, agreement: 1 })
    expect(members.ada!.loss).toBeGreaterThan(0.9)
    expect(members.bob).toMatchObject({ agreement: 0, loss: 0 })
  })

  it('is below zero for one who makes the panel choose worse answers', () => {
    const runs = times(10, [['bob', 'cleo'], ['ada']])
    const { members } = adviceOn(
      runs,
      { ada: EXPERT, bob: USELESS, cleo: USELESS },
      { ada: 1.3, bob: 0.85, cleo: 0.85 },
    ).advice!
    expect(members.bob!.loss).toBeLessThan(-0.5)
  })

  it('says how often each is right alone, in all runs, and agrees with the panel where it answers', () => {
    const runs = [
      ...times(2, [['ada', 'bob', 'cleo']]),
      ...times(1, [['ada', 'bob'], ['cleo']]),
      ...times(1, [['ada', 'bob']]),
    ]
    const { advice } = adviceOn(runs, { ada: EXPERT, bob: EXPERT, cleo: EXPERT })
    expect(advice!.runs).toBe(4)
    expect(advice!.members.ada).toMatchObject({ alone: advice!.accuracy, agreement: 1 })
    expect(advice!.members.cleo!.agreement).toBeCloseTo(2 / 3)
    // Right in two runs of four, though it answered in three.
    expect(Math.abs(advice!.members.cleo!.alone - 0.5)).toBeLessThan(0.03)
  })

  it('is zero for one who never answered', () => {
    const { members } = adviceOn(times(3, [['ada', 'bob']]), { ada: FAIR, bob: FAIR, cleo: FAIR }).advice!
    expect(members.cleo).toEqual({ alone: 0, agreement: 0, loss: 0 })
  })

  it('is not told by runs in which some of them were not asked', () => {
    const steps = adviseOn([{ groups: [['ada', 'bob']], verdicts: new Map() }], {
      votes: { ada: 1, bob: 1, cleo: 1 },
      reliability: { abilities: { ada: FAIR, bob: FAIR, cleo: FAIR }, scatter: 3, shift: 0 },
    })
    expect(steps.next()).toEqual({ done: true, value: null })
  })

  it('rests on runs of these models alone', () => {
    const abilities = { ada: FAIR, bob: FAIR }
    const foreign = [['ada', 'bob', 'zoe']]
    expect(adviceOn(times(5, foreign), abilities).advice).toBeNull()
    expect(adviceOn([], abilities).advice).toBeNull()
    expect(
      adviceOn([...times(5, foreign), ...times(2, [['ada'], ['bob']]), []], abilities).advice!.runs,
    ).toBe(2)
  })

  it('lets others have their turn', () => {
    expect(adviceOn(times(250, [['ada', 'bob']]), { ada: FAIR, bob: FAIR }).yields).toBe(2)
  })
})
