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
  /** The share of false ones among the best supported entries that the writer may use, and among as many claims of the best member. */
  usable: number
  bestMember: number
  /** The same for the best supported entries before anybody was asked, as many as the best member has claims. */
  bySupport: number
  bestMemberWhole: number
}

/** The figures of the runs of a set with one kind of examiner. */
export function simulatedFigures(runs: SimulatedRun[]): SimulatedFigures {
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
    examiner: runs[0]!.examiner,
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
function falseShares(
  runs: SimulatedRun[],
): Pick<SimulatedFigures, 'usable' | 'bestMember' | 'bySupport' | 'bestMemberWhole'> {
  const rates = trueShares(runs.flatMap(({ panel }) => panel.seats))
  const none = (): number[] => []
  const shares = { usable: none(), bestMember: none(), bySupport: none(), bestMemberWhole: none() }
  const note = (name: keyof typeof shares, claims: Array<{ isTrue: boolean | null }>) =>
    shares[name].push(...claims.map(({ isTrue }) => Number(!isTrue)))
  for (const { panel, entries } of runs) {
    const best = panel.seats.reduce((one, other) =>
      rates.get(other.model)! > rates.get(one.model)! ? other : one,
    )
    const ranked = entries.toSorted((left, right) => right.support - left.support)
    const usable = ranked.filter(({ status }) => status === 'agreed' || status === 'single')
    const count = Math.min(usable.length, best.claims.length)
    const whole = Math.min(ranked.length, best.claims.length)
    note('usable', usable.slice(0, count))
    note('bestMember', best.claims.slice(0, count))
    note('bySupport', ranked.slice(0, whole))
    note('bestMemberWhole', best.claims.slice(0, whole))
  }
  return {
    usable: meanOf(shares.usable),
    bestMember: meanOf(shares.bestMember),
    bySupport: meanOf(shares.bySupport),
    bestMemberWhole: meanOf(shares.bestMemberWhole),
  }
}

function trueShares(seats: JudgedSeat[]): Map<string, number> {
  const verdicts = new Map<string, number[]>()
  for (const { model, claims } of seats)
    verdicts.set(model, [...(verdicts.get(model) ?? []), ...claims.map(({ isTrue }) => Number(isTrue))])
  return new Map([...verdicts].map(([model, of]) => [model, meanOf(of)]))
}
