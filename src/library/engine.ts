// `stretto/engine`: a panel of the caller's own models.
export { StrettoError } from '../contract/error-codes.ts'
export { type DeliberationEvent, ModelFailure } from '../engine/index.ts'
export type { AskModel, ModelCall, ModelReply } from './ask-model.ts'
export {
  type AskOptions,
  createPanel,
  type EmbedTexts as Embed,
  type Panel,
  type PanelOptions,
  type QuestionFields as Question,
} from './create-panel.ts'
