import type { Abstention } from '../../contract/deliberation.ts'
import type { Run } from '../deliberation.ts'
import type { Spiral } from '../measure/spiral.ts'
import type { AxiomReadingBrief, GroupingBrief } from '../panel/brief.ts'
import type { CallCost } from '../panel/call-cost.ts'
import { type ModelCall, ModelFailure, toAbstention } from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { isSameModel } from '../panel/votes.ts'
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
  brief: GroupingBrief | AxiomReadingBrief,
  read: (text: string) => Reading | null,
  iteration = spiral.entries.length,
): Promise<{ reading: Reading | null; spiral: Spiral }> {
  let state = spiral
  for (const seat of readersOf(run, spiral)) {
    if (run.signal.aborted || !run.affords(state, { calls: 1, reserve: 0 })) break
    await run.ports.pause()
    const { text, abstention, call } = await askOnce(run, { seat, iteration, brief })
    const reading = text === null ? null : read(text)
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
    if (reading !== null) return { reading, spiral: state }
  }
  return { reading: null, spiral: state }
}

/** Who reads: the model that was chosen for it, then seats of other models; those that have failed come last. */
function readersOf({ reader, seats }: Run, { entries }: Spiral): Seat[] {
  const able = seats.filter(({ isStandIn }) => !isStandIn)
  const hasFailed = (seat: Seat) =>
    entries.some(({ responses }) => responses[seats.indexOf(seat)]?.error != null)
  const inOrder = [...able.filter((seat) => !hasFailed(seat)), ...able.filter(hasFailed)]
  const [first, ...others] = reader === null ? inOrder : [reader, ...inOrder]
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
