import type { Abstention } from '../../contract/deliberation.ts'
import type { Run } from '../deliberation.ts'
import type { ToolCall } from '../panel/asked.ts'
import {
  type AskModel,
  type ModelCall,
  ModelFailure,
  type Prompt,
  toAbstention,
} from '../panel/model-port.ts'
import type { CallCost, SpentOn } from '../panel/usage.ts'
import { promptFor } from './prompts.ts'

/** What came of a call: a text, or why there is none. */
export interface Answered {
  /** Null for a failed call. */
  text: string | null
  /** The tools that it calls; absent for none. */
  toolCalls?: ToolCall[]
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
  call: Pick<ModelCall, 'seat' | 'iteration' | 'brief' | 'signal' | 'onText'>,
  prompt = promptFor(call.brief),
): Promise<Answered> {
  try {
    const reply = await ask({ ...call, messages: prompt.messages })
    const { text, toolCalls, isCut = false, servedModel } = reply
    return { text, toolCalls, abstention: null, call: reply, isCut, servedModel, prompt }
  } catch (error) {
    const spent = error instanceof ModelFailure ? error.spent : null
    return { text: null, abstention: toAbstention(error), call: spent, isCut: false, prompt }
  }
}

/** Asks one seat besides the rounds, as a reader or writer; what is read is null where there is no text, or none that can be read. */
export async function askAside<Reading>(
  run: Run,
  { phase, ...call }: Pick<ModelCall, 'seat' | 'iteration' | 'brief'> & Pick<SpentOn, 'phase'>,
  read: (text: string, answered: Answered) => Reading | null,
): Promise<Answered & { reading: Reading | null }> {
  await run.ports.pause()
  const answered = await callModel(run.ports.askModel, { ...call, signal: run.signal })
  run.spend({ phase, iteration: call.iteration }, [answered])
  try {
    return { ...answered, reading: answered.text === null ? null : read(answered.text, answered) }
  } catch {
    // A text so odd that reading it fails says nothing.
    return { ...answered, reading: null }
  }
}
