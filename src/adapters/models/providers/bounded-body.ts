import type { ReadableStream } from 'node:stream/web'
import { ProviderFault } from './faults/provider-fault.ts'

interface Bounds {
  mostBytes: number
  /** Whether a longer body is an error, or its beginning is enough. */
  rest: 'refused' | 'left'
}

/** Reads the body of a response as text, up to a number of bytes and no further. */
export async function boundedBody(response: Response, { mostBytes, rest }: Bounds): Promise<string> {
  const body = response.body as ReadableStream<Uint8Array> | null
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // Leaving the loop early closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes && rest === 'refused') {
      throw new ProviderFault('too_large_reply', `The response is larger than ${mostBytes} bytes.`)
    }
    text += decoder.decode(chunk, { stream: true })
    if (bytes > mostBytes) return text
  }
  return text + decoder.decode()
}

/** A body without the comments and blank lines that a router sends while it waits for the model. */
export function withoutComments(text: string): string {
  let rest = text.trimStart()
  while (rest.startsWith(':')) {
    const end = rest.indexOf('\n')
    rest = end === -1 ? '' : rest.slice(end).trimStart()
  }
  return rest
}
