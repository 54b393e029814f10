import { boundedBody, withoutComments } from './bounded-body.ts'
import { networkFault } from './network-fault.ts'
import { ProviderFault } from './provider-fault.ts'
import { faultIn } from './reply-fault.ts'

/** Far more than any answer: a reply beyond it is a fault of the server's. */
const MOST_REPLY_BYTES = 8 * 1024 * 1024
/** Of an error page the beginning says enough. */
const MOST_ERROR_BYTES = 64 * 1024

/**
 * The fetch of the providers' clients. It gives them sound replies only: read whole, within bounds, and never from
 * where a redirect leads. Everything else is a ProviderFault.
 */
export const providerFetch: typeof fetch = async (input, init) => {
  let response: Response | null = null
  try {
    response = await fetch(input, { ...init, redirect: 'manual' })
    if (response.status >= 300 && response.status < 400) throw redirected(response)
    const text = withoutComments(
      response.ok
        ? await boundedBody(response, { mostBytes: MOST_REPLY_BYTES, rest: 'refused' })
        : await boundedBody(response, { mostBytes: MOST_ERROR_BYTES, rest: 'left' }),
    )
    const fault = faultIn(response, text)
    if (fault !== null) throw fault
    return new ReadResponse(text, response.headers)
  } catch (error) {
    throw networkFault(error, response !== null)
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
