import { StrettoError } from '../contract/error-codes.ts'
import { LIMITS } from '../contract/limits.ts'
import type { QuestionKind } from '../contract/question-kind.ts'
import type { FirstStage } from '../engine/index.ts'

/** The first stage of a panel by the identifiers of its models. */
export type RequestedStage = Omit<FirstStage, 'models'> & { models: string[] }

/** What a request says about the stages of its panel. */
interface Stages {
  first?: string[] | undefined
  enough?: number | undefined
  kind?: QuestionKind | null | undefined
}

/** The first stage that a request asks for, as a field of its run; rejects one that its panel cannot have. */
export function requestedStages(
  { first, enough, kind }: Stages,
  models: string[],
): { first?: RequestedStage } {
  if (first === undefined) {
    if (enough !== undefined) throw refused('enough', 'enough needs first, the models that are asked first')
    return {}
  }
  const others = [...models]
  first.forEach((model, index) => {
    const place = others.indexOf(model)
    if (place === -1)
      throw refused(
        `first.${index}`,
        models.includes(model)
          ? `first names ${model} too often`
          : `first names ${model}, which is not in models`,
      )
    others.splice(place, 1)
  })
  if (others.length === 0)
    throw refused('first', 'first must leave at least one model of the panel for later')
  // A caller who names the kind as well wants the first models to settle it, whatever it is.
  const ofAnyKind = kind != null
  return { first: { models: first, enough: enough ?? LIMITS.enoughDefault, ofAnyKind } }
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

function refused(path: string, problem: string): StrettoError {
  return new StrettoError('bad_request', `${problem}.`, { details: [{ path, problem }] })
}
