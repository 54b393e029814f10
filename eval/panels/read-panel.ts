import type { ModelConfig } from '../../src/contract/panel.ts'
import { parseReply } from '../../src/engine/reading/reply/parse-reply.ts'
import type { Recording } from './recordings.ts'

/** A member of a recorded panel with its answer; null if its reply contained none. */
export interface Member {
  model: string
  answer: string | null
  reason: string
  right: boolean
}

/** The members of a recording as the engine reads their replies. */
export function readMembers(recording: Recording, models = [...recording.replies.keys()]): Member[] {
  return models.map((model) => {
    const reading = parseReply(recording.replies.get(model) ?? '', recording.query)
    if (!('reply' in reading)) return { model, answer: null, reason: '', right: false }
    const { answer, reason } = reading.reply
    return { model, answer, reason, right: recording.isRight(model, answer) }
  })
}

/** Recorded models as a panel of the engine. */
export function panelOf(models: string[]): ModelConfig[] {
  return models.map((model) => ({ provider: 'openrouter', name: model, model, temperature: 0 }))
}

/** How often each model of some recordings was right, the strongest first. */
export function rankModels(recordings: Recording[]): Array<{ model: string; accuracy: number }> {
  const right = new Map<string, number>()
  for (const recording of recordings) {
    for (const member of readMembers(recording))
      right.set(member.model, (right.get(member.model) ?? 0) + Number(member.right))
  }
  return [...right]
    .map(([model, count]) => ({ model, accuracy: count / recordings.length }))
    .sort((left, right) => right.accuracy - left.accuracy)
}
