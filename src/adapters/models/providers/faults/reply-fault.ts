import { isGood, type ResponseHead } from '../http/open-response.ts'
import { retryAfter } from '../retries/retry-after.ts'
import { faultCode } from './fault-codes.ts'
import { ProviderFault } from './provider-fault.ts'
import { errorAs, errorIn, type StatedError } from './stated-error.ts'
import { tidy } from './tidy.ts'

/** What is wrong with a response before its reply is read; null when it may contain one. */
export function faultIn(response: ResponseHead, text: string, body: unknown): ProviderFault | null {
  const wait = retryAfter(response.headers)
  if (!isGood(response)) {
    const error = errorAs(body, text)
    return statedFault({ ...error, words: error.words || response.statusText }, response.status, wait)
  }
  if (body === undefined) {
    if (text === '') return new ProviderFault('empty_reply', 'The provider sent an empty response.', wait)
    return new ProviderFault('malformed_reply', `The response is not JSON: ${tidy(text)}`, wait)
  }
  const error = errorIn(body)
  return error === null ? null : statedFault(error, error.status, wait)
}

/** What is wrong with one event of a streamed reply; null when nothing is. */
export function faultInEvent(response: ResponseHead, data: string, event: unknown): ProviderFault | null {
  const error = event === undefined ? null : errorIn(event)
  if (event !== undefined && error === null) return null
  const wait = retryAfter(response.headers)
  if (error !== null) return statedFault(error, error.status, wait)
  return new ProviderFault('malformed_reply', `An event of the reply is not JSON: ${tidy(data)}`, wait)
}

function statedFault({ words, names, waitMs }: StatedError, status: number | null, wait: number | null) {
  const reason = words || 'The provider gave no reason.'
  return new ProviderFault(
    faultCode(status, names, words),
    status === null ? reason : `${status}: ${reason}`,
    wait ?? waitMs ?? null,
  )
}
