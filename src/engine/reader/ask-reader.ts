import type { Abstention } from '../../contract/deliberation.ts'
import type { Run } from '../deliberation.ts'
import type { Spiral } from '../measure/spiral.ts'
import type { ReadingBrief } from '../panel/brief.ts'
import type { CallCost } from '../panel/call-cost.ts'
import { type ModelCall, ModelFailure, toAbstention } from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { isSameModel } from '../panel/votes.ts'
import { withdrawnSeats } from '../panel/withdrawn-seats.ts'
import { promptFor } from '../prompt/prompts.ts'

/** How often a reading is asked for: of one model, and if that fails once more of another. */
export const MOST_READERS = 2

const UNREADABLE: Abstention = { code: 'unreadable', message: 'The reading is unreadable or impossible.' }

/**
 * Lets a model read what others wrote. What it says must pass `read`; an unreadable or impossible reading is asked for
 * once more of another model. The reading is null where nobody can read, or the budget does not allow it.
 */
export async function askReader<Reading>(
  run: Run,
  spiral: Spiral,
  brief: ReadingBrief,
  read: (text: string) => Reading | null,
  { iteration = spiral.entries.length, readers = readersOf(run, spiral) } = {},
): Promise<{ reading: Reading | null; spiral: Spiral; by?: Seat }> {
  let state = spiral
  for (const seat of readers) {
    if (run.signal.aborted || !run.affords(state, { calls: 1, reserve: 0 })) break
    await run.ports.pause()
    const { text, abstention, call } = await askOnce(run, { seat, iteration, brief })
    const reading = text === null ? null : readSafely(text, read)
    state = run.spent(state, { phase: 'reading', iteration }, [{ call }])
    run.ports.onEvent({
      type: 'reading-received',
      iteration,
      task: brief.task,
      name: seat.name,
      model: seat.model,
      readable: reading !== null,
      error: abstention ?? (reading === null ? UNREADABLE : null),
      latency_ms: call?.latencyMs ?? 0,
      cost_usd: call?.costUsd ?? null,
    })
    if (reading !== null) return { reading, spiral: state, by: seat }
  }
  return { reading: null, spiral: state }
}

/** What is read in a reply; null for one so odd that reading it fails. */
function readSafely<Reading>(text: string, read: (text: string) => Reading | null): Reading | null {
  try {
    return read(text)
  } catch {
    return null
  }
}

/** The seats that can read: no stand-in, and none that is not asked any more; those that have failed come last. */
export function ableSeats({ entries, standings }: Spiral): Seat[] {
  const seats = standings.map(({ seat }) => seat)
  const withdrawn = withdrawnSeats(entries, seats)
  const able = seats.filter(({ isStandIn, key }) => !isStandIn && !withdrawn.has(key))
  const hasFailed = (seat: Seat) =>
    entries.some(({ responses }) => responses[seats.indexOf(seat)]?.error != null)
  return [...able.filter((seat) => !hasFailed(seat)), ...able.filter(hasFailed)]
}

/** Who reads: the model that was chosen for it, then seats of other models. */
export function readersOf(run: Run, spiral: Spiral): Seat[] {
  const inOrder = ableSeats(spiral)
  const [first, ...others] = run.reader === null ? inOrder : [run.reader, ...inOrder]
  if (first === undefined) return []
  return [first, ...others.filter((seat) => !isSameModel(seat, first))].slice(0, MOST_READERS)
}

interface Asked {
  text: string | null
  abstention: Abstention | null
  call: CallCost | null
}

async function askOnce(
  { ports, signal }: Run,
  { seat, iteration, brief }: Pick<ModelCall, 'seat' | 'iteration' | 'brief'>,
): Promise<Asked> {
  try {
    const { messages } = promptFor(brief)
    const {
      text,
      isCut,
      servedModel: _,
      ...call
    } = await ports.askModel({ seat, iteration, brief, messages, signal })
    return { text: isCut ? null : text, abstention: null, call }
  } catch (error) {
    return {
      text: null,
      abstention: toAbstention(error),
      call: error instanceof ModelFailure ? error.spent : null,
    }
  }
}
