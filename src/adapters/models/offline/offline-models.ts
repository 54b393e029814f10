import { type AskModel, type ModelCall, ModelFailure, NEVER_MADE } from '../../../engine/index.ts'
import { stableHash } from '../../../utils/stable-hash.ts'
import { createRecall, type Recall, type Recollection, type SearchAxioms } from './recall.ts'
import { expose, revise, type Voice } from './voice.ts'

interface OfflineParts {
  search: SearchAxioms
  now: () => number
}

/**
 * The stand-in for language models: any identifier is answered by one of four voices, based on the axioms and exact
 * arithmetic. They differ in how they reason and in how they err, so that a panel of them has something to settle.
 */
export function createOfflineModels({ search, now }: OfflineParts): AskModel {
  const voices = createVoices(createRecall(search, now))

  return async ({ seat, brief, signal }) => {
    signal.throwIfAborted()
    const startedAt = now()
    const text = await replyTo(brief, voices[voiceOf(seat.model)], seat.model)
    return { text, latencyMs: now() - startedAt, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
}

const CLOSED_ONLY =
  'The offline voices answer closed questions only, such as a number, a date, a name, yes or no. Set a provider key to get a text from language models, or leave out “kind” and “response_format” to ask for a short answer.'

async function replyTo(brief: ModelCall['brief'], voice: Voice, model: string): Promise<string> {
  if (brief.phase === 'writing') return brief.answer
  if (brief.phase === 'revision') return JSON.stringify(await revise(voice, brief))
  if (brief.phase === 'exposition' && !brief.isJson && (brief.kind ?? 'closed') === 'closed')
    return expose(voice, brief, model)
  throw new ModelFailure('declined', CLOSED_ONLY, NEVER_MADE)
}

const VOICES = ['lexical', 'semantic', 'calculating', 'contrarian'] as const
type VoiceName = (typeof VOICES)[number]

/** The voice that stands in for a model; always the same one. */
export function voiceOf(model: string): VoiceName {
  return VOICES[stableHash(model) % VOICES.length]!
}

function createVoices(recall: Recall): Record<VoiceName, Voice> {
  const usual = { recall, order: 'usual', contrary: false } as const
  const byMeaning = { ...usual, fit: ({ relevance }: Recollection) => relevance }
  const byWords = { ...usual, fit: ({ likeness }: Recollection) => likeness }
  return {
    lexical: { ...byWords, order: 'left to right' },
    semantic: byMeaning,
    calculating: byMeaning,
    contrarian: { ...byWords, contrary: true },
  }
}
