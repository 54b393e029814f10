import type { LanguageModelV3GenerateResult } from '@ai-sdk/provider'
import type { ModelReply } from '../../engine/model-port.ts'
import { costIn } from './read-result.ts'

/** What a call has cost so far, tries that came to nothing included. */
export interface Spending {
  /** Starts the clock, once. */
  begin(): void
  add(result: LanguageModelV3GenerateResult): void
  total(): Omit<ModelReply, 'text'>
  /** The same, or null when nothing was paid for that is known. */
  known(): Omit<ModelReply, 'text'> | null
}

/** Begins to count. */
export function createSpending(now: () => number): Spending {
  let startedAt: number | null = null
  let replies = 0
  const sum = { promptTokens: 0, completionTokens: 0, costUsd: 0 }
  const total = () => ({ ...sum, latencyMs: startedAt === null ? 0 : now() - startedAt })
  return {
    begin() {
      startedAt ??= now()
    },
    add(result) {
      replies++
      sum.promptTokens += result.usage.inputTokens.total ?? 0
      sum.completionTokens += result.usage.outputTokens.total ?? 0
      sum.costUsd += costIn(result)
    },
    total,
    known: () => (replies === 0 ? null : total()),
  }
}
