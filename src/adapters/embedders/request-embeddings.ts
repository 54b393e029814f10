import { z } from 'zod'
import {
  isGood,
  type OpenResponse,
  openResponse,
  redirected,
  retryAfter,
} from '../models/providers/open-response.ts'
import { parseJson } from '../models/providers/protocols/protocol.ts'
import { faultCode, networkFault, ProviderFault, tidy } from '../models/providers/provider-fault.ts'
import { boundedBody } from '../models/providers/read-response.ts'
import { errorIn } from '../models/providers/reply-fault.ts'

type Request = Parameters<typeof openResponse>[1]

/** 96 vectors of 8,192 numbers, far more than are needed, take 20 MB. */
const MOST_BYTES = 32 * 1024 * 1024

const Vectors = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()), index: z.int().catch(-1) })),
})

/** Asks a server once for vectors, and returns them in the order of the texts. */
export async function requestEmbeddings(url: string, request: Request): Promise<number[][]> {
  const { response, text } = await readResponse(url, request)
  const { status, statusText, headers } = response
  const body = parseJson(text)
  if (!isGood(response)) {
    const words = errorIn(body)?.words || joined(statusText, tidy(text))
    throw new ProviderFault(faultCode(status, [], ''), joined(`${status}`, words), retryAfter(headers))
  }
  // Not a fault that may pass: an address that is not an embeddings endpoint will not become one.
  if (body === undefined) throw new Error(joined(`${status}`, 'Invalid JSON response', tidy(text)))
  const vectors = Vectors.safeParse(body)
  if (!vectors.success) throw new Error('its response is not a list of numeric vectors')
  const received = vectors.data.data
  // Some servers send no index, or the same for each.
  const sorted = received.toSorted((one, other) => one.index - other.index)
  const isComplete = sorted.every(({ index }, place) => index === place)
  return (isComplete ? sorted : received).map(({ embedding }) => embedding)
}

/** A response with its whole body; redirects and lost connections become faults. */
async function readResponse(url: string, request: Request) {
  let response: OpenResponse | null = null
  try {
    response = await openResponse(url, request)
    if (response.status >= 300 && response.status < 400) throw redirected(response)
    return { response, text: await boundedBody(response.body, { mostBytes: MOST_BYTES, rest: 'refused' }) }
  } catch (error) {
    const fault = networkFault(error, response !== null)
    if (response !== null || !(fault instanceof ProviderFault)) throw fault
    const { message, code } = error as NodeJS.ErrnoException
    throw new ProviderFault(fault.code, `Cannot connect to API: ${message || code}`)
  }
}

function joined(...words: string[]): string {
  return words.filter((part) => part !== '').join(': ')
}
