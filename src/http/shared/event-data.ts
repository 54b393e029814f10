import { claimsInOrder, type RequestedSeat } from '../../consensus/present/in-request-order.ts'
import { presentEntry, roundedCall } from '../../consensus/present/present.ts'
import { runEvents } from '../../contract/events.ts'
import type { AnswerText } from '../../engine/index.ts'
import type { TaskEvent } from '../../tasks/task-events.ts'

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
