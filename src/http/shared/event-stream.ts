import { streamSSE } from 'hono/streaming'
import { parseAccept } from 'hono/utils/accept'
import { claimsInOrder, type RequestedSeat } from '../../consensus/present/in-request-order.ts'
import { presentEntry, roundedCall } from '../../consensus/present/present.ts'
import { runEvents } from '../../contract/events.ts'
import type { AnswerText } from '../../engine/index.ts'
import type { TaskEvent } from '../../tasks/task-ports.ts'
import { type ApiContext, callerSignal, responseOf } from './request-context.ts'

export type SentEvent = { event?: string; id?: string; data: string }

/** A comment is sent after so long without an event, so that proxies keep the connection open. */
const KEEP_ALIVE_MS = 15_000
/** The stream of a reader who takes nothing for so long ends: what waits for them would be kept for ever. */
const READ_WITHIN_MS = 60_000

/** Answers with server-sent events until they end. They must not fail; their signal aborts when the reader has left. */
export function sendEvents(
  context: ApiContext,
  events: (signal: AbortSignal) => AsyncIterable<SentEvent>,
): { response: Response; ended: Promise<void> } {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const response = streamSSE(context, async (stream) => {
    const left = new AbortController()
    stream.onAbort(() => left.abort())
    const taken = async (writing: Promise<unknown>) => {
      const giveUp = () => {
        stream.abort()
        responseOf(context)?.destroy()
      }
      const timer = setTimeout(giveUp, READ_WITHIN_MS)
      await writing.finally(() => clearTimeout(timer))
    }
    const startKeepAlive = () => setInterval(() => void taken(stream.write(': waiting\n\n')), KEEP_ALIVE_MS)
    let keepAlive = startKeepAlive()
    try {
      // A reader who left before the stream began is noticed only by the request itself.
      const gone = AbortSignal.any([left.signal, callerSignal(context)])
      // What is written to a reader who has left may never be taken, and would count for ever.
      gone.addEventListener('abort', end, { once: true })
      for await (const sent of events(gone)) {
        if (gone.aborted) break
        clearInterval(keepAlive)
        await taken(stream.writeSSE(sent))
        keepAlive = startKeepAlive()
      }
    } finally {
      clearInterval(keepAlive)
      end()
    }
  })
  // On both: the helper has set another value, on the context if anything else has touched its response.
  context.header('Cache-Control', 'no-store')
  response.headers.set('Cache-Control', 'no-store')
  return { response, ended }
}

/** The names of the events of a run, for the documentation. */
export const RUN_EVENTS = Object.keys(runEvents).join(', ')
/** Those that are kept, for watchers who come later. */
export const KEPT_EVENTS = Object.keys(runEvents)
  .filter((name) => name !== 'answer-text')
  .join(', ')

/** What watchers are told of an event, beside its name. */
export function dataOf(event: TaskEvent | AnswerText, seats: RequestedSeat[]): unknown {
  if (event.type === 'iteration-end') return presentEntry(event.entry, seats)
  if (event.type === 'task-change') return event.task
  const { type: _, ...data } =
    event.type === 'answer-received' || event.type === 'reading-received' ? roundedCall(event) : event
  return event.type === 'claims-change' ? { ...data, claims: claimsInOrder(event.claims, seats) } : data
}

/** Whether the caller asks for events by name, and not with a weight of zero; a wildcard still means JSON. */
export function wantsEvents({ req }: ApiContext): boolean {
  const accepted = parseAccept(req.header('accept')?.toLowerCase() ?? '')
  return accepted.some(({ type, q }) => type === 'text/event-stream' && q > 0)
}
