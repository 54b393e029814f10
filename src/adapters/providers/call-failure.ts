import { APICallError } from '@ai-sdk/provider'
import { ModelFailure } from '../../engine/model-port.ts'
import { TryTimedOut } from './retry-call.ts'

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
export function callFailure(error: unknown, apiKey: string): ModelFailure {
  if (error instanceof TryTimedOut) return new ModelFailure('timeout', error.message)
  const message = (error instanceof Error ? error.message : String(error))
    .replaceAll(apiKey, '[key]')
    .slice(0, 500)
  if (!APICallError.isInstance(error)) return new ModelFailure('failed', message)
  const status = error.statusCode
  if (status === undefined) return new ModelFailure('unreachable', message)
  return new ModelFailure(
    CODES[status] ?? (status >= 500 ? 'provider_error' : 'refused'),
    `${status}: ${message}`,
  )
}
