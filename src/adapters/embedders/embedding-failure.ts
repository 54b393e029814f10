import { APICallError, TypeValidationError } from '@ai-sdk/provider'
import { StrettoError } from '../../contract/error-codes.ts'
import { TryTimedOut } from '../models/providers/retries/retry-call.ts'
import { UnfitVector } from './checked-vector.ts'

/** Why an embedding endpoint failed, in its own words, with the API key masked if they repeat it. */
export function embeddingFailure(error: unknown, name: string, apiKey: string | null): StrettoError {
  // Without its cause: the errors of the client contain the texts that were sent, which must not be logged.
  if (error instanceof UnfitVector) return new StrettoError('upstream_error', error.message)
  const words = withoutKeys(wordsOf(error), apiKey).slice(0, 500).replace(/\.?$/, '.')
  const advice = mayPass(error)
    ? 'Try again later.'
    : 'Check EMBEDDER_MODEL, EMBEDDER_BASE_URL and EMBEDDER_API_KEY.'
  return new StrettoError('upstream_error', `The embedding model ${name} failed: ${words} ${advice}`)
}

function wordsOf(error: unknown): string {
  if (!APICallError.isInstance(error)) return error instanceof Error ? error.message : String(error)
  if (TypeValidationError.isInstance(error.cause)) return 'its response is not a list of numeric vectors'
  const status = error.statusCode === undefined ? '' : `${error.statusCode}: `
  // A server whose errors have another format than the protocol's: the message is only in the body.
  const body = error.data === undefined ? (error.responseBody?.trim() ?? '') : ''
  return `${status}${error.message}${body === '' ? '' : `: ${body}`}`
}

/** Masks keys: OpenAI repeats a wrong key with its middle replaced by stars, and a URL may contain a password. */
function withoutKeys(words: string, apiKey: string | null): string {
  return (apiKey ? words.replaceAll(apiKey, '[key]') : words)
    .replace(/\bsk-[\w*.-]+/g, '[key]')
    .replace(/\/\/[^/@\s]+@/g, '//[key]@')
}

function mayPass(error: unknown): boolean {
  return error instanceof TryTimedOut || (APICallError.isInstance(error) && error.isRetryable)
}
