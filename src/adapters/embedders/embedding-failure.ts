import { StrettoError } from '../../contract/error-codes.ts'
import { TryTimedOut } from '../models/providers/attempt-timing.ts'
import { ProviderFault } from '../models/providers/provider-fault.ts'
import { wordsWithoutKey } from '../models/providers/without-key.ts'
import { UnfitVector } from './checked-vector.ts'

/** Why an embedding endpoint failed, in its own words, with the API key masked if they repeat it. */
export function embeddingFailure(error: unknown, name: string, apiKey: string | null): StrettoError {
  // Without its cause, which may contain what was sent.
  if (error instanceof UnfitVector) return new StrettoError('upstream_error', error.message)
  const message = error instanceof Error ? error.message : String(error)
  const words = wordsWithoutKey(message, apiKey ?? '')
    .slice(0, 500)
    .replace(/\.?$/, '.')
  const mayPass = error instanceof TryTimedOut || (error instanceof ProviderFault && error.mayPass)
  const advice = mayPass
    ? 'Try again later.'
    : 'Check EMBEDDER_MODEL, EMBEDDER_BASE_URL and EMBEDDER_API_KEY.'
  return new StrettoError('upstream_error', `The embedding model ${name} failed: ${words} ${advice}`)
}
