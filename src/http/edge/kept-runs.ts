import type { PreparedConsensus } from '../../consensus/cached-consensus.ts'
import type { RequestedSeat } from '../../consensus/present/in-request-order.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { KeptRun, RunSummary } from '../../contract/runs.ts'
import type { AnswerText, DeliberationEvent } from '../../engine/index.ts'
import { knownError, streamedErrorBody } from '../shared/error-response.ts'
import { dataOf, type SentEvent } from '../shared/event-stream.ts'
import { type ApiContext, type Caller, ownerOf, queueKeyOf } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'
import { followRun } from './run-stream.ts'

/** So much is kept of what happens in a run, in characters, and of all that have ended; and so long after the end. */
const MOST_OF_A_RUN = 8 * 1024 * 1024
const MOST_IN_ALL = 64 * 1024 * 1024
const MOST_ENDED = 200
const MOST_ENDED_OF_ONE = 50
const KEPT_MS = 60 * 60 * 1000

type KeptEvent = { number: number; event: string; data: string }

/** The text of a model that is still arriving: as it is now, and the number of its latest piece. */
interface Arriving extends Omit<AnswerText, 'type' | 'offset'> {
  number: number
}

/** A run that goes on without its watchers. */
type OneRun = ReturnType<typeof newRun>

interface Starting {
  query: string
  prepared: PreparedConsensus
  seats: RequestedSeat[]
  finish: (response: EdgeConsensusResponse) => EdgeConsensusResponse
}

export type KeptRuns = ReturnType<typeof createKeptRuns>

/** Creates the list of the runs of this process that go on when their watchers leave. */
export function createKeptRuns({ newId, wallClock, log, runListing }: EdgeServices) {
  const runs = new Map<string, OneRun>()

  function sweep(): void {
    const ended = [...runs.values()].filter(({ summary }) => summary.ended_at !== null).reverse()
    const held = new Map<string, number>()
    let characters = 0
    for (const [place, { owner, summary, characters: own }] of ended.entries()) {
      const count = (held.get(owner) ?? 0) + 1
      held.set(owner, count)
      characters += own
      const isOld = wallClock() - summary.ended_at! > KEPT_MS
      const isMany = place >= MOST_ENDED || count > MOST_ENDED_OF_ONE || characters > MOST_IN_ALL
      if (isOld || isMany) runs.delete(summary.id)
    }
  }

  function find(caller: Caller, id: string): OneRun {
    sweep()
    const run = runs.get(id)
    if (run?.owner === ownerOf(caller)) return run
    throw new StrettoError(
      'not_found',
      `There is no run ${id} here. Runs are kept for an hour after their end, by the process that ran them; results are at /results.`,
    )
  }

  return {
    /** Begins a run; what a failure tells is told of the request that asked for it. */
    start(context: ApiContext, starting: Starting) {
      sweep()
      const id = newId()
      const run = newRun(context.get('caller'), { id, query: starting.query, at: wallClock() })
      const outcome = follow(run, starting)
      const end = (change: Partial<RunSummary>, event: string, data: object) => {
        run.arriving.clear()
        run.summary = { ...run.summary, ended_at: wallClock(), ...change }
        keep(run, event, data)
      }
      run.ended = outcome.then(
        (result) => {
          run.result = result
          end({ status: 'done', result_id: result.id }, 'result', result)
        },
        (thrown) => {
          const error = knownError(thrown, context, log)
          const { code, message, retryAfterSeconds: wait } = error
          const told = { code, message, ...(wait !== undefined && { retry_after_seconds: wait }) }
          const status = run.stop.signal.aborted ? 'stopped' : 'failed'
          end({ status, error: told }, 'error', streamedErrorBody(error, context))
        },
      )
      runs.set(id, run)
      runListing?.note(run.lister, run.summary, run.ended)
      void run.ended.then(() => runListing?.note(run.lister, run.summary, run.ended))
      /** It rejects with why there is no answer. */
      return { id, outcome, ended: run.ended }
    },
    /** The runs of a caller, the last begun first. */
    async list(caller: Caller): Promise<RunSummary[]> {
      if (runListing !== undefined) return runListing.list(queueKeyOf(caller))
      sweep()
      const own = [...runs.values()].filter(({ lister }) => lister === queueKeyOf(caller))
      return own.map(({ summary }) => summary).reverse()
    },
    get(caller: Caller, id: string): KeptRun {
      const { summary, replies, arriving, result } = find(caller, id)
      const begun = [...arriving.values()].map(({ name, text }) => ({ name, text, complete: false }))
      return { ...summary, texts: [...replies, ...begun], ...(result && { result }) }
    },
    /** What has happened after an event, and then what happens, to the end of the run. */
    async *watch(caller: Caller, id: string, { after, signal }: { after: number; signal: AbortSignal }) {
      const run = find(caller, id)
      yield { event: 'run-start', data: JSON.stringify(run.summary) }
      const sent = new Map<Arriving, number>()
      for (let seen = after; !signal.aborted; ) {
        const news = happened(run, seen, sent)
        seen = run.last
        for (const { number, ...event } of news) yield { ...event, id: String(number) } satisfies SentEvent
        if (run.last > seen) continue
        if (run.summary.ended_at !== null) return
        await changed(run, signal)
      }
    },
    /** Ends a run, and so what it costs; one that has ended is unchanged. */
    async stop(caller: Caller, id: string): Promise<void> {
      const run = find(caller, id)
      run.stop.abort()
      await run.ended
    },
    /** Lets a run conclude with what the models have said; one that has ended stays as it is. */
    answerNow(caller: Caller, id: string): void {
      const { summary, replies, answerNow } = find(caller, id)
      if (summary.status === 'running' && replies.length === 0)
        throw new StrettoError('conflict', `No model has answered yet. See GET /runs/${id}.`)
      answerNow.abort()
    },
  }
}

function newRun(caller: Caller, { id, query, at }: { id: string; query: string; at: number }) {
  const shown = query.slice(0, LIMITS.listedQueryCharacters)
  const summary: RunSummary = { id, status: 'running', query: shown, started_at: at, ended_at: null }
  return {
    owner: ownerOf(caller),
    /** To whom it is listed: callers without a key are told from each other by their addresses. */
    lister: queueKeyOf(caller),
    summary,
    result: undefined as EdgeConsensusResponse | undefined,
    /** Resolves when it has ended, however. */
    ended: Promise.resolve(),
    events: [] as KeptEvent[],
    arriving: new Map<string, Arriving>(),
    replies: [] as KeptRun['texts'],
    /** The number of the last event, and how many characters are kept. */
    ...{ last: 0, characters: 0 },
    ...{ stop: new AbortController(), answerNow: new AbortController() },
    /** Wakes those who watch. */
    wake: new Set<() => void>(),
  }
}

/** Keeps what happens in a run until it gives its answer. */
async function follow(run: OneRun, { prepared, seats, finish }: Starting): Promise<EdgeConsensusResponse> {
  const { signal } = run.stop
  try {
    for await (const step of followRun(prepared, signal, 'all', run.answerNow.signal)) {
      if ('response' in step) return finish(step.response)
      if (step.event.type === 'answer-text') keepPiece(run, step.event)
      else keepEvent(run, step.event, seats)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  throw new StrettoError('cancelled', 'The run was stopped.')
}

function keepEvent(run: OneRun, event: DeliberationEvent, seats: RequestedSeat[]): void {
  if (event.type === 'answer-received') {
    run.arriving.delete(event.name)
    const { name, text } = event
    if (text !== null && event.iteration === 1) run.replies.push({ name, text, complete: true })
  }
  keep(run, event.type, dataOf(event, seats) as object)
}

/** What does not fit is not kept, except for the end. */
function keep(run: OneRun, event: string, data: object): void {
  const text = JSON.stringify(data)
  if (run.characters + text.length > MOST_OF_A_RUN && run.summary.ended_at === null) return
  run.characters += text.length
  run.events.push({ number: ++run.last, event, data: text })
  for (const wake of run.wake) wake()
}

function keepPiece(run: OneRun, { type: _, offset, text, ...piece }: AnswerText): void {
  const known = run.arriving.get(piece.name)
  const number = ++run.last
  if (known?.attempt === piece.attempt && known.text.length === offset)
    Object.assign(known, { number, text: known.text + text })
  // A new attempt begins anew, for those who watch as well.
  else run.arriving.set(piece.name, { ...piece, number, text: (known?.text ?? '').slice(0, offset) + text })
  for (const wake of run.wake) wake()
}

/** What has happened in a run after an event; of a text that is arriving, what was not sent before. */
function happened({ events, arriving }: OneRun, after: number, sent: Map<Arriving, number>): KeptEvent[] {
  const first = events.findLastIndex(({ number }) => number <= after) + 1
  const pieces = [...arriving.values()]
    .filter(({ number }) => number > after)
    .map((one) => {
      const { number, text, ...piece } = one
      const offset = sent.get(one) ?? 0
      sent.set(one, text.length)
      return {
        number,
        event: 'answer-text',
        data: JSON.stringify({ ...piece, offset, text: text.slice(offset) }),
      }
    })
  return [...events.slice(first), ...pieces].sort((one, other) => one.number - other.number)
}

/** Resolves when something happens in a run, or when the signal aborts. */
async function changed({ wake }: OneRun, signal: AbortSignal): Promise<void> {
  let resume = () => {}
  const happens = new Promise<void>((resolve) => {
    resume = resolve
  })
  wake.add(resume)
  signal.addEventListener('abort', resume, { once: true })
  await happens
  wake.delete(resume)
  signal.removeEventListener('abort', resume)
}
