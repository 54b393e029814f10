import type { DeliberationEvent } from '../deliberation.ts'
import type { ParsedReply } from '../reading/reply/reply-fields.ts'
import type { Hearing } from './hear-panel.ts'

/** The event that tells what a seat said; a review or a judgement of claims is told without its content. */
export function answerReceived(
  iteration: number,
  { seat, brief, reply, abstention, call }: Hearing<unknown>,
): DeliberationEvent {
  const { answer = null, verdict = null } = (reply ?? {}) as Partial<Pick<ParsedReply, 'answer' | 'verdict'>>
  return {
    type: 'answer-received',
    iteration,
    name: seat.name,
    model: seat.model,
    answered: abstention === null,
    answer,
    // Before anybody was shown a theme there is nothing to accept.
    verdict: brief.phase === 'revision' ? verdict : null,
    error: abstention,
    latency_ms: call?.latencyMs ?? 0,
    cost_usd: call?.costUsd ?? null,
  }
}
