import { type Bill, billIn, UNKNOWN_BILL } from './bill.ts'
import { boundedBody, withoutComments } from './bounded-body.ts'
import { isNeverSent, networkFault } from './faults/network-fault.ts'
import { ProviderFault } from './faults/provider-fault.ts'
import { faultIn } from './faults/reply-fault.ts'
import { plainReply } from './plain-reply.ts'

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
  /** A reply arrived, usable or not, with this cost. */
  onBill(bill: Bill): void
}

/**
 * The fetch function for the provider clients. It returns only complete, valid replies within the size limit, and never
 * follows redirects. Everything else becomes a ProviderFault.
 */
export function providerFetch(watch: FetchWatch): typeof fetch {
  return async (input, init) => {
    init?.signal?.throwIfAborted()
    try {
      const reply = await validReply(input, init, watch)
      watch.onRequest()
      return reply
    } catch (error) {
      if (!isNeverSent(error)) watch.onRequest()
      if (error instanceof ProviderFault && error.code === 'too_large_reply') watch.onBill(UNKNOWN_BILL)
      throw error
    }
  }
}

async function validReply(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  watch: FetchWatch,
): Promise<Response> {
  let response: Response | null = null
  try {
    response = await fetch(input, { ...init, redirect: 'manual' })
    if (response.status >= 300 && response.status < 400) throw redirected(response)
    const text = withoutComments(
      response.ok
        ? await boundedBody(response, { mostBytes: MOST_REPLY_BYTES, rest: 'refused' })
        : await boundedBody(response, { mostBytes: MOST_ERROR_BYTES, rest: 'left' }),
    )
    const body = parse(text)
    const bill = response.ok ? billIn(body) : null
    if (bill !== null) watch.onBill(bill)
    const fault = faultIn(response, text, body)
    if (fault !== null) throw fault
    return new ReadResponse(JSON.stringify(plainReply(body)), response.headers)
  } catch (error) {
    throw networkFault(error, response !== null)
  }
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
