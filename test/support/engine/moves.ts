import fc from 'fast-check'
import type { AnswerVerdict } from '../../../src/contract/deliberation.ts'
import { STRUCTURES } from '../../../src/contract/panel.ts'
import type { Deliberation } from '../../../src/engine/deliberation.ts'
import type { ModelCall } from '../../../src/engine/panel/model-port.ts'
import { type Line, type Reader, readsAs, revisionOf, runScripted, type Script } from './scripted-panel.ts'

/** Answers of which some are certainly the same, some certainly different, and some neither. */
export const ANSWERS = ['1', '2', '2.0', '1571', 'one', 'a couple', 'about 2', '3 km', '3000 m']

/** What a seat does in an iteration: fall silent, or speak. */
export type Move = 'fail' | 'decline' | 'garble' | Speech

/** What it says when it speaks. */
export interface Speech {
  /** The answer it gives, or the word `held` for the one it has and `other` for another one on the table. */
  answer: string
  /** What it says of the answers that it does not give. */
  verdict: AnswerVerdict
  /** Whether it says what refuted the answer that it gives up. */
  explains: boolean
}

/** Each seat's moves by name, iteration by iteration; the last one is repeated. */
export type Moves = Record<string, Move[]>

const speech: fc.Arbitrary<Speech> = fc.record({
  answer: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...ANSWERS) },
    { weight: 3, arbitrary: fc.constant('held') },
    { weight: 2, arbitrary: fc.constant('other') },
  ),
  verdict: fc.constantFrom<AnswerVerdict>('right', 'right', 'partly', 'wrong', 'unsure'),
  explains: fc.boolean(),
})
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 8, arbitrary: speech },
  { weight: 1, arbitrary: fc.constantFrom<Move>('fail', 'decline', 'garble') },
)

/** Two to five seats with a mind of their own. */
const anyMoves: fc.Arbitrary<Moves> = fc
  .array(fc.array(move, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 5 })
  .map(seatMoves)

/** Readers: an honest one, one to whom all is one, one to whom nothing is, one that finds pairs compatible, and none. */
export const READERS = {
  honest: readsAs((answer) => answer.toLowerCase()),
  lumping: readsAs(() => 'all the same'),
  splitting: (brief) =>
    brief.task === 'group-answers'
      ? JSON.stringify({ groups: brief.replies.map(({ label }) => [label]), compatible: [] })
      : '',
  reconciling: readsAs((answer) => answer, [[1, 2]]),
  speechless: () => 'no idea',
} satisfies Record<string, Reader>

/** A panel of such seats, with a reader, and how it deliberates. */
export const anyRun = fc.record({
  moves: anyMoves,
  structure: fc.constantFrom(...STRUCTURES),
  maxIterations: fc.integer({ min: 1, max: 9 }),
  reads: fc.constantFrom<Reader>(...Object.values(READERS)),
})

/** The moves of seats by names of their own. */
export function seatMoves(seats: Move[][]): Moves {
  return Object.fromEntries(seats.map((moves, index) => [`model-${index + 1}`, moves]))
}

/** What a seat writes before the block of its first reply. */
export function firstText(name: string, answer: string): string {
  return `${name} says:\n\n- **${answer}**  `.trimEnd()
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

/** What the writer of an answer writes. */
export const writtenText = (answer: string) => `Written: ${answer}.`

function lineOf(made: Move, call: ModelCall): Line {
  const { brief, seat } = call
  if (brief.phase === 'writing') return writtenText(brief.answer)
  if (made === 'fail') return new Error(`${seat.name} is down`)
  if (made === 'garble') return brief.phase === 'exposition' ? ' ' : 'Well, well.'
  if (brief.phase === 'exposition') {
    if (made === 'decline') return { answer: '', text: 'I do not know.' }
    const answer = ANSWERS.includes(made.answer) ? made.answer : ANSWERS[0]!
    return { answer, text: firstText(seat.name, answer) }
  }
  return made === 'decline' ? '{}' : rulingsIn(made, call)
}

function rulingsIn({ answer, verdict, explains }: Speech, call: ModelCall): Line {
  const { answers, own } = revisionOf(call)
  const known: Record<string, string | null | undefined> = {
    held: own,
    other: answers.find(({ label }) => label !== own)?.label ?? own,
  }
  const wanted = answer in known ? known[answer] : answers.find((one) => one.answer === answer)?.label
  return {
    reasoning: 'I thought it over.',
    rulings: answers.map(({ label }) => ({
      label,
      verdict: label === wanted ? 'right' : verdict,
      why: 'so',
    })),
    answer: wanted ?? '',
    new_answer: wanted === undefined ? answer : '',
    changed_because: explains ? 'It was refuted.' : '',
  }
}

/** The result of a run of such moves; null when it never met its quorum. */
export async function outcomeOf(
  moves: Moves,
  options: Parameters<typeof runScripted>[1],
): Promise<Deliberation | null> {
  return await runScripted(scriptsOf(moves), options).result.catch((error) => {
    if (error.code === 'unavailable') return null
    throw error
  })
}
