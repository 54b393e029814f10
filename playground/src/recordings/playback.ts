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

/** Answers that are written at the same time, piece by piece; each arrives when it is whole. */
function writtenSteps(answers: Answer[]): Step[] {
  const piecesOf = ({ data: { text } }: Answer) => Math.ceil((text?.length ?? 0) / PIECE_CHARACTERS)
  const most = Math.max(...answers.map(piecesOf))
  return Array.from({ length: most + 1 }, (_, piece): EdgeEvent[] => [
    ...answers.filter((answer) => piecesOf(answer) > piece).map((answer) => pieceOf(answer, piece)),
    ...answers.filter((answer) => piecesOf(answer) === piece),
  ]).flatMap((events) => events.map((event, place) => ({ event, afterMs: place === 0 ? PIECE_MS : 0 })))
}

function pieceOf({ data }: Answer, piece: number): EdgeEvent {
  const { iteration, name, model } = data
  const offset = piece * PIECE_CHARACTERS
  const text = data.text!.slice(offset, offset + PIECE_CHARACTERS)
  return { type: 'answer-text', data: { iteration, name, model, attempt: 1, offset, text } }
}
