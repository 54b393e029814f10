// The part of the engine that the rest of the service uses; everything else is internal.

export { checkClaims } from './check-claims.ts'
export {
  type Calibration,
  probabilityOf,
  type WeighedCurve,
  weighedOdds,
} from './conclude/confidence.ts'
export { doubtAbout } from './conclude/families.ts'
export { deliberate } from './deliberate.ts'
export type {
  AnswerFormat,
  AnswerText,
  Deliberation,
  DeliberationEvent,
  DeliberationPorts,
  DeliberationRequest,
  FindAnchors,
  FirstStage,
  PanelQuestion,
} from './deliberation.ts'
export { ANSWER_NOW, NO_USAGE, type Spiral } from './deliberation.ts'
export { ENGINE_VERSION } from './engine-version.ts'
export { TEMPORARY } from './hearing/hearing.ts'
export {
  type Chances,
  chancesOf,
  chancesOfGroups,
  DIFFICULTIES,
  logCoincidence,
  massesOf,
  type Reliability,
  ratesOf,
  SHARES,
  type Stories,
  storiesOf,
  total,
  withRoom,
} from './measure/answer-model.ts'
export { type Embed, TEXT_FEATURES, type TextChoice } from './measure/text-features.ts'
export { mostCalls, type PhaseCalls } from './most-calls.ts'
export type {
  Background,
  ChatMessage,
  OfferedTools,
  ToolCall,
  ToolDefinition,
  ToolStep,
  Turn,
} from './panel/asked.ts'
export type { Brief, BriefNamed, ShownAnswer, ShownReply } from './panel/brief.ts'
export type { CodeLanguage, ProgramPort, ProgramRun, Trial, TrialOutcome } from './panel/code-port.ts'
export {
  type AskModel,
  type ModelCall,
  ModelFailure,
  type ModelReply,
  toAbstention,
} from './panel/model-port.ts'
export { CONVERGED, type PassOdds, type Votes, voterOf } from './panel/panel.ts'
export type { FindPages, FoundPage } from './panel/source-port.ts'
export type { Budget } from './panel/usage.ts'
export { type CallCost, NEVER_MADE, UNKNOWN_COST, withCosts } from './panel/usage.ts'
export { askedOf, stepBackground } from './prompt/material.ts'
export { renderPrompt } from './prompt/prompts.ts'
export { effortFor, mostTokens, type ReplyForm, replyForm } from './prompt/reply-form.ts'
export { optionsOf, pickedOption, relationOn } from './reading/relate.ts'
export { objectsIn, textOf } from './reading/reply-fields.ts'
