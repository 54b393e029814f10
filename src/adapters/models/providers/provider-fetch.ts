import { type Bill, billIn, UNTOLD } from './bill.ts'
import { boundedBody, withoutComments } from './bounded-body.ts'
import { isNeverSent, networkFault } from './faults/network-fault.ts'
import { ProviderFault } from './faults/provider-fault.ts'
import { faultIn } from './faults/reply-fault.ts'
import { plainReply } from './plain-reply.ts'

/**
 * A reply beyond it is no answer. The longest that is kept, of 100,000 characters, takes 700 kB with every character
 * escaped twice, as in JSON within JSON; 128,000 tokens of reasoning take 500 kB, and routers send them twice.
 */
const MOST_REPLY_BYTES = 2 * 1024 * 1024
/** Of an error page the beginning says enough. */
const MOST_ERROR_BYTES = 64 * 1024

/** Hears what becomes of requests. */
export interface FetchWatch {
  /** A request has left, whatever becomes of it. */
  onRequest(): void
  /** A reply is there, of use or not, and cost this. */
  onBill(bill: Bill): void
}

/**
 * The fetch of the providers' clients. It gives them sound replies only: read whole, within bounds, and never from
 * where a redirect leads. Everything else is a ProviderFault.
 */
export function providerFetch(watch: FetchWatch): typeof fetch {
  return async (input, init) => {
    init?.signal?.throwIfAborted()
    try {
      const reply = await soundReply(input, init, watch)
      watch.onRequest()
      return reply
    } catch (error) {
      if (!isNeverSent(error)) watch.onRequest()
      if (error instanceof ProviderFault && error.code === 'too_large_reply') watch.onBill(UNTOLD)
      throw error
    }
  }
}

async function soundReply(
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

/** What a text is as JSON; undefined when it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A response whose text is known: to make a stream of it only to read it again costs more than all else here. */
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

  /** For the clients that read the stream. */
  override get body(): Response['body'] {
    return new Response(this.#text).body
  }
}

/** The key is for the address that was configured and goes nowhere else. */
function redirected(response: Response): ProviderFault {
  response.body?.cancel().catch(() => {})
  const location = response.headers.get('location') ?? ''
  const host = URL.canParse(location) ? ` to ${new URL(location).host}` : ''
  return new ProviderFault(
    'redirected',
    `${response.status}: The provider redirects${host}, and redirects are not followed. Set its base URL to the final address.`,
  )
}
