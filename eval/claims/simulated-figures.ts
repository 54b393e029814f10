import { meanOf } from '../long/long-sets.ts'
import type { JudgedSeat } from './claim-sets.ts'
import type { JudgedEntry, SimulatedRun } from './simulated-panels.ts'

/** What simulated panels with one kind of examiner come to. */
export interface SimulatedFigures {
  set: string
  examiner: string
  panels: number
  meanCalls: number
  mostCalls: number
  /** The share of true entries that are struck, and of false ones. */
  trueStruck: number
  falseStruck: number
  /** The share of false entries that the writer may use: agreed, or of one seat without denial. */
  falseAgreed: number
  falseSingle: number
  /** The mean support of true and of false entries. */
  trueSupport: number
  falseSupport: number
  firstDivergence: number
  lastDivergence: number
  outcomes: Record<string, number>
  /** The share of false ones among the best supported usable entries and among as many claims of the best member. */
  usable: number
  bestMember: number
}

/** The figures of the runs of a set with one kind of examiner. */
export function simulatedFigures(examiner: string, runs: SimulatedRun[]): SimulatedFigures {
  const entries = runs.flatMap((run) => run.entries)
  const [right, wrong] = [entries.filter(({ isTrue }) => isTrue), entries.filter(({ isTrue }) => !isTrue)]
  const having = (of: JudgedEntry[], status: string) =>
    meanOf(of.map((entry) => Number(entry.status === status)))
  const supportOf = (of: JudgedEntry[]) => meanOf(of.map(({ support }) => support))
  const calls = runs.map(({ result }) => result.usage.calls)
  const outcomes: Record<string, number> = {}
  for (const { result } of runs) outcomes[result.outcome] = (outcomes[result.outcome] ?? 0) + 1
  return {
    set: runs[0]!.panel.set,
    examiner,
    panels: runs.length,
    meanCalls: meanOf(calls),
    mostCalls: Math.max(...calls),
    trueStruck: having(right, 'struck'),
    falseStruck: having(wrong, 'struck'),
    falseAgreed: having(wrong, 'agreed'),
    falseSingle: having(wrong, 'single'),
    trueSupport: supportOf(right),
    falseSupport: supportOf(wrong),
    firstDivergence: meanOf(runs.map(({ result }) => result.entries[0]!.D)),
    lastDivergence: meanOf(runs.map(({ result }) => result.entries.at(-1)!.D)),
    outcomes,
    ...falseShares(runs),
  }
}

/** Compares what the writer may use with the claims of the member of each panel that is right most often over the set. */
function falseShares(runs: SimulatedRun[]): { usable: number; bestMember: number } {
  const rates = trueShares(runs.flatMap(({ panel }) => panel.seats))
  const [usable, own]: [number[], number[]] = [[], []]
  for (const { panel, entries } of runs) {
    const best = panel.seats.reduce((one, other) =>
      rates.get(other.model)! > rates.get(one.model)! ? other : one,
    )
    const ranked = entries
      .filter(({ status }) => status === 'agreed' || status === 'single')
      .sort((left, right) => right.support - left.support)
    const count = Math.min(ranked.length, best.claims.length)
    usable.push(...ranked.slice(0, count).map(({ isTrue }) => Number(!isTrue)))
    own.push(...best.claims.slice(0, count).map(({ isTrue }) => Number(!isTrue)))
  }
  return { usable: meanOf(usable), bestMember: meanOf(own) }
}

function trueShares(seats: JudgedSeat[]): Map<string, number> {
  const verdicts = new Map<string, number[]>()
  for (const { model, claims } of seats)
    verdicts.set(model, [...(verdicts.get(model) ?? []), ...claims.map(({ isTrue }) => Number(isTrue))])
  return new Map([...verdicts].map(([model, of]) => [model, meanOf(of)]))
}
