import { z } from 'zod'
import type { Ending, IterationEntry, SeatResponse } from '../../contract/deliberation.ts'
import type { CodeRun } from '../../contract/draft-review.ts'
import type { RunKind } from '../../contract/question-kind.ts'
import { voterOf } from '../../engine/index.ts'
import { memoise } from '../../utils/memoise.ts'
import { type ModelIdentity, OFFLINE } from '../model-router.ts'
import { ENOUGH_RUNS, type PastRun } from './estimate-voters.ts'

/** How many runs of a scope the ledger keeps, and how many verdicts: the newest. */
export const RUNS_KEPT = 2_000
export const VERDICTS_KEPT = 10_000

const Ballot = z.object({
  provider: z.string(),
  model: z.string(),
  /** The id that it was asked by, where that is another one. */
  asked: z.string().optional(),
  /** The index of its group of equal first answers; null if it gave none. */
  group: z.int().nullable(),
  /** Whether its program gave every result that the question states; absent for other drafts and answers. */
  passed: z.boolean().optional(),
  /** What its first reply cost in US dollars; null when that is not known. */
  cost: z.number().nullable().default(null),
})

export type Ballot = z.infer<typeof Ballot>

/** What became of the first stage of a panel. */
const Stage = z.object({
  /** Its models, and those that are asked later, by `voterOf`. */
  first: z.array(z.string()),
  others: z.array(z.string()),
  /** How sure its models were of the one answer that they gave; null if they gave several, or too few gave one. */
  promised: z.number().nullable(),
  accepted: z.boolean(),
  /** Whether all models gave that answer too; null where they were not asked, or there is none. */
  agreed: z.boolean().nullable(),
  /** Whether this is the audit of another run, which is recorded as well. */
  isAudit: z.boolean().default(false),
})
export type Stage = z.infer<typeof Stage>

/** What the ledger keeps of a run. Fields of later versions are ignored. */
export const CountedRun = z.object({
  /** Every model that took part in the first round, by the concrete model that answered. */
  ballots: z.array(Ballot),
  /** The group of the final answer; null if that came up later. */
  delivered: z.int().nullable().default(null),
  stage: Stage.optional(),
})
export type CountedRun = z.infer<typeof CountedRun>

/** What a caller says of a result, and what follows for each model of its panel. */
export const StoredVerdict = z.object({
  given: z.union([z.object({ right: z.boolean() }), z.object({ answer: z.string() })]),
  models: z.array(z.object({ provider: z.string(), model: z.string(), right: z.boolean().nullable() })),
})
export type StoredVerdict = z.infer<typeof StoredVerdict>

/** A run of the ledger, with what the verdict on it says of each ballot; null if it says nothing. */
export interface LedgerRow extends Omit<CountedRun, 'ballots'> {
  id: string
  countedAt: number
  ballots: Array<CountedRun['ballots'][number] & { right: boolean | null }>
}

/** Stores which runs were counted and what is said of their results. A scope is the caller that asked, and no scope can influence another. */
export interface RunLedger {
  /** Records a run; one that is recorded already stays as it is. */
  record(run: { scope: string; id: string; run: CountedRun; at: number }): Promise<void>
  /** The newest runs of a scope, newest first; with a time, only those that were recorded or judged since then. */
  recent(scope: string, since?: number): Promise<LedgerRow[]>
  /** Stores what the caller says of its result, in place of what it said before; returns whether its run is recorded. */
  judge(verdict: { scope: string; id: string; verdict: StoredVerdict; at: number }): Promise<boolean>
}

/** A finished run, as it is returned or as it was stored. */
export interface FinishedRun {
  kind?: RunKind | undefined
  ending?: Ending | undefined
  router: string
  entries: IterationEntry[]
  /** Absent for a panel without stages. */
  stage?: Stage
  /** What its drafts did when they were run; absent or null for any other run. */
  codeRun?: CodeRun | null | undefined
}

/** Why a run is not counted, as a sentence; null for one that is. */
export function whyUncounted({ kind, ending, router, entries, stage, codeRun }: FinishedRun): string | null {
  const responses = entries[0]?.responses ?? []
  const models = new Set(responses.map(concreteOf).map(voterOf))
  // The offline voices err on purpose: their agreement says nothing about a model.
  if (router.split('+').includes(OFFLINE)) return 'Runs with offline voices are not counted.'
  // Only answers to closed questions show how often a model agrees with the others.
  if (kind !== 'closed' && !statesResults(codeRun)) return 'Only runs of closed questions are counted.'
  if (ending === 'quorum_lost') return 'Runs in which too many models failed are not counted.'
  if (stage !== undefined && kind === 'closed') return null
  if (kind === 'closed' && responses.filter(({ label }) => label != null).length < 2)
    return 'Only runs in which at least two models answered are counted.'
  return models.size < responses.length ? 'Runs in which a model has several seats are not counted.' : null
}

/** Whether drafts were run on inputs for which the question states a result: programs show of each model what it can do. */
function statesResults(codeRun: FinishedRun['codeRun']): boolean {
  return codeRun?.inputs.some(({ expected }) => expected !== null) ?? false
}

/** Whether the program of a seat gave every result that the question states; nothing for a seat without a draft. */
function passIn({ behaviours, inputs, not_run }: CodeRun, name: string): { passed?: boolean } {
  const stated = inputs.filter(({ expected }) => expected !== null).length
  const own = behaviours.find(({ models }) => models.includes(name))
  if (own === undefined && !not_run.includes(name)) return {}
  return { passed: own?.passed === stated }
}

/** What the ledger keeps of a run. */
export function countedRun(run: Pick<FinishedRun, 'entries' | 'stage' | 'codeRun'>): CountedRun {
  const { entries, stage, codeRun } = run
  const { responses, clusters } = entries[0]!
  const groupOf = (label: string | null | undefined) => {
    const group = clusters.findIndex((cluster) => cluster.label != null && cluster.label === label)
    return group === -1 ? null : group
  }
  return {
    ballots: responses.map((response) => ({
      ...concreteOf(response),
      ...(concreteOf(response).model !== response.model && { asked: response.model }),
      group: groupOf(response.label),
      ...(codeRun && passIn(codeRun, response.name)),
      cost: response.cost_usd,
    })),
    delivered: groupOf(deliveredLabel(entries)),
    ...(stage && !codeRun && { stage }),
  }
}

/** The label of the final answer: that of the heaviest group at the end. */
export function deliveredLabel(entries: IterationEntry[]): string | undefined {
  return entries.at(-1)?.clusters[0]?.label
}

/** The model that gave a response, which may stand behind the id of a whole family. */
export function concreteOf({ provider, model, served_model = model }: SeatResponse): ModelIdentity {
  return { provider, model: served_model }
}

/** Two models that agree or differ do not tell who is right, until so many verdicts name a right answer of one of them. */
export const VERDICTS_ON_TWO = 10

/**
 * The runs of the ledger from which models are estimated; not those that a first stage answered alone. Equal ones are one
 * object, and each row is looked at once, because estimates are made again and again.
 */
export function pastRuns(rows: LedgerRow[]): PastRun[] {
  const runs = rows.flatMap((row) => {
    const before = runOf.get(row)
    if (before !== undefined) return before
    const { groups, verdicts } = pastRun(row)
    const run = isWhole(row) ? [sharedRun(JSON.stringify([groups, [...verdicts]]))] : []
    runOf.set(row, run)
    return run
  })
  const isPair = ({ groups }: PastRun) => groups.flat().length === 2
  const pairOf = ({ groups }: PastRun) => groups.flat().sort().join()
  const told = new Map<string, number>()
  for (const run of runs)
    if (isPair(run) && [...run.verdicts.values()].includes(true))
      told.set(pairOf(run), 1 + (told.get(pairOf(run)) ?? 0))
  return runs.filter((run) => !isPair(run) || (told.get(pairOf(run)) ?? 0) >= VERDICTS_ON_TWO)
}

const runOf = new WeakMap<LedgerRow, PastRun[]>()
const sharedRun = memoise(
  (text): PastRun => {
    const [groups, verdicts] = JSON.parse(text)
    return { groups, verdicts: new Map(verdicts) }
  },
  { most: RUNS_KEPT },
)

/** Whether all models of a panel were asked, each of them for one seat. */
function isWhole({ ballots, stage }: LedgerRow): boolean {
  return (!stage?.accepted || stage.isAudit) && new Set(ballots.map(voterOf)).size === ballots.length
}

/** A run of the ledger as estimates take it: the voters of each group, and what is known of them. */
export function pastRun({ ballots }: Pick<LedgerRow, 'ballots'>): PastRun {
  const groups: string[][] = []
  const verdicts = new Map<string, boolean>()
  for (const { group, right, ...model } of ballots) {
    const voter = voterOf(model)
    if (group === null) continue
    groups[group] = [...(groups[group] ?? []), voter]
    if (right !== null) verdicts.set(voter, right)
  }
  return { groups: groups.filter((group) => group !== undefined), verdicts }
}

/** What a first reply of each voter costs on average, as far as that is known. */
export function meanCosts(rows: LedgerRow[], voters: string[]): Record<string, number | null> {
  const sums = new Map(voters.map((voter) => [voter, { cost: 0, replies: 0 }]))
  for (const { ballots, stage } of rows)
    for (const { cost, ...model } of ballots) {
      const sum = sums.get(voterOf(model))
      // In an audit the replies of the first models are used again, for nothing.
      if (sum === undefined || cost === null || (cost === 0 && stage?.isAudit)) continue
      sum.cost += cost
      sum.replies++
    }
  return Object.fromEntries(
    [...sums].map(([voter, { cost, replies }]) => [voter, replies === 0 ? null : cost / replies]),
  )
}

/**
 * The odds that a program of each voter gives every result that a question states, as if one more did and one more did not;
 * null while one of them was run too seldom. Programs that agree say less: on a few inputs wrong ones are alike.
 */
export function passOdds(rows: LedgerRow[], voters: string[]): number[] | null {
  const counts = new Map(voters.map((voter) => [voter, { passed: 0, missed: 0 }]))
  for (const { ballots } of rows)
    for (const ballot of ballots) {
      const count = ballot.passed === undefined ? undefined : counts.get(voterOf(ballot))
      if (count !== undefined) count[ballot.passed ? 'passed' : 'missed']++
    }
  const all = voters.map((voter) => counts.get(voter)!)
  if (all.some(({ passed, missed }) => passed + missed < ENOUGH_RUNS)) return null
  return all.map(({ passed, missed }) => (passed + 1) / (missed + 1))
}
