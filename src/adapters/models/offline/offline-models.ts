import {
  type AskModel,
  type ExpositionBrief,
  type ModelCall,
  ModelFailure,
  NEVER_MADE,
  type RevisionBrief,
  type WritingBrief,
} from '../../../engine/index.ts'
import { stableHash } from '../../../utils/stable-hash.ts'
import { createRecall, type Recall, type Recollection, type SearchAxioms } from './recall.ts'
import { expose, revise, type Voice, write } from './voice.ts'

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
    const voice = voices[voiceOf(seat.model)]
    if (!isClosed(brief)) throw new ModelFailure('declined', CLOSED_ONLY, NEVER_MADE)
    const text = await replyTo(brief, voice, seat.model)
    return { text, latencyMs: now() - startedAt, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
}

const CLOSED_ONLY =
  'The offline voices answer closed questions only, such as a number, a date, a name, yes or no. Set a provider key to get a text from language models, or leave out “kind” and “response_format” to ask for a short answer.'

type ClosedBrief = ExpositionBrief | RevisionBrief | WritingBrief

function isClosed(brief: ModelCall['brief']): brief is ClosedBrief {
  if (brief.phase === 'exposition') return !brief.isJson && (brief.kind ?? 'closed') === 'closed'
  return brief.phase === 'revision' || brief.phase === 'writing'
}

async function replyTo(brief: ClosedBrief, voice: Voice, model: string): Promise<string> {
  switch (brief.phase) {
    case 'exposition':
      return expose(voice, brief, model)
    case 'revision':
      return JSON.stringify(await revise(voice, brief))
    case 'writing':
      return write(brief)
  }
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
