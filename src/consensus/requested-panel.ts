import type { EdgeConsensusRequest } from '../contract/edge-consensus.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Attachment } from '../contract/message-content.ts'
import type { StructureName } from '../contract/panel.ts'
import type { QuestionKind } from '../contract/question-kind.ts'
import type { Background } from '../engine/index.ts'
import { requestedBackground } from './requested-background.ts'
import { type RequestedStages, requestedStages } from './requested-stages.ts'

/** A panel and how it is asked, with every default filled in. */
export interface RequestedPanel extends RequestedStages {
  models: string[]
  structure: StructureName
  maxIterations: number
  kind: QuestionKind | null
  writer: string | null
  /** The model that reads replies; null for one of the panel. */
  reader: string | null
  criteria: string | null
  /** What the question comes with; absent for nothing. */
  background?: Background
}

/** Panels of this size or more use a fugue by default, smaller ones a sonata. */
const FUGUE_FROM = 4
/** The temperature of a model for which the caller names none. */
export const DEFAULT_TEMPERATURE = 0.7

/** Fills in what a request leaves open. */
export function requestedPanel(
  request: Omit<EdgeConsensusRequest, 'skip_cache'> & { attachments?: Attachment[] },
  defaultModels: string[],
  readerModel: string | null = null,
): RequestedPanel {
  const models = request.models ?? defaultModels
  const { kind = null, writer = null, reader = readerModel, criteria = null } = request
  const background = requestedBackground(request)
  return {
    models,
    structure: request.structure ?? (models.length >= FUGUE_FROM ? 'fugue' : 'sonata'),
    maxIterations: request.max_iterations ?? LIMITS.iterationsDefault,
    kind,
    writer,
    reader,
    criteria,
    ...(background === undefined ? {} : { background }),
    ...requestedStages(request, models),
  }
}
