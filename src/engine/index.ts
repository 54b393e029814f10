// The part of the engine that the rest of the service uses; everything else is internal.
export { bestText } from './conclude/compose-answer.ts'
export type { Calibration } from './conclude/confidence.ts'
export { deliberate } from './deliberate.ts'
export type {
  Deliberation,
  DeliberationEvent,
  DeliberationPorts,
  DeliberationRequest,
} from './deliberation.ts'
export { ENGINE_VERSION } from './engine-version.ts'
export { TEMPORARY } from './hearing/quorum.ts'
export { SUPPORT_FEATURES } from './measure/agreement/support-features.ts'
export type { Bearing, ReadSupport } from './measure/claims/bearing.ts'
export { CLAIM_FEATURES } from './measure/claims/claim-features.ts'
export type { ClaimSupport } from './measure/claims/claim-support.ts'
export { createSupportReader } from './measure/claims/support-reader.ts'
export { NO_USAGE, type Spiral } from './measure/spiral.ts'
export type { TextChoice } from './measure/texts/text-choice.ts'
export { TEXT_FEATURES } from './measure/texts/text-features.ts'
export type { AnswerFormat } from './panel/answer-format.ts'
export type { Asked, Background, Document, Turn } from './panel/asked.ts'
export type { ExpositionBrief, Position, RevisionBrief, ShownPosition, WritingBrief } from './panel/brief.ts'
export type { Budget } from './panel/budget.ts'
export {
  type AskModel,
  type CallCost,
  type ChatMessage,
  type ModelCall,
  ModelFailure,
  type ModelReply,
  NEVER_MADE,
  toAbstention,
} from './panel/model-port.ts'
export { type Votes, voterOf } from './panel/votes.ts'
export type { FindAnchors } from './prompt/gather-anchors.ts'
export { type ReplyForm, replyForm } from './prompt/reply-form.ts'
export { plainlySame } from './reading/answer/plainly-same.ts'
export { type KindModel, questionKind } from './reading/question/question-kind.ts'
