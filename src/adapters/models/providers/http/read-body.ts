import type { Readable } from 'node:stream'
import { ProviderFault } from '../faults/provider-fault.ts'

interface Bounds {
  mostBytes: number
  /** Whether a longer body is an error, or its beginning is enough. */
  rest: 'refused' | 'left'
}

const utf8 = new TextDecoder()

/** Reads a body as text, up to a number of bytes and no further. */
export async function boundedBody(body: Readable, { mostBytes, rest }: Bounds): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  await readChunks(body, (chunk) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > mostBytes && rest === 'refused') throw tooLarge(mostBytes)
    return bytes > mostBytes
  })
  if (bytes > mostBytes) body.destroy()
  return utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
}

/**
 * Hands over the chunks of a body until none follows, which resolves to true, or until `take` says that it has enough: then
 * the body is left open. An error closes it.
 */
export function readChunks(body: Readable, take: (chunk: Buffer) => boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      try {
        if (!take(chunk)) return
        body.off('data', onData)
        resolve(false)
      } catch (error) {
        reject(error)
        body.destroy()
      }
    }
    body.on('data', onData)
    body.on('end', () => resolve(true))
    body.on('error', reject)
  })
}

/** The fault of a reply that is larger than is allowed. */
export function tooLarge(mostBytes: number): ProviderFault {
  return new ProviderFault('too_large_reply', `The response is larger than ${mostBytes} bytes.`)
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

/** A text parsed as JSON; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
