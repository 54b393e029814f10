import type { PreparedConsensus } from '../../consensus/cached-consensus.ts'
import type { SeatVote } from '../../contract/deliberation.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import type { AnswerText, DeliberationEvent } from '../../engine/index.ts'
import { createEventQueue } from '../../utils/event-queue.ts'
import { linkedAbort } from '../../utils/time-limits.ts'
import { knownError, streamedErrorBody } from '../shared/error-response.ts'
import { type SentEvent, sendEvents } from '../shared/event-stream.ts'
import type { ApiContext, Log } from '../shared/request-context.ts'

/** What happens while an answer is awaited; the last step is the answer. */
export type RunStep = { event: DeliberationEvent | AnswerText } | { response: EdgeConsensusResponse }

interface AnswerStream {
  /** What is sent until the answer is there; the signal aborts when nobody reads any more. */
  events: (signal: AbortSignal) => AsyncIterable<SentEvent>
  /** What is sent for a failure, given its body as JSON. */
  toFailure: (body: string) => Iterable<SentEvent>
  log: Log
}

/** Answers with a stream; it counts as load until it ends. */
export function streamAnswer(context: ApiContext, { events, toFailure, log }: AnswerStream): Response {
  const { response, ended } = sendEvents(context, async function* (signal) {
    try {
      yield* events(signal)
    } catch (error) {
      yield* toFailure(JSON.stringify(streamedErrorBody(knownError(error, context, log), context)))
    }
  })
  context.set('streaming', ended)
  return response
}

/** How much of what happens may wait for a reader, in characters; so much counts an event beside its text. */
const MOST_WAITING = 2 * 1024 * 1024
const EVENT_CHARACTERS = 128

export type FollowedTexts = 'none' | 'one seat' | 'all'

/** Follows a request to its answer; throws if its run fails. Who reads too slowly is taken for one who left. */
export async function* followRun(
  prepared: PreparedConsensus,
  signal: AbortSignal,
  texts: FollowedTexts = 'none',
  answerNow?: AbortSignal,
): AsyncGenerator<RunStep, void> {
  if (prepared.served) return yield { response: prepared.served }
  const events = createEventQueue<DeliberationEvent | AnswerText>()
  const left = linkedAbort(signal)
  const sizeOf = (event: object) => EVENT_CHARACTERS + ('text' in event ? String(event.text).length : 0)
  let waiting = 0
  const keep = (event: DeliberationEvent | AnswerText) => {
    waiting += sizeOf(event)
    events.push(event)
    if (waiting <= MOST_WAITING) return
    events.end()
    left.controller.abort()
  }
  const watching = {
    none: { onEvent: keep },
    'one seat': watchOneSeat(keep),
    all: { onEvent: keep, onPiece: keep },
  }
  const answer = prepared
    .run({ signal: left.controller.signal, answerNow, ...watching[texts] })
    .finally(() => {
      events.end()
      left.release()
    })
  // Awaited below, but not before everything that happened until then has been sent.
  answer.catch(() => {})
  for await (const event of events) {
    yield { event }
    waiting -= sizeOf(event)
  }
  if (left.controller.signal.aborted && !signal.aborted) throw new StrettoError('request_timeout', TOO_SLOW)
  yield { response: await answer }
}

const TOO_SLOW =
  'The events were not read as fast as they came, so the stream was closed. Read them as they arrive, or ask for the answer as JSON.'

/** So many characters a seat may have said before one is chosen, while that with the greatest vote has not begun. */
const SAID_BEFORE_CHOICE = 200

/** Passes on the text of one seat, from its beginning: of the one with the greatest vote among the first to begin. */
function watchOneSeat(keep: (event: DeliberationEvent | AnswerText) => void) {
  let votes: SeatVote[] = []
  let chosen: string | undefined
  const begun = new Map<string, AnswerText[]>()
  const voteOf = (seat: string) => votes.find(({ name }) => name === seat)?.weight ?? 1
  return {
    onEvent(event: DeliberationEvent) {
      if (event.type === 'panel-start')
        votes = (event.votes ?? []).filter(({ name }) => event.first?.includes(name) ?? true)
      keep(event)
    },
    onPiece(piece: AnswerText) {
      const { name, offset, text } = piece
      if (chosen !== undefined) return chosen === name ? keep(piece) : undefined
      if (offset === 0) begun.set(name, [])
      begun.get(name)?.push(piece)
      const isGreatest = votes.every(({ weight }) => weight <= voteOf(name))
      if (!isGreatest && offset + text.length < SAID_BEFORE_CHOICE) return
      chosen = [...begun.keys()].sort((one, other) => voteOf(other) - voteOf(one))[0]
      for (const one of begun.get(chosen ?? '') ?? []) keep(one)
    },
  }
}
