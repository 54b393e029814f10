import type { ReadableStreamDefaultReader } from 'node:stream/web'
import { isAbort } from '../faults/network-fault.ts'
import { ProviderFault } from '../faults/provider-fault.ts'
import { createEventLines } from './event-lines.ts'
import type { StreamedReply } from './streamed-reply.ts'

interface StreamOptions {
  /** Collects the events. */
  reply: StreamedReply
  /** The maximum size of what is kept: the text, a line, or a body that is not a stream. */
  mostBytes: number
  /** Part of the reply arrived; comments and empty events do not count. */
  onArrival(): void
  /** What is wrong with an event, given as text and parsed; null when nothing is. */
  faultIn(data: string, event: unknown): ProviderFault | null
}

/** Most of a stream is wrapping, several hundred bytes for each token, which is not kept. */
const MOST_STREAM_BYTES = 64 * 1024 * 1024

/**
 * Reads a stream of events to its end. Returns the whole body if the provider sent one instead of a stream, otherwise
 * null. Throws if the stream breaks off before the reply is complete.
 */
export async function readStream(response: Response, options: StreamOptions): Promise<string | null> {
  const { reply } = options
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
  if (reader === undefined) return ''
  const parts = createParts(options)
  const decoder = new TextDecoder()
  let isAtEnd = false
  try {
    while (!reply.isOver() && !isAtEnd) {
      const { done, value } = await reader.read()
      // The last line may lack its end.
      if (done) parts.take(`${decoder.decode()}\n`, 0)
      else parts.take(decoder.decode(value, { stream: true }), value.byteLength)
      isAtEnd = done
    }
  } catch (error) {
    // What follows the text is welcome, but not needed.
    if (!reply.isComplete() || isAbort(error)) throw error
  } finally {
    if (!isAtEnd) leave(reader, reply.isOver())
  }
  const body = parts.body()
  if (body === null && !reply.isComplete())
    throw new ProviderFault('connection_lost', 'The connection was lost in the middle of the reply.')
  return body
}

/** Takes a stream part by part, within the limits on its size. */
function createParts({ reply, mostBytes, onArrival, faultIn }: StreamOptions) {
  const lines = createEventLines()
  /** Lines that belong to no stream of events. */
  const plain: string[] = []
  let isStream = false
  let isBody = false
  let bytes = 0

  /** Takes a line; whether it brought a part of the reply. */
  function takeLine(line: string): boolean {
    if (line.startsWith(':')) return false
    if (!line.startsWith('data:')) {
      if (!isStream && !/^(?:event|id|retry):/.test(line)) plain.push(line)
      return false
    }
    isStream = true
    // A line is an event: no provider spreads one over several lines.
    const data = line.slice('data:'.length).trim()
    if (data === '[DONE]') reply.end()
    if (data === '[DONE]' || data === '') return false
    const event = parseEvent(data)
    const fault = faultIn(data, event)
    if (fault !== null) throw fault
    return reply.add(event)
  }

  return {
    take(text: string, size: number): void {
      bytes += size
      let hasArrived = false
      for (const line of lines.push(text)) hasArrived = takeLine(line) || hasArrived
      isBody ||= !isStream && /^\s*[{[]/.test(plain[0] ?? lines.begun())
      if (hasArrived || (isBody && text.trim() !== '')) onArrival()
      const kept = isStream ? reply.length() + lines.begunLength() : bytes
      if (kept > mostBytes) throw tooLarge(mostBytes)
      if (bytes > MOST_STREAM_BYTES) throw tooLarge(MOST_STREAM_BYTES)
    },
    body: () => (isStream ? null : plain.join('\n')),
  }
}

function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

/** Closes the connection; after the last event it only awaits the end, so that the connection can be used again. */
function leave(reader: ReadableStreamDefaultReader<Uint8Array>, isOver: boolean): void {
  const end = isOver
    ? reader.read().then(({ done }) => (done ? undefined : reader.cancel()))
    : reader.cancel()
  end.catch(() => {})
}

function tooLarge(mostBytes: number): ProviderFault {
  return new ProviderFault('too_large_reply', `The response is larger than ${mostBytes} bytes.`)
}
