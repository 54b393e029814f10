import { useEffect, useMemo, useState } from 'preact/hooks'
import { askedRun, type RunState, reduceRun } from '../run/run-state.ts'
import { type Step, stepsOf } from './playback.ts'
import type { Recording } from './recording.ts'

interface Played {
  /** How many steps have been taken. */
  taken: number
  run: RunState
}

function takeSteps({ taken, run }: Played, steps: Step[], upTo: number): Played {
  const next = steps.slice(taken, upTo)
  return {
    taken: upTo,
    run: next.reduce((before, { event }) => reduceRun(before, { type: 'event', event, at: 0 })!, run),
  }
}

/** Plays a recording like a run that is watched; at once to its end where motion is unwelcome. */
export function usePlayback({ question, events }: Recording) {
  const steps = useMemo(() => stepsOf(events), [events])
  const beginning: Played = { taken: 0, run: askedRun(question, null) }
  const [played, setPlayed] = useState(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    return isStill ? takeSteps(beginning, steps, steps.length) : beginning
  })
  const { taken, run } = played
  const isOver = taken === steps.length
  useEffect(() => {
    const step = steps[taken]
    if (step === undefined) return
    const later = steps.findIndex(({ afterMs }, place) => place > taken && afterMs > 0)
    const upTo = later === -1 ? steps.length : later
    const timer = setTimeout(() => setPlayed((before) => takeSteps(before, steps, upTo)), step.afterMs)
    return () => clearTimeout(timer)
  }, [steps, taken])
  return {
    run,
    isOver,
    skip: () => setPlayed((before) => takeSteps(before, steps, steps.length)),
    again: () => setPlayed(beginning),
  }
}
