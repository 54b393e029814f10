import { type Seat, speakerOf } from '../panel/panel.ts'
import type { Calibration } from './confidence.ts'

/** Of up to nine billion parameters, by the size in the name or by a bare name, as local servers list such models. */
const SMALL =
  /(?<![\dax.])\d(?:\.\d+)?b(?![a-z])|phi-?[\d.]*-mini|^(?:llama|qwen|mistral|gemma|phi)[\d.]*(?::latest)?$/
const LINE = /gpt|claude|gemini|gemma|llama|qwen|deepseek|grok|mistral|glm|kimi|minimax|jamba/
const ALIASES = { gpt: /(?<![a-z])o\d/, qwen: /qwq/, deepseek: /^r1/, mistral: /mixtral|stral/ }

/** The family of a model by its id: small models are one, others belong to the line of their vendor; null if it is unknown. */
export function familyOf(id: string): string | null {
  const name = id.toLowerCase().slice(id.lastIndexOf('/') + 1)
  if (SMALL.test(name)) return 'small'
  const alias = Object.entries(ALIASES).find(([, pattern]) => pattern.test(name))
  return LINE.exec(name)?.[0] ?? alias?.[0] ?? null
}

/** Nothing recorded tells what the agreement of others than language models is worth. */
const VOICES = {
  says: 'Lowered as a precaution: the built-in offline voices are not among the recorded models.',
  lowered: (probability: number) => Math.min(probability, 0.5 + (probability - 0.5) / 2),
}

/** How what is stated is lowered where most models are of families that it was not fitted on; null where they are not. */
export function doubtAbout(
  seats: Array<Pick<Seat, 'provider' | 'model' | 'servedModel' | 'isStandIn'>>,
  { families, strangers }: Pick<Calibration, 'families' | 'strangers'>,
): typeof VOICES | null {
  if (seats.length > 0 && seats.every(({ isStandIn }) => isStandIn)) return VOICES
  const models = new Map(seats.map((seat) => [speakerOf(seat), seat.servedModel ?? seat.model]))
  const unlike = [...models.values()].filter((model) => !families.includes(familyOf(model) ?? ''))
  if (strangers === 1 || unlike.length <= models.size / 2) return null
  return {
    says: 'Most of these models are unlike those that the estimate was fitted on, so it is lowered.',
    lowered: (probability) => strangersProbability(probability, strangers),
  }
}

/** A probability whose odds are multiplied. */
export function strangersProbability(probability: number, odds: number): number {
  return (probability * odds) / (1 - probability + probability * odds)
}
