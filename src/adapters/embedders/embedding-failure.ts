import { APICallError, TypeValidationError } from '@ai-sdk/provider'
import { StrettoError } from '../../contract/error-codes.ts'
import { TryTimedOut } from '../models/providers/retries/retry-call.ts'
import { UnfitVector } from './checked-vector.ts'

/** Why an embedding endpoint failed, in its own words, with the key taken out should they repeat it. */
export function embeddingFailure(error: unknown, name: string, apiKey: string | null): StrettoError {
  // Never with its cause: the client's errors hold the texts that were sent, which are not for the log.
  if (error instanceof UnfitVector) return new StrettoError('upstream_error', error.message)
  const words = withoutKeys(wordsOf(error), apiKey).slice(0, 500).replace(/\.?$/, '.')
  const advice = mayPass(error)
    ? 'Try again later.'
    : 'Check EMBEDDER_MODEL, EMBEDDER_BASE_URL and EMBEDDER_API_KEY.'
  return new StrettoError('upstream_error', `The embedding model ${name} failed: ${words} ${advice}`)
}

function wordsOf(error: unknown): string {
  if (!APICallError.isInstance(error)) return error instanceof Error ? error.message : String(error)
  if (TypeValidationError.isInstance(error.cause)) return 'its answer is not a list of vectors of numbers'
  const status = error.statusCode === undefined ? '' : `${error.statusCode}: `
  // A server with another form of errors than the protocol's: what it said is only in the body.
  const body = error.data === undefined ? (error.responseBody?.trim() ?? '') : ''
  return `${status}${error.message}${body === '' ? '' : `: ${body}`}`
}

/** OpenAI repeats a wrong key with stars in its middle, and an address may carry a password. */
function withoutKeys(words: string, apiKey: string | null): string {
  return (apiKey ? words.replaceAll(apiKey, '[key]') : words)
    .replace(/\bsk-[\w*.-]+/g, '[key]')
    .replace(/\/\/[^/@\s]+@/g, '//[key]@')
}

function mayPass(error: unknown): boolean {
  return error instanceof TryTimedOut || (APICallError.isInstance(error) && error.isRetryable)
}
