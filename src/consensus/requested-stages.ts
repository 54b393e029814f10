import { refused } from '../contract/error-codes.ts'
import { LIMITS } from '../contract/limits.ts'
import { tooFewModels } from '../contract/panel.ts'
import type { QuestionKind, RunKind } from '../contract/question-kind.ts'
import { type FirstStage, voterOf } from '../engine/index.ts'
import type { StagedPanel } from './ledger/stage-figures.ts'
import type { ModelIdentity } from './model-router.ts'

/** The first stage of a panel by the identifiers of its models. */
export type RequestedStage = Omit<FirstStage, 'models'> & { models: string[] }

/** What a request says about the stages of its panel. */
interface Stages {
  first?: string[] | undefined
  enough?: number | undefined
  samples?: number | undefined
  kind?: QuestionKind | null | undefined
}

/** Who is asked first, and how many replies each model gives; each absent where the request says nothing of it. */
interface RequestedStages {
  first?: RequestedStage
  samples?: number
}

/** How a request asks its panel; rejects what its panel cannot do. */
export function requestedStages({ samples, ...stage }: Stages, models: string[]): RequestedStages {
  const problem = tooFewModels({ models: models.length, samples })
  if (problem !== null) throw refused('models', problem)
  const first = firstStage(stage, models)
  return { ...(samples !== undefined && samples > 1 && { samples }), ...(first && { first }) }
}

function firstStage({ first, enough, kind }: Stages, models: string[]): RequestedStage | null {
  if (first === undefined) {
    if (enough !== undefined) throw refused('enough', 'enough needs first, the models that are asked first')
    return null
  }
  const others = [...models]
  first.forEach((model, index) => {
    const place = others.indexOf(model)
    if (place === -1)
      throw refused(
        `first.${index}`,
        models.includes(model)
          ? `first names ${model} more often than models does`
          : `first names ${model}, which is not the model of an entry of models`,
      )
    others.splice(place, 1)
  })
  if (others.length === 0)
    throw refused('first', 'first must leave at least one model of the panel for later')
  // A caller who names the kind as well wants the first models to settle it, whatever it is.
  const ofAnyKind = kind != null
  return { models: first, enough: enough ?? LIMITS.enoughDefault, ofAnyKind }
}

/** The models of a first stage: for each of its identifiers the next model that has it. */
export function firstModels<Model extends { model: string }>(models: Model[], first: string[]): Model[] {
  const left = [...models]
  return first.map(
    (id) =>
      left.splice(
        left.findIndex(({ model }) => model === id),
        1,
      )[0]!,
  )
}

/** A panel with a first stage by its voters. */
export function stagedPanel(models: ModelIdentity[], first: string[]): StagedPanel {
  const early = firstModels(models, first)
  return {
    first: early.map(voterOf),
    others: models.filter((model) => !early.includes(model)).map(voterOf),
  }
}

/** How many first replies every model gives at most: texts are written once, except by the only model of a panel. */
export function samplesDrawn({ models, samples = 1, kind, format }: SampledRun): number {
  const areCounted = format === undefined && (kind === null || kind === 'closed')
  return areCounted || models.length === 1 ? samples : 1
}

interface SampledRun {
  models: unknown[]
  samples?: number
  kind: RunKind | null
  format?: unknown
}
