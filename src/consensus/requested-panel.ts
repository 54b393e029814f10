import type { ContextDocument, Message } from '../contract/conversation.ts'
import type { EdgeConsensusRequest } from '../contract/edge-consensus.ts'
import { refused, type StrettoError } from '../contract/error-codes.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Attachment } from '../contract/message-content.ts'
import type { Background, Turn } from '../engine/index.ts'
import type { PlannedRun } from './panel-runner.ts'
import { requestedStages } from './requested-stages.ts'

/** A panel and how it is asked, with every default filled in. */
export interface RequestedPanel extends Omit<PlannedRun, 'query' | 'models' | 'routerKey'> {
  models: string[]
}

/** Panels of this size or more use a fugue by default, smaller ones a sonata. */
const FUGUE_FROM = 4
/** The temperature of a model for which the caller names none. */
export const DEFAULT_TEMPERATURE = 0.7

/** Fills in what a request leaves open; throws if it names no models, and there is no panel for that. */
export function requestedPanel(
  request: Omit<EdgeConsensusRequest, 'skip_cache'> & { attachments?: Attachment[] },
  defaultModels: string[],
  readerModel: string | null = null,
): RequestedPanel {
  const models = request.models ?? defaultModels
  if (models.length === 0) throw noDefaultPanel()
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

/** The error for a request that names no models where there is no default panel. */
export function noDefaultPanel(): StrettoError {
  const problem =
    'models is required: this server has no default panel, because it found fewer than 2 models for it; the operator can set DEFAULT_MODELS'
  return refused('models', problem)
}

/** What a request says besides its query; undefined for nothing. Instructions may stand anywhere in the conversation. */
export function requestedBackground(request: {
  messages?: Message[] | undefined
  context?: ContextDocument[] | undefined
  /** What comes with the query itself. */
  attachments?: Attachment[] | undefined
}): Background | undefined {
  const { messages = [], context: documents = [], attachments = [] } = request
  if (messages.length === 0 && documents.length === 0 && attachments.length === 0) return undefined
  const instructions: string[] = []
  const history: Turn[] = []
  for (const { role, content, attachments: attached } of messages) {
    if (role === 'system' || role === 'developer') instructions.push(content)
    else history.push({ role, text: content, ...(attached && { attachments: attached }) })
  }
  return {
    instructions: instructions.length === 0 ? null : instructions.join('\n\n'),
    history,
    documents: documents.map(({ title, text }) => ({ title, text })),
    ...(attachments.length > 0 && { attachments }),
  }
}
