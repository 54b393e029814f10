import type { SpeakingOrder } from '../../../src/engine/hearing/hear-panel.ts'
import type { Seat, Standing } from '../../../src/engine/panel/panel.ts'
import { modelsNamed } from './scripted-panel.ts'

/** A seat of a name, which is also its key. */
export function seatNamed(name: string): Seat {
  return { ...modelsNamed([name])[0]!, key: name }
}

/** Where seats stand, by name; null for one without a position. */
export function standingsOf(answers: Record<string, string | null>): Standing[] {
  return Object.entries(answers).map(([name, answer]) => ({
    seat: seatNamed(name),
    position: answer === null ? null : { answer, reason: `${name} says so` },
    residual: null,
  }))
}

/** The beginning of an iteration, with how far each seat is from the others; null for one without an answer. */
export function orderOf(distances: Record<string, number | null>, iteration = 2): SpeakingOrder {
  const disagreement = Object.entries(distances).flatMap(([name, distance]) =>
    distance === null ? [] : [[name, distance] as const],
  )
  return {
    iteration,
    seats: Object.keys(distances).map(seatNamed),
    withdrawn: new Map(),
    disagreement: new Map(disagreement),
  }
}
