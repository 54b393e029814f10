import type { DeliberationEvent } from '../deliberation.ts'
import type { ParsedReply } from '../reading/reply/read-reply.ts'
import type { Hearing } from './hear-panel.ts'

/** The event that tells what a seat said; rulings, reviews and judgements of claims are told without their content. */
export function answerReceived(
  iteration: number,
  { seat, reply, abstention, call }: Hearing<unknown>,
): DeliberationEvent {
  const { answer = null, text = null } = (reply ?? {}) as Partial<Pick<ParsedReply, 'answer' | 'text'>>
  return {
    type: 'answer-received',
    iteration,
    name: seat.name,
    model: seat.model,
    answered: abstention === null,
    answer: answer ?? text,
    text,
    error: abstention,
    latency_ms: call?.latencyMs ?? 0,
    cost_usd: call?.costUsd ?? null,
  }
}
