import { useRef, useState } from 'preact/hooks'
import type { EdgeClient, EdgeRequest } from '../../../src/client/index.ts'
import { problemOf } from '../api/problem.ts'
import { keepPastRun } from '../ask/past-runs.ts'
import { addRunToHistory, addToHistory, markRun, readHistory } from '../history/history.ts'
import { askedRun, openedRun, type RunState } from '../run/run-state.ts'
import { followUpRequest, requestFor } from './follow-up.ts'
import { keepRequest, keptRequest } from './kept-requests.ts'
import { type RunWatcher, useRun } from './use-run.ts'

/** A turn of the conversation before the one that is shown in full. */
export interface PastTurn {
  /** The id of its result. */
  id: string
  state: RunState
}

/** A request, and the conversation that it continues. */
export interface NextTurn {
  request: EdgeRequest
  past: PastTurn[]
}

/** Holds a conversation: what was answered before, and the run that is watched or was opened. */
export function useThread(edge: EdgeClient) {
  const { state, ask, join, open, stop, answerNow } = useRun(edge)
  const [past, setPast] = useState<PastTurn[]>([])
  /** The request that is being answered; null for a stored result. */
  const request = useRef<EdgeRequest | null>(null)
  /** Which conversation it is: what was fetched for another one is dropped. */
  const current = useRef(0)

  const begin = ({ request: asked, past: before }: NextTurn) => {
    current.current += 1
    request.current = asked
    setPast(before)
    void ask(asked, watcherFor({ asked, ids: before.map(({ id }) => id), title: before[0]?.state.question }))
  }
  /** Keeps in this browser what becomes of a run. */
  const watcherFor = (turn: { asked: EdgeRequest | null; ids: string[]; title?: string }): RunWatcher => {
    const { asked, ids } = turn
    let runId: string | undefined
    return {
      onStart({ id, query }) {
        runId = id
        if (asked !== null) keepRequest(id, asked)
        const question = turn.title ?? asked?.query ?? query
        addRunToHistory({ id, turns: [...ids, id], question, at: Date.now() })
      },
      onResult(result) {
        if (asked !== null) keepRequest(result.id, asked)
        if (!result.cache_hit) keepPastRun(result)
        const turns = [...ids, result.id]
        addToHistory(result, { at: Date.now(), turns, title: turn.title ?? result.query, runId })
      },
      onEnd: markRun,
    }
  }
  /** Shows turns of a conversation before the one in full; those that are shown already are not fetched again. */
  const showPast = (ids: string[]) => {
    const shown = [...past, ...(state?.result ? [{ id: state.result.id, state }] : [])]
    const turns = ids.map((id) => shown.find((turn) => turn.id === id && turn.state.result) ?? unread(id))
    current.current += 1
    const mine = current.current
    setPast(turns)
    for (const { id } of turns.filter((turn) => turn.state.result === null)) {
      const put = (opened: RunState) => {
        if (current.current === mine)
          setPast((before) => before.map((turn) => (turn.id === id ? { id, state: opened } : turn)))
      }
      edge.result(id).then(
        (stored) => put(openedRun(stored, null)),
        (error) => put({ ...askedRun('', null), stage: 'failed', problem: problemOf(error) }),
      )
    }
  }
  /** The id of a run that the service no longer has. */
  const gone = useRef<string | null>(null)
  const states = past.map((turn) => turn.state)
  const shownId = state?.result?.id ?? state?.runId
  const known = request.current ?? (shownId ? keptRequest(shownId) : null)
  const requested = known ?? (state?.result ? requestFor(state, states) : null)

  return {
    past,
    state,
    stop() {
      if (state?.runId) markRun(state.runId, 'stopped')
      stop()
    },
    answerNow,
    /** Watches a run of which only the id is known here, and what this browser remembers. */
    join(id: string) {
      const remembered = readHistory().find((one) => one.id === id)
      const ids = remembered?.turns?.slice(0, -1) ?? []
      request.current = keptRequest(id)
      showPast(ids)
      const title = ids.length > 0 ? remembered?.question : undefined
      void join(id, watcherFor({ asked: request.current, ids, title }))
    },
    /** The ids of its results; none while the last is not there. */
    ids: state?.result ? [...past.map(({ id }) => id), state.result.id] : [],
    /** Whether the next message is sent with the options of this one; a stored result tells only its models. */
    knowsOptions: known !== null,
    /** Whether earlier turns are still fetched. */
    isLoading: states.some(({ stage }) => stage === 'asked'),
    begin,
    /** The next message, with everything that was said; null while there is no answer. */
    followUp(query: string): NextTurn | null {
      const result = state?.result
      if (requested === null || !result) return null
      const turns = [...past, { id: result.id, state: state! }]
      return { request: followUpRequest(requested, [...states, state!], query), past: turns }
    },
    /** The last question, or another in its place, without a saved answer. */
    askAgain: (query?: string): NextTurn | null =>
      requested && {
        request: { ...requested, skip_cache: true, ...(query === undefined ? {} : { query }) },
        past,
      },
    /** Tries again what was lost or refused: the same request, or the results with these ids. */
    again(ids: string[]) {
      const { runId = null, problem = null } = state ?? {}
      if (runId !== null && problem?.kind === 'lost' && runId !== gone.current) this.join(runId)
      else if (request.current !== null) begin({ request: request.current, past })
      else if (ids.length > 0) this.open(ids)
      else if (state?.question) begin({ request: { query: state.question }, past })
    },
    /** Shows stored results as a conversation. */
    open(ids: string[]) {
      const last = ids.at(-1)!
      showPast(ids.slice(0, -1))
      const isShown = state?.result?.id === last && state.iterations.length > 0
      if (isShown) return
      if (state?.result?.id !== last) request.current = null
      void open(last)
    },
    /** Resolves when the service can be reached, with whether going on costs nothing: the run is there, or its answer. */
    async reach(signal: AbortSignal): Promise<boolean> {
      const runId = state?.runId ?? null
      if (runId !== null) {
        const isThere = await edge.run(runId, { signal }).then(
          () => true,
          (error) => {
            if (problemOf(error).kind !== 'missing') throw error
            return false
          },
        )
        if (isThere) return true
        gone.current = runId
        markRun(runId, 'failed')
      }
      const asked = request.current
      if (asked === null) return (await edge.liveness({ signal })) !== null
      const { in_progress: isRunning = false, cost_usd: cost } = await edge.dryRun(asked, { signal })
      return isRunning || cost.at_most === 0
    },
  }
}

/** A turn that is fetched. */
function unread(id: string): PastTurn {
  return { id, state: askedRun('', null) }
}

/** What can be done with a conversation. */
export type Thread = ReturnType<typeof useThread>
