import { useRef, useState } from 'preact/hooks'
import type { EdgeClient, EdgeRequest } from '../../../src/client/index.ts'
import { problemOf } from '../api/problem.ts'
import { keepPastRun } from '../ask/past-runs.ts'
import { addToHistory } from '../history/history.ts'
import { openedRun } from '../run/opened-run.ts'
import { askedRun, type RunState } from '../run/run-state.ts'
import { followUpRequest, requestFor } from './follow-up.ts'
import { useRun } from './use-run.ts'

/** A turn of the conversation before the one that is shown in full. */
export interface PastTurn {
  /** The id of its result. */
  id: string
  state: RunState
}

/** Holds a conversation: what was answered before, and the run that is watched or was opened. */
export function useThread(edge: EdgeClient) {
  const { state, ask, open, stop } = useRun(edge)
  const [past, setPast] = useState<PastTurn[]>([])
  /** The request that is being answered; null for a stored result. */
  const request = useRef<EdgeRequest | null>(null)
  /** Which conversation it is: what was fetched for another one is dropped. */
  const current = useRef(0)

  const begin = (asked: EdgeRequest, before: PastTurn[]) => {
    current.current += 1
    request.current = asked
    setPast(before)
    void ask(asked, (result) => {
      const turns = [...before.map(({ id }) => id), result.id]
      if (!result.cache_hit) keepPastRun(result)
      addToHistory(result, { at: Date.now(), turns, title: before[0]?.state.question ?? result.query })
    })
  }
  const statesOf = (turns: PastTurn[]) => turns.map((turn) => turn.state)
  const requested = (): EdgeRequest | null =>
    request.current ?? (state?.result ? requestFor(state, statesOf(past)) : null)

  return {
    past,
    state,
    stop,
    /** Begins a conversation. */
    begin: (asked: EdgeRequest) => begin(asked, []),
    /** Sends the next message, with everything that was said. */
    followUp(query: string) {
      const before = requested()
      const id = state?.result?.id
      if (before === null || id === undefined) return
      const turns = [...past, { id, state: state! }]
      begin(followUpRequest(before, statesOf(turns), query), turns)
    },
    /** Tries again what was lost or refused: the same request, or the result with this id. */
    again(id: string | undefined) {
      if (request.current !== null) begin(request.current, past)
      else if (id !== undefined) void open(id)
    },
    /** Has the last question, or another in its place, answered again, without a saved answer. */
    askAgain(query?: string) {
      const before = requested()
      if (before !== null)
        begin({ ...before, skip_cache: true, ...(query === undefined ? {} : { query }) }, past)
    },
    /** Shows stored results as a conversation; those that are shown already are not fetched again. */
    open(ids: string[]) {
      const shown = [...past, ...(state?.result ? [{ id: state.result.id, state }] : [])]
      const last = ids.at(-1)!
      const isShown = state?.result?.id === last && state.iterations.length > 0
      const earlier = ids.slice(0, -1)
      const isSame = earlier.join() === past.map(({ id }) => id).join()
      if (!isSame) {
        current.current += 1
        const mine = current.current
        setPast(
          earlier.map((id) => shown.find((turn) => turn.id === id) ?? { id, state: askedRun('', null) }),
        )
        const put = (id: string, opened: RunState) => {
          if (current.current === mine)
            setPast((turns) => turns.map((turn) => (turn.id === id ? { id, state: opened } : turn)))
        }
        for (const id of earlier.filter((one) => !shown.some((turn) => turn.id === one)))
          edge.result(id).then(
            (stored) => put(id, openedRun(stored, null)),
            (error) => put(id, { ...askedRun('', null), stage: 'failed', problem: problemOf(error) }),
          )
      }
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

/** What can be done with a conversation. */
export type Thread = ReturnType<typeof useThread>
