// The part of the engine that the rest of the service uses; everything else is internal.

export { checkClaims } from './check-claims.ts'
export {
  type Calibration,
  type FirstReplies,
  logOdds,
  probabilityOf,
  trustedProbability,
  type WeighedCurve,
  weighedOdds,
} from './conclude/confidence.ts'
export { deliberate } from './deliberate.ts'
export type {
  AnswerFormat,
  AnswerText,
  Deliberation,
  DeliberationEvent,
  DeliberationPorts,
  DeliberationRequest,
  FirstStage,
  PanelQuestion,
} from './deliberation.ts'
export { NO_USAGE, type Spiral } from './deliberation.ts'
export { ENGINE_VERSION } from './engine-version.ts'
export { TEMPORARY } from './hearing/quorum.ts'
export { stepBackground } from './hearing/shown-step.ts'
export {
  type Chances,
  chancesOf,
  chancesOfGroups,
  DIFFICULTIES,
  type FittedCurve,
  logCoincidence,
  massesOf,
  type Reliability,
  ratesOf,
  SHARES,
  type Stories,
  storiesOf,
  total,
  withRoom,
} from './measure/answers/answer-model.ts'
export { CONVERGED } from './measure/divergence.ts'
export { TEXT_FEATURES, type TextChoice } from './measure/texts/text-features.ts'
export { mostCalls, type PhaseCalls } from './most-calls.ts'
export { askedOf, type Background, type Turn } from './panel/asked.ts'
export type { Brief, ExpositionBrief, RevisionBrief, ShownAnswer, ShownReply } from './panel/brief.ts'
export type { Budget } from './panel/budget.ts'
export {
  type AskModel,
  type ModelCall,
  ModelFailure,
  type ModelReply,
  toAbstention,
} from './panel/model-port.ts'
export { type Votes, voterOf } from './panel/panel.ts'
export type { ChatMessage, OfferedTools, ToolCall, ToolDefinition, ToolStep } from './panel/tools.ts'
export { type CallCost, NEVER_MADE, UNKNOWN_COST, withCosts } from './panel/usage.ts'
export type { FindAnchors } from './prompt/gather-anchors.ts'
export { renderPrompt } from './prompt/prompts.ts'
export { mostTokens, type ReplyForm, replyForm } from './prompt/reply-form.ts'
export { standsIn } from './reader/quotation.ts'
export { objectsIn } from './reading/reply/json-in-reply.ts'
export { textOf } from './reading/reply/reply-fields.ts'
export { optionsOf, pickedOption } from './relation/options.ts'
export { relationOn } from './relation/relate.ts'
