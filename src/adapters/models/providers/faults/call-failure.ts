import { type CallCost, ModelFailure } from '../../../../engine/index.ts'
import { TryTimedOut } from '../retries/timed-try.ts'
import { ProviderFault } from './provider-fault.ts'
import { wordsWithoutKey } from './without-key.ts'

interface FailedCall {
  apiKey: string
  signal: AbortSignal
  /** What was paid for failed attempts; null when unknown. */
  spent: CallCost | null
}

/** Why a call failed, in the provider's own words, with the API key masked if they repeat it. */
export function callFailure(error: unknown, { apiKey, signal, spent }: FailedCall): ModelFailure {
  // Without its cause, which may contain what was sent.
  if (signal.aborted) return new ModelFailure('aborted', 'The call was cancelled.', spent)
  if (error instanceof TryTimedOut) return new ModelFailure('timeout', error.message, spent)
  const words = wordsWithoutKey(error instanceof Error ? error.message : String(error), apiKey)
  const fault = error instanceof ProviderFault ? error : null
  return new ModelFailure(fault?.code ?? 'failed', words.slice(0, 500), spent, fault?.retryAfterMs ?? null)
}
