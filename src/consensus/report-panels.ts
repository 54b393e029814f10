import { LIMITS } from '../contract/limits.ts'
import type { PanelsResponse, ReliabilityResponse } from '../contract/reliability.ts'
import { voterOf } from '../engine/index.ts'
import { ENOUGH_RUNS } from './ledger/estimate-voters.ts'
import { raisedEnough, stagedKey, stagedRuns, stageFigures } from './ledger/stage-figures.ts'
import type { ModelReliability, PanelReport } from './model-reliability.ts'
import type { ModelIdentity } from './model-router.ts'
import { roundedCost, rounded as thousandths } from './present/present.ts'
import { stagedPanel } from './requested-stages.ts'

/** A panel by the identifiers of its models. */
interface NamedPanel {
  models: string[]
  first?: string[]
}

/** What panels are reported by. */
export interface ReportParts {
  /** Null where nothing is counted. */
  reliability: ModelReliability | null
  /** The model that an id stands for. */
  identify: (id: string) => ModelIdentity
}

const OFF = 'Nothing is counted: MODEL_RELIABILITY is off.'

/** How many panels are listed that only requests have named: the newest. */
const MOST_UNNAMED = 50
/** For a model that is right less often, a price of right answers says nothing. */
const RARELY = 0.05

/** How reliable the models of a panel are, for its caller. */
export async function reportReliability(
  { reliability, identify }: ReportParts,
  models: string[],
  scope: string,
): Promise<ReliabilityResponse> {
  const identities = models.map(identify)
  const report = (await reliability?.reportOn(identities, scope)) ?? null
  const known = report !== null
  const members = !known
    ? []
    : identities.map((identity) => {
        const voter = voterOf(identity)
        const { accuracy, low, high, answered, judged } = report.members[voter]!
        const advice = report.advice?.members[voter]
        const cost = report.costs[voter] ?? null
        const alone = advice?.alone ?? 0
        return {
          model: identity.model,
          answered,
          judged,
          accuracy: thousandths(accuracy),
          low: thousandths(low),
          high: thousandths(high),
          weight: report.votes[voter]!,
          agreement: advice ? thousandths(advice.agreement) : null,
          loss_without: advice ? thousandths(advice.loss) : null,
          cost_usd: roundedCost(cost),
          cost_per_right_usd: cost === null || alone < RARELY ? null : roundedCost(cost / alone),
        }
      })
  return {
    models,
    known,
    runs: report?.advice?.runs ?? (await runsOf(reliability, identities, scope)),
    needed: ENOUGH_RUNS,
    accuracy: report?.advice ? thousandths(report.advice.accuracy) : null,
    leader: models.find((model) => voterOf(identify(model)) === report?.leader) ?? null,
    members: members.sort((one, other) => other.accuracy - one.accuracy),
    ...warningsOn(reliability, report),
  }
}

/** What the caller should know about where a report comes from. */
function warningsOn(
  reliability: ModelReliability | null,
  report: PanelReport | null,
): Pick<ReliabilityResponse, 'warnings'> {
  const fitted = report?.reliability.fitted
  if (fitted !== undefined)
    return {
      warnings: [
        `This was fitted to ${fitted.questions} labelled questions of the operator; past runs do not change it.`,
      ],
    }
  return reliability === null ? { warnings: [OFF] } : {}
}

/** In how many counted runs all of these models answered. */
async function runsOf(
  reliability: ModelReliability | null,
  models: ModelIdentity[],
  scope: string,
): Promise<number> {
  const voters = models.map(voterOf)
  const rows = (await reliability?.runsOf(scope)) ?? []
  return rows.filter(({ ballots }) => {
    const answered = new Set(ballots.filter(({ group }) => group !== null).map(voterOf))
    return voters.every((voter) => answered.has(voter))
  }).length
}

/** The panels of the operator and those with a first stage that a caller has asked for, with how these do. */
export async function reportPanels(
  { reliability, identify }: ReportParts,
  named: Map<string, NamedPanel>,
  scope: string,
): Promise<PanelsResponse> {
  const staged = stagedRuns((await reliability?.runsOf(scope)) ?? [])
  const figuresOf = (key: string) => {
    const { runs, accepted, audited, agreed, promised } = stageFigures(staged.get(key))
    return {
      ...{ runs, accepted, passed_on: runs - accepted, audited, agreed },
      promised: promised === null ? null : thousandths(promised),
      enough: raisedEnough(LIMITS.enoughDefault, { runs, accepted, audited, agreed, promised }),
    }
  }
  const keyOf = ({ models, first = [] }: NamedPanel) => stagedKey(stagedPanel(models.map(identify), first))
  const own = [...named].map(([name, panel]) => ({
    name,
    ...panel,
    ...(panel.first && { stage: figuresOf(keyOf(panel)) }),
  }))
  const known = new Set([...named.values()].map(keyOf))
  const others = [...staged]
    .filter(([key]) => !known.has(key))
    .slice(0, MOST_UNNAMED)
    .map(([key, [row]]) => ({
      name: null,
      models: [...row!.stage.first, ...row!.stage.others].map(identifier),
      first: row!.stage.first.map(identifier),
      stage: figuresOf(key),
    }))
  const panels = [...own, ...others]
  return { panels, count: panels.length }
}

/** The identifier in the name of a voter. */
function identifier(voter: string): string {
  return voter.slice(voter.indexOf('|') + 1)
}
