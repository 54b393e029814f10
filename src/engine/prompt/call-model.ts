import type { Abstention } from '../../contract/deliberation.ts'
import {
  type AskModel,
  type ModelCall,
  ModelFailure,
  type Prompt,
  toAbstention,
} from '../panel/model-port.ts'
import type { CallCost } from '../panel/usage.ts'
import { promptFor } from './prompts.ts'

/** What came of a call: a text, or why there is none. */
export interface Answered {
  /** Null for a failed call. */
  text: string | null
  abstention: Abstention | null
  /** What it cost; null when it failed and the provider reported no cost. */
  call: CallCost | null
  /** Whether the text was cut off at the token limit. */
  isCut: boolean
  servedModel?: string
  /** What the model was told. */
  prompt: Prompt
}

/** Puts a brief to a model, as the prompt for it unless that is known already. A failed call is an abstention. */
export async function callModel(
  ask: AskModel,
  call: Pick<ModelCall, 'seat' | 'iteration' | 'brief' | 'signal'>,
  prompt = promptFor(call.brief),
): Promise<Answered> {
  try {
    const { text, isCut = false, servedModel, ...cost } = await ask({ ...call, messages: prompt.messages })
    return { text, abstention: null, call: cost, isCut, servedModel, prompt }
  } catch (error) {
    const spent = error instanceof ModelFailure ? error.spent : null
    return { text: null, abstention: toAbstention(error), call: spent, isCut: false, prompt }
  }
}

/** What is read in a text; null where there is none, and for one so odd that reading it fails. */
export function readSafely<Reading>(text: string | null, read: (text: string) => Reading): Reading | null {
  try {
    return text === null ? null : read(text)
  } catch {
    return null
  }
}
