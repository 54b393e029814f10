import type { Deliberation } from '../../../src/engine/deliberation.ts'
import type { ModelCall } from '../../../src/engine/panel/model-port.ts'
import { type Line, type ReplyFields, runScripted, type Script } from './scripted-panel.ts'

/** Answers that are equal, contrary, or agree in part, closed and open. */
const ANSWERS = [
  '1',
  '2',
  'one',
  'There is one and it stands in the old town near the river',
  'There is one and it stands in the old town near the bridge',
  'There is one and it stands in the old harbour near the bridge',
  'There is none that stands in the old town',
]

/** What a seat does in an iteration: fall silent, or speak for an answer. */
export type Move = 'fail' | 'decline' | Speech

/** What it says when it speaks. */
export interface Speech {
  /** An answer of its own, or the word `theme` or `held` for the one it is shown or has. */
  answer: string
  verdict: 'accept' | 'amend' | 'reject'
  /** Whether it names a claim it was shown. */
  grounded: boolean
  rebuts: boolean
}

/** Each seat's moves by name, iteration by iteration; the last one is repeated. */
export type Moves = Record<string, Move[]>

/** Every way to speak; most often for the theme or for the answer held, most often in acceptance. */
export const SPEECHES: Speech[] = [...ANSWERS, ...Array(5).fill('theme'), ...Array(7).fill('held')].flatMap(
  (answer) =>
    (['accept', 'accept', 'amend', 'reject'] as const).flatMap((verdict) =>
      [true, false].flatMap((grounded) =>
        [true, false].map((rebuts) => ({ answer, verdict, grounded, rebuts })),
      ),
    ),
)

/** Every move: about one in seven is silence. */
export const MOVES: Move[] = [...SPEECHES, ...Array(25).fill('fail'), ...Array(25).fill('decline')]

/** Every way to accept with all that acceptance takes. */
export const ACCEPTANCES: Speech[] = ['theme', 'theme', 'held'].map((answer) => ({
  answer,
  verdict: 'accept',
  grounded: true,
  rebuts: true,
}))

/** The moves of seats by names of their own. */
export function seatMoves(seats: Move[][]): Moves {
  return Object.fromEntries(seats.map((moves, index) => [`model-${index + 1}`, moves]))
}

/** The moves as scripts for a scripted panel. */
export function scriptsOf(moves: Moves): Record<string, Script> {
  return Object.fromEntries(
    Object.entries(moves).map(([name, turns]) => [
      name,
      (call: ModelCall) => lineOf(turns[Math.min(call.iteration, turns.length) - 1]!, call),
    ]),
  )
}

function lineOf(move: Move, { brief, seat }: ModelCall): Line {
  if (brief.phase === 'writing') return `${brief.answer}`
  if (move === 'fail') return new Error(`${seat.name} is down`)
  if (move === 'decline') return { answer: 'I do not know' }
  const claims = [`${seat.name} has seen it`]
  if (brief.phase === 'exposition') {
    const answer = move.answer === 'theme' || move.answer === 'held' ? ANSWERS[0]! : move.answer
    return { answer, claims }
  }
  if (brief.phase !== 'revision') throw new Error(`No move answers ${brief.phase}.`)
  const { theme, own, positions } = brief
  const known: Record<string, string> = { theme, held: own?.answer ?? theme }
  const answer = known[move.answer] ?? move.answer
  const line: ReplyFields = { answer, claims, verdict: move.verdict }
  if (move.grounded) line.refuted_by = positions[0]?.claims[0]?.label ?? null
  if (move.rebuts) line.rebuttal = 'answered'
  return line
}

/** The result of a run of random moves; null when it never met its quorum. */
export async function outcomeOf(
  moves: Moves,
  options: Parameters<typeof runScripted>[1],
): Promise<Deliberation | null> {
  return await runScripted(scriptsOf(moves), options).result.catch((error) => {
    if (error.code === 'unavailable') return null
    throw error
  })
}
