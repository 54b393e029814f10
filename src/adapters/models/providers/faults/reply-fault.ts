import { z } from 'zod'
import { retryAfter } from '../retries/retry-after.ts'
import { faultCode } from './fault-codes.ts'
import { ProviderFault } from './provider-fault.ts'
import { errorAs, errorIn, type StatedError, tidy } from './stated-error.ts'

const Choices = z.object({
  choices: z.array(z.object({ message: z.object({ refusal: z.string().nullish() }).optional() })),
})

/** What is wrong with a response before a client reads it; null when it may contain a reply. */
export function faultIn(response: Response, text: string, body: unknown): ProviderFault | null {
  const wait = retryAfter(response.headers)
  if (!response.ok) {
    const error = errorAs(body, text)
    return statedFault({ ...error, words: error.words || response.statusText }, response.status, wait)
  }
  if (body === undefined) {
    if (text === '') return new ProviderFault('empty_reply', 'The provider sent an empty response.', wait)
    return new ProviderFault('malformed_reply', `The response is not JSON: ${tidy(text)}`, wait)
  }
  const error = errorIn(body)
  if (error !== null) return statedFault(error, error.status, wait)
  return choiceFault(body, wait)
}

/** What is wrong with one event of a streamed reply; null when nothing is. */
export function faultInEvent(response: Response, data: string, event: unknown): ProviderFault | null {
  const wait = retryAfter(response.headers)
  if (event === undefined)
    return new ProviderFault('malformed_reply', `An event of the reply is not JSON: ${tidy(data)}`, wait)
  const error = errorIn(event)
  return error === null ? null : statedFault(error, error.status, wait)
}

function statedFault({ words, names }: StatedError, status: number | null, wait: number | null) {
  const reason = words || 'The provider gave no reason.'
  return new ProviderFault(
    faultCode(status, names, words),
    status === null ? reason : `${status}: ${reason}`,
    wait,
  )
}

/** Faults that not every client detects: an empty list of choices, and a refusal. */
function choiceFault(body: unknown, wait: number | null): ProviderFault | null {
  const choices = Choices.safeParse(body).data?.choices
  if (choices === undefined) return null
  const [choice] = choices
  if (choice === undefined)
    return new ProviderFault('empty_reply', 'The response did not contain any choices.', wait)
  const refusal = choice.message?.refusal
  return refusal ? new ProviderFault('filtered', tidy(refusal)) : null
}
