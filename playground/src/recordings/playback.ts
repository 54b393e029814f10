import type { EdgeEvent } from '../../../src/client/index.ts'

/** Something that happens in a recording, and how long after what came before. */
export interface Step {
  event: EdgeEvent
  afterMs: number
}

type Answer = Extract<EdgeEvent, { type: 'answer-received' }>

const PIECE_MS = 100
/** About as much as can be skimmed in that time. */
const PIECE_CHARACTERS = 14
const SHORT_MS = 400
/** How long something new can be looked at before more comes. */
const PAUSES: Partial<Record<EdgeEvent['type'], number>> = {
  'iteration-start': 1_000,
  'reading-received': 1_000,
  'iteration-end': 800,
  'claims-change': 1_500,
  'text-written': 1_500,
  'text-checked': 1_500,
  'text-accepted': 1_000,
}

/** The events of a recording at the speed of a reader, who sees the first texts being written. */
export function stepsOf(events: EdgeEvent[]): Step[] {
  const first = events.filter(isFirstAnswer)
  return events.flatMap((event) => {
    if (event === first[0]) return writtenSteps(first)
    return isFirstAnswer(event) ? [] : [{ event, afterMs: PAUSES[event.type] ?? SHORT_MS }]
  })
}

function isFirstAnswer(event: EdgeEvent): event is Answer {
  return event.type === 'answer-received' && event.data.iteration === 1
}

/** Answers that are written at the same time, piece by piece, each until it is whole. */
function writtenSteps(answers: Answer[]): Step[] {
  const textOf = ({ data }: Answer) => data.text ?? ''
  const longest = Math.max(...answers.map((answer) => textOf(answer).length), 1)
  const offsets = Array.from(
    { length: Math.ceil(longest / PIECE_CHARACTERS) },
    (_, at) => at * PIECE_CHARACTERS,
  )
  return offsets.flatMap((offset) => {
    const next = offset + PIECE_CHARACTERS
    const written = answers.filter((answer) => textOf(answer).length > offset)
    const ended = answers.filter(
      (answer) => Math.max(textOf(answer).length, 1) > offset && textOf(answer).length <= next,
    )
    const events: EdgeEvent[] = [...written.map((answer) => pieceOf(answer, offset)), ...ended]
    return events.map((event, place) => ({ event, afterMs: place === 0 ? PIECE_MS : 0 }))
  })
}

function pieceOf({ data }: Answer, offset: number): EdgeEvent {
  const { iteration, name, model } = data
  const text = data.text!.slice(offset, offset + PIECE_CHARACTERS)
  return { type: 'answer-text', data: { iteration, name, model, attempt: 1, offset, text } }
}
