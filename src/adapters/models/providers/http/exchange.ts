import { fewAtATime } from '../../../scheduling/few-at-a-time.ts'
import { type Bill, billIn, UNKNOWN_BILL } from '../bill.ts'
import { isNeverSent, networkFault } from '../faults/network-fault.ts'
import { ProviderFault } from '../faults/provider-fault.ts'
import { faultIn, faultInEvent } from '../faults/reply-fault.ts'
import { baseOf, type Protocol } from '../protocols/protocol.ts'
import type { ProviderAccess } from '../protocols/protocols.ts'
import type { Spending } from '../spending.ts'
import { readStream } from '../streaming/read-stream.ts'
import { createStreamedReply, type StreamedReply } from '../streaming/streamed-reply.ts'
import { isGood, type OpenResponse, openResponse } from './open-response.ts'
import { boundedBody, parseJson, withoutComments } from './read-body.ts'

/**
 * A larger reply is not an answer. The longest text that is kept, 100,000 characters, takes 700 kB with every character
 * escaped twice, as in JSON within JSON; 128,000 tokens of reasoning take 500 kB, and routers send them twice.
 */
const MOST_REPLY_BYTES = 2 * 1024 * 1024
/** The beginning of an error page says enough. */
const MOST_ERROR_BYTES = 64 * 1024

/** Observes requests. */
export interface ExchangeWatch {
  /** Where requests and the costs of replies, usable or not, are counted. */
  spending: Pick<Spending, 'request' | 'add'>
  /** Part of a streamed reply arrived; this is the text so far. */
  onArrival(text: string): void
}

interface Request {
  protocol: Protocol
  access: ProviderAccess
  model: string
  body: object
  signal: AbortSignal
  /** Whether a stream is requested; it is read to its end and returned as one body, like all others. */
  isStreamed: boolean
}

/**
 * Sends a request and returns the body of the reply, parsed: only one that is complete, valid and within the size limit.
 * Everything else becomes a ProviderFault, or the reason of the signal.
 */
export async function exchange(request: Request, watch: ExchangeWatch): Promise<unknown> {
  const { signal } = request
  signal.throwIfAborted()
  try {
    const body = await validBody(request, watch)
    watch.spending.request()
    return body
  } catch (error) {
    if (signal.aborted || !isNeverSent(error)) watch.spending.request()
    throw error
  }
}

async function validBody(request: Request, watch: ExchangeWatch): Promise<unknown> {
  const { signal } = request
  const streamed = request.isStreamed ? createStreamedReply() : null
  let response: OpenResponse | null = null
  let read: Read
  try {
    const { protocol, access, model, body, isStreamed } = request
    const url = baseOf(protocol, access.baseUrl) + protocol.path({ model, isStreamed })
    response = await openResponse(url, { headers: protocol.headers(access.apiKey), body, signal })
    if (response.status >= 300 && response.status < 400) throw redirected(response)
    read = await readReply(response, { streamed, watch, signal })
  } catch (error) {
    const fault = signal.aborted ? signal.reason : networkFault(error, response !== null)
    const bill = brokenBill(fault, streamed)
    if (bill !== null) watch.spending.add(bill)
    throw fault
  }
  const bill = isGood(response) ? billIn(read.body) : null
  if (bill !== null) watch.spending.add(bill)
  const fault = faultIn(response, read.text, read.body)
  if (fault !== null) throw fault
  return read.body
}

/** A body as text, empty for a stream, and parsed; undefined when it is not JSON. */
interface Read {
  text: string
  body: unknown
}

interface Reading {
  /** Where a streamed reply is collected; null when one body is expected. */
  streamed: StreamedReply | null
  watch: ExchangeWatch
  signal: AbortSignal
}

/** Of many replies that arrive together, a few are read in each turn of the event loop. */
const begin = fewAtATime()

async function readReply(response: OpenResponse, reading: Reading): Promise<Read> {
  const text = await wholeBody(response, reading)
  await new Promise<void>(begin)
  return text === null ? { text: '', body: reading.streamed?.body() } : parsed(text)
}

/** The body as text; null for a stream, which has been collected. */
function wholeBody(response: OpenResponse, { streamed, watch, signal }: Reading): Promise<string | null> {
  const mostBytes = MOST_REPLY_BYTES
  if (!isGood(response)) return boundedBody(response.body, { mostBytes: MOST_ERROR_BYTES, rest: 'left' })
  if (streamed === null) return boundedBody(response.body, { mostBytes, rest: 'refused' })
  return readStream(response.body, {
    reply: streamed,
    mostBytes,
    signal,
    onArrival: () => watch.onArrival(streamed.text()),
    faultIn: (data, event) => faultInEvent(response, data, event),
  })
}

function parsed(text: string): Read {
  const plain = withoutComments(text)
  return { text: plain, body: parseJson(plain) }
}

/** What is known of the cost of a reply that broke off; null when nothing is, or when nobody waits for it any more. */
function brokenBill(error: unknown, streamed: StreamedReply | null): Bill | null {
  if (!(error instanceof ProviderFault)) return null
  const usage = streamed?.usage() ?? null
  if (usage !== null) return billIn({ usage })
  return error.code === 'too_large_reply' ? UNKNOWN_BILL : null
}

/** The API key belongs to the configured address and is never sent elsewhere. */
export function redirected({ status, headers, body }: OpenResponse): ProviderFault {
  body.on('error', () => {}).destroy()
  const location = String(headers.location ?? '')
  const host = URL.canParse(location) ? ` to ${new URL(location).host}` : ''
  return new ProviderFault(
    'redirected',
    `${status}: The provider redirects${host}, but redirects are not followed. Set its base URL to the final address.`,
  )
}
