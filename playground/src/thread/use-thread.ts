import { useRef, useState } from 'preact/hooks'
import type { EdgeClient, EdgeRequest } from '../../../src/client/index.ts'
import { problemOf } from '../api/problem.ts'
import { keepPastRun } from '../ask/past-runs.ts'
import { addToHistory } from '../history/history.ts'
import { askedRun, openedRun, type RunState } from '../run/run-state.ts'
import { followUpRequest, requestFor } from './follow-up.ts'
import { keepRequest, keptRequest } from './kept-requests.ts'
import { useRun } from './use-run.ts'

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
  const { state, ask, open, stop } = useRun(edge)
  const [past, setPast] = useState<PastTurn[]>([])
  /** The request that is being answered; null for a stored result. */
  const request = useRef<EdgeRequest | null>(null)
  /** Which conversation it is: what was fetched for another one is dropped. */
  const current = useRef(0)

  const begin = ({ request: asked, past: before }: NextTurn) => {
    current.current += 1
    request.current = asked
    setPast(before)
    void ask(asked, (result) => {
      const turns = [...before.map(({ id }) => id), result.id]
      keepRequest(result.id, asked)
      if (!result.cache_hit) keepPastRun(result)
      addToHistory(result, { at: Date.now(), turns, title: before[0]?.state.question ?? result.query })
    })
  }
  const states = past.map((turn) => turn.state)
  const known = request.current ?? (state?.result ? keptRequest(state.result.id) : null)
  const requested = known ?? (state?.result ? requestFor(state, states) : null)

  return {
    past,
    state,
    stop,
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
      if (request.current !== null) begin({ request: request.current, past })
      else if (ids.length > 0) this.open(ids)
    },
    /** Shows stored results as a conversation; those that are shown already are not fetched again. */
    open(ids: string[]) {
      const shown = [...past, ...(state?.result ? [{ id: state.result.id, state }] : [])]
      const last = ids.at(-1)!
      const turns = ids
        .slice(0, -1)
        .map((id) => shown.find((turn) => turn.id === id && turn.state.result) ?? unread(id))
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
      const isShown = state?.result?.id === last && state.iterations.length > 0
      if (isShown) return
      if (state?.result?.id !== last) request.current = null
      void open(last)
    },
    /** Resolves when the service can be reached, with whether asking again costs nothing. */
    async reach(signal: AbortSignal): Promise<boolean> {
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
