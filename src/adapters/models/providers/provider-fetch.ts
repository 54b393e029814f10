import { type Bill, billIn, UNKNOWN_BILL } from './bill.ts'
import { boundedBody, withoutComments } from './bounded-body.ts'
import { isAbort, isNeverSent, networkFault } from './faults/network-fault.ts'
import { ProviderFault } from './faults/provider-fault.ts'
import { faultIn, faultInEvent } from './faults/reply-fault.ts'
import { plainReply } from './plain-reply.ts'
import { readStream } from './streaming/read-stream.ts'
import { withFields } from './streaming/stream-request.ts'
import { createStreamedReply, type StreamedReply } from './streaming/streamed-reply.ts'

/**
 * A larger reply is not an answer. The longest text that is kept, 100,000 characters, takes 700 kB with every character
 * escaped twice, as in JSON within JSON; 128,000 tokens of reasoning take 500 kB, and routers send them twice.
 */
const MOST_REPLY_BYTES = 2 * 1024 * 1024
/** The beginning of an error page says enough. */
const MOST_ERROR_BYTES = 64 * 1024

/** Observes requests. */
export interface FetchWatch {
  /** A request was sent, whatever its outcome. */
  onRequest(): void
  /** Part of a streamed reply arrived; this is the text so far. */
  onArrival(text: string): void
  /** A reply arrived, usable or not, with this cost. */
  onBill(bill: Bill): void
}

/**
 * The fetch function for the provider clients. It returns only complete, valid replies within the size limit, and never
 * follows redirects. Everything else becomes a ProviderFault. With fields that request a stream, it reads the stream and
 * returns the reply as one body, so that streamed replies are checked, billed and read like all others.
 */
export function providerFetch(watch: FetchWatch, streamFields: object | null = null): typeof fetch {
  return async (input, init) => {
    init?.signal?.throwIfAborted()
    const exchange = { streamed: streamFields === null ? null : createStreamedReply(), watch }
    const request = streamFields === null ? init : withFields(init, streamFields)
    try {
      const reply = await validReply(input, request, exchange)
      watch.onRequest()
      return reply
    } catch (error) {
      if (!isNeverSent(error)) watch.onRequest()
      throw error
    }
  }
}

interface Exchange {
  /** Where a streamed reply is collected; null when one body is expected. */
  streamed: StreamedReply | null
  watch: FetchWatch
}

async function validReply(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  exchange: Exchange,
): Promise<Response> {
  let response: Response | null = null
  let read: Read
  try {
    response = await fetch(input, { ...init, redirect: 'manual' })
    if (response.status >= 300 && response.status < 400) throw redirected(response)
    read = await readReply(response, exchange)
  } catch (error) {
    const fault = networkFault(error, response !== null)
    const bill = brokenBill(fault, exchange.streamed)
    if (bill !== null) exchange.watch.onBill(bill)
    throw fault
  }
  const bill = response.ok ? billIn(read.body) : null
  if (bill !== null) exchange.watch.onBill(bill)
  const fault = faultIn(response, read.text, read.body)
  if (fault !== null) throw fault
  return new ReadResponse(JSON.stringify(plainReply(read.body)), response.headers)
}

/** A body as text, empty for a stream, and parsed; undefined when it is not JSON. */
interface Read {
  text: string
  body: unknown
}

async function readReply(response: Response, { streamed, watch }: Exchange): Promise<Read> {
  if (!response.ok) return parsed(await boundedBody(response, { mostBytes: MOST_ERROR_BYTES, rest: 'left' }))
  if (streamed === null)
    return parsed(await boundedBody(response, { mostBytes: MOST_REPLY_BYTES, rest: 'refused' }))
  const whole = await readStream(response, {
    reply: streamed,
    mostBytes: MOST_REPLY_BYTES,
    onArrival: () => watch.onArrival(streamed.text()),
    faultIn: (data, event) => faultInEvent(response, data, event),
  })
  return whole === null ? { text: '', body: streamed.body() } : parsed(whole)
}

/** What is known of the cost of a reply that broke off; null when nothing is, or when nobody waits for it any more. */
function brokenBill(error: unknown, streamed: StreamedReply | null): Bill | null {
  const usage = isAbort(error) ? null : (streamed?.usage() ?? null)
  if (usage !== null) return billIn({ usage })
  return error instanceof ProviderFault && error.code === 'too_large_reply' ? UNKNOWN_BILL : null
}

function parsed(text: string): Read {
  const plain = withoutComments(text)
  return { text: plain, body: parse(plain) }
}

/** A text parsed as JSON; undefined when it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A response whose text is already known: wrapping it in a stream only to read it again would dominate the cost. */
class ReadResponse extends Response {
  readonly #text: string

  constructor(text: string, headers: Headers) {
    super(null, { headers })
    this.#text = text
  }

  override text(): Promise<string> {
    return Promise.resolve(this.#text)
  }

  override json(): Promise<unknown> {
    return new Response(this.#text).json()
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.#text).arrayBuffer()
  }

  override clone(): Response {
    return new ReadResponse(this.#text, this.headers)
  }

  /** For clients that read the stream. */
  override get body(): Response['body'] {
    return new Response(this.#text).body
  }
}

/** The API key belongs to the configured address and is never sent elsewhere. */
function redirected(response: Response): ProviderFault {
  response.body?.cancel().catch(() => {})
  const location = response.headers.get('location') ?? ''
  const host = URL.canParse(location) ? ` to ${new URL(location).host}` : ''
  return new ProviderFault(
    'redirected',
    `${response.status}: The provider redirects${host}, but redirects are not followed. Set its base URL to the final address.`,
  )
}
