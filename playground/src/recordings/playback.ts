import { useEffect, useMemo, useState } from 'preact/hooks'
import type { EdgeEvent } from '../../../src/client/index.ts'
import { askedRun, reduceRun } from '../run/run-state.ts'
import type { Recording } from './recording.ts'

type Answer = Extract<EdgeEvent, { type: 'answer-received' }>

const STEP_MS = 800
const PIECE_MS = 100
/** About as much as can be skimmed in that time. */
const PIECE_CHARACTERS = 14

/** What happens in a recording, step by step; the first texts are seen being written. */
export function stepsOf(events: EdgeEvent[]): EdgeEvent[][] {
  const first = events.filter(isFirstAnswer)
  return events.flatMap((event) => {
    if (event === first[0]) return writtenSteps(first)
    return isFirstAnswer(event) ? [] : [[event]]
  })
}

function isFirstAnswer(event: EdgeEvent): event is Answer {
  return event.type === 'answer-received' && event.data.iteration === 1
}

/** Answers that are written at the same time, piece by piece; each arrives when it is whole. */
function writtenSteps(answers: Answer[]): EdgeEvent[][] {
  const piecesOf = ({ data: { text } }: Answer) => Math.ceil((text?.length ?? 0) / PIECE_CHARACTERS)
  return Array.from({ length: Math.max(...answers.map(piecesOf)) + 1 }, (_, piece) => [
    ...answers.filter((answer) => piecesOf(answer) > piece).map((answer) => pieceOf(answer, piece)),
    ...answers.filter((answer) => piecesOf(answer) === piece),
  ])
}

function pieceOf({ data: { iteration, name, model, text } }: Answer, piece: number): EdgeEvent {
  const offset = piece * PIECE_CHARACTERS
  const part = text!.slice(offset, offset + PIECE_CHARACTERS)
  return { type: 'answer-text', data: { iteration, name, model, attempt: 1, offset, text: part } }
}

/** Plays a recording like a run that is watched; at once to its end where motion is unwelcome. */
export function usePlayback({ question, events }: Recording) {
  const steps = useMemo(() => stepsOf(events), [events])
  const [taken, setTaken] = useState(() =>
    matchMedia('(prefers-reduced-motion: reduce)').matches ? steps.length : 0,
  )
  const next = steps[taken]
  useEffect(() => {
    if (next === undefined) return
    const pause = next[0]?.type === 'answer-text' || isFirstAnswer(next[0]!) ? PIECE_MS : STEP_MS
    const timer = setTimeout(() => setTaken(taken + 1), pause)
    return () => clearTimeout(timer)
  }, [next, taken])
  const run = useMemo(
    () =>
      steps
        .slice(0, taken)
        .flat()
        .reduce(
          (before, event) => reduceRun(before, { type: 'event', event, at: 0 })!,
          askedRun(question, null),
        ),
    [steps, taken],
  )
  return { run, isOver: next === undefined, skip: () => setTaken(steps.length), again: () => setTaken(0) }
}
