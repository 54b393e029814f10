import { APICallError, RetryError } from 'ai'
import { ModelFailure } from '../../engine/model-port.ts'

const CODES: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  402: 'payment_required',
  403: 'forbidden',
  404: 'model_not_found',
  408: 'timeout',
  413: 'too_large',
  429: 'rate_limited',
}

/** Why a call failed, in the provider's own words, with the key taken out should they repeat it. */
export function callFailure(
  error: unknown,
  { apiKey, timedOut }: { apiKey: string; timedOut: boolean },
): ModelFailure {
  const last = RetryError.isInstance(error) ? error.lastError : error
  const message = (last instanceof Error ? last.message : String(last))
    .replaceAll(apiKey, '[key]')
    .slice(0, 500)
  if (timedOut) return new ModelFailure('timeout', 'The model did not answer in time.')
  if (!APICallError.isInstance(last)) return new ModelFailure('failed', message)
  const status = last.statusCode
  if (status === undefined) return new ModelFailure('unreachable', message)
  return new ModelFailure(
    CODES[status] ?? (status >= 500 ? 'provider_error' : 'refused'),
    `${status}: ${message}`,
  )
}
