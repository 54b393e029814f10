import { StringDecoder } from 'node:string_decoder'
import { createParser } from 'eventsource-parser'
import { parseJson } from '../../../contract/json-text.ts'
import type { ToolCall } from '../../../engine/index.ts'
import type { OpenResponse } from './open-http.ts'
import { type PlainReply, tidy } from './protocols/protocol.ts'
import { faultInEvent, isGood, ProviderFault } from './provider-fault.ts'
import type { StreamedReply } from './streamed-reply.ts'

/**
 * The maximum size of what is kept: the text, an event, or a body that is not a stream. A larger reply is not an answer. The longest text that is kept, 100,000 characters, takes 700 kB with every character
 * escaped twice, as in JSON within JSON; 128,000 tokens of reasoning take 500 kB, and routers send them twice.
 */
const MOST_REPLY_BYTES = 2 * 1024 * 1024
/** The beginning of an error page says enough. */
const MOST_ERROR_BYTES = 64 * 1024

interface Arrival {
  /** Whether the caller has given up: then what has arrived is of no use either. */
  signal: AbortSignal
  /** Part of a streamed reply arrived; comments and empty events do not count. */
  onArrival(): void
}

/** Reads a response to its end: its body as text, empty for a stream, and parsed; undefined when it is not JSON. */
export async function readResponse(
  response: OpenResponse,
  { streamed, ...options }: Arrival & { streamed: StreamedReply | null },
): Promise<{ text: string; body: unknown }> {
  const whole = !isGood(response)
    ? await boundedBody(response, MOST_ERROR_BYTES, 'left')
    : streamed === null
      ? await boundedBody(response, MOST_REPLY_BYTES)
      : await readStream(response, { ...options, reply: streamed })
  await new Promise<void>(response.turns.begin)
  if (whole === null) return { text: '', body: streamed?.body() }
  const text = withoutComments(whole)
  return { text, body: parseJson(text) }
}

const utf8 = new TextDecoder()

/** Reads a body as text, up to a number of bytes and no further; a longer one is refused, or its beginning is enough. */
export async function boundedBody(
  response: OpenResponse,
  mostBytes: number,
  rest: 'refused' | 'left' = 'refused',
): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  await readChunks(response, (chunk) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > mostBytes && rest === 'refused') throw tooLarge(mostBytes)
    return bytes > mostBytes
  })
  if (bytes > mostBytes) response.body.destroy()
  return utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
}

const SLICE_BYTES = 4 * 1024

/** Hands over chunks until none follows, which resolves to true, or `take` has enough: then the body is left open. */
function readChunks({ body, turns }: OpenResponse, take: (chunk: Buffer) => boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // A body that is paused may end all the same.
    const state = { isHeld: false, hasEnded: false, hasFailed: false }
    const onData = (chunk: Buffer): unknown => {
      try {
        state.isHeld = false
        for (let rest = chunk; rest.length > 0; rest = rest.subarray(SLICE_BYTES)) {
          if (!turns.hasRoom()) {
            state.isHeld = true
            body.pause()
            return turns.next(() => state.hasFailed || onData(rest))
          }
          const slice = rest.subarray(0, SLICE_BYTES)
          turns.spend(slice.length)
          if (!take(slice)) continue
          body.off('data', onData)
          return resolve(false)
        }
        if (state.hasEnded) resolve(true)
        else if (body.isPaused()) body.resume()
      } catch (error) {
        reject(error)
        body.destroy()
      }
    }
    body.on('data', onData)
    body.on('end', () => {
      state.hasEnded = true
      if (!state.isHeld) resolve(true)
    })
    body.on('error', (error) => {
      state.hasFailed = true
      reject(error)
    })
  })
}

function tooLarge(mostBytes: number): ProviderFault {
  return new ProviderFault('too_large_reply', `The response is larger than ${mostBytes} bytes.`)
}

/** A body without the comments and blank lines that a router sends while it waits for the model. */
function withoutComments(text: string): string {
  let rest = text.trimStart()
  while (rest.startsWith(':')) {
    const end = rest.indexOf('\n')
    rest = end === -1 ? '' : rest.slice(end).trimStart()
  }
  return rest
}

interface StreamOptions extends Arrival {
  reply: StreamedReply
}

/** Most of a stream is wrapping, several hundred bytes for each token, which is not kept. */
const MOST_STREAM_BYTES = 64 * 1024 * 1024
/** For how long the end of a body is awaited after the last event, so that the connection can be used again. */
const END_WITHIN_MS = 1_000

/** Reads a stream of events to its end; returns the whole body if one was sent instead. Throws if it breaks off. */
export async function readStream(response: OpenResponse, options: StreamOptions): Promise<string | null> {
  const { body } = response
  const { reply, signal } = options
  const parts = createParts(response, options)
  const decoder = new StringDecoder()
  try {
    const isAtEnd = await readChunks(response, (chunk) => {
      parts.take(decoder.write(chunk), chunk.length)
      return reply.isOver()
    })
    // The last event may lack its end.
    if (isAtEnd) parts.take(`${decoder.end()}\n\n`, 0)
    else {
      const timer = setTimeout(() => body.destroy(), END_WITHIN_MS).unref()
      body.once('close', () => clearTimeout(timer)).resume()
    }
  } catch (error) {
    // What follows the text is welcome, but not needed; a silence, which aborts as well, ends a text that is complete.
    const isGivenUp = signal.aborted && !(signal.reason instanceof ProviderFault)
    if (!reply.isComplete() || isGivenUp) throw error
  }
  const whole = parts.body()
  if (whole === null && !reply.isComplete())
    throw new ProviderFault('connection_lost', 'The connection was lost in the middle of the reply.')
  return whole
}

function createParts(response: OpenResponse, { reply, onArrival }: StreamOptions) {
  /** All that came before the first event: the whole body if there is none. */
  let plain: string[] | null = []
  let hasArrived = false
  let hasBegun = false
  /** Whether the first text began as JSON: then no event follows, and the parser would make an error of every line. */
  let isJson: boolean | null = null
  let isBody = false
  let isLineEmpty = true
  let bytes = 0

  const parser = createParser({
    maxBufferSize: MOST_REPLY_BYTES,
    onEvent({ data }) {
      plain = null
      // No provider spreads an event over several lines, but some forget the blank line between two.
      for (const line of data.split('\n')) takeEvent(line.trim())
    },
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') throw tooLarge(MOST_REPLY_BYTES)
    },
  })

  function takeEvent(data: string): void {
    if (data === '[DONE]') reply.end()
    if (data === '[DONE]' || data === '') return
    const event = parseJson(data)
    const fault = faultInEvent(response, data, event)
    if (fault !== null) throw fault
    hasArrived = reply.add(event) || hasArrived
  }

  /** Whether a text continues or begins a body that is JSON. */
  function continuesBody(text: string): boolean {
    if (plain === null) return false
    const [rest = '', ...lines] = text.split(/[\r\n]/)
    isBody ||= (isLineEmpty ? [rest, ...lines] : lines).some((line) => /^\s*[[{]/.test(line))
    isLineEmpty = lines.length > 0 ? lines.at(-1)!.trim() === '' : isLineEmpty && rest.trim() === ''
    return isBody && text.trim() !== ''
  }

  return {
    take(part: string, size: number): void {
      // A mark of the encoding before the first event would hide it.
      const text = hasBegun ? part : part.replace(/^\uFEFF/, '')
      hasBegun ||= part !== ''
      bytes += size
      hasArrived = false
      plain?.push(text)
      if (text.trim() !== '') isJson ??= /^\s*[[{]/.test(text)
      if (!isJson) parser.feed(text)
      if (hasArrived || continuesBody(text)) onArrival()
      if ((plain === null ? reply.length() : bytes) > MOST_REPLY_BYTES) throw tooLarge(MOST_REPLY_BYTES)
      if (bytes > MOST_STREAM_BYTES) throw tooLarge(MOST_STREAM_BYTES)
    },
    body: () => (plain === null ? null : withoutComments(plain.join(''))),
  }
}

/** The text of a reply and its calls, whether it was cut off, and the model that wrote it, if its provider names it. */
export interface UsableReply {
  text: string
  toolCalls: ToolCall[]
  isCut: boolean
  servedModel: string | undefined
}

/** The text of a reply without its reasoning. To be filtered, empty or cut off is a fault, but of a text a part is of use. */
export function textOf(reply: PlainReply | null, body: unknown, isText: boolean): UsableReply {
  if (reply === null)
    throw new ProviderFault(
      'malformed_reply',
      `The response is not a reply: ${tidy(String(JSON.stringify(body)))}`,
    )
  const { text, toolCalls, refusal = '', ending, defect, servedModel } = reply
  const reason = `finish_reason: ${ending ?? 'none'}`
  const isCut = defect === 'cut'
  if (refusal !== '') throw new ProviderFault('filtered', tidy(refusal))
  if (isCut && !(isText && toolCalls.length === 0 && text.trim() !== '')) {
    // Complete and partial replies cannot be distinguished: a provider may have closed what the model left open.
    const end = tidy(text.slice(-100))
    throw new ProviderFault('truncated', `The reply was cut off (${reason}). It ends: ${end || 'empty'}`)
  }
  if (defect === 'withheld')
    throw new ProviderFault('filtered', tidy(text) || `The provider withheld the reply (${reason}).`)
  if (ending === 'error')
    throw new ProviderFault('provider_error', `The provider ended the reply with an error (${reason}).`)
  if (text.trim() === '' && toolCalls.length === 0)
    throw new ProviderFault('empty_reply', `The model sent an empty text (${reason}).`)
  return { text, toolCalls, isCut, servedModel }
}
