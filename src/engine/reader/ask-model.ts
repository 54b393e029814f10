import type { Abstention } from '../../contract/deliberation.ts'
import type { Run } from '../deliberation.ts'
import type { ToolCall } from '../panel/asked.ts'
import type { Brief, ReadingBrief } from '../panel/brief.ts'
import {
  type AskModel,
  type ModelCall,
  ModelFailure,
  type Prompt,
  toAbstention,
} from '../panel/model-port.ts'
import { isSameModel, type Seat, withdrawnSeats } from '../panel/panel.ts'
import type { CallCost, SpentOn } from '../panel/usage.ts'
import { promptFor } from '../prompt/prompts.ts'
import { type ParsedReply, readReply } from '../reading/read-reply.ts'

/** What came of a call: a text, or why there is none. */
export interface CallOutcome {
  text: string | null
  toolCalls?: ToolCall[]
  abstention: Abstention | null
  /** What it cost; null when it failed and the provider reported no cost. */
  call: CallCost | null
  /** Whether the text was cut off at the token limit. */
  isCut: boolean
  servedModel?: string
  prompt: Prompt
}

/** Puts a brief to a model, as the prompt for it unless that is known already. A failed call is an abstention. */
export async function callModel(
  ask: AskModel,
  call: Pick<ModelCall, 'seat' | 'iteration' | 'brief' | 'signal' | 'onText'>,
  prompt = promptFor(call.brief),
): Promise<CallOutcome> {
  try {
    const reply = await ask({ ...call, messages: prompt.messages })
    const { text, toolCalls, isCut = false, servedModel } = reply
    return { text, toolCalls, abstention: null, call: reply, isCut, servedModel, prompt }
  } catch (error) {
    const spent = error instanceof ModelFailure ? error.spent : null
    return { text: null, abstention: toAbstention(error), call: spent, isCut: false, prompt }
  }
}

/** Asks one seat besides the rounds, as a reader or writer; what is read is null where there is no text, or none that can be read. */
async function askAside<Reading>(
  run: Run,
  { phase, ...call }: Pick<ModelCall, 'seat' | 'iteration' | 'brief'> & Pick<SpentOn, 'phase'>,
  read: (text: string, answered: CallOutcome) => Reading | null,
): Promise<CallOutcome & { reading: Reading | null }> {
  await run.ports.pause()
  const answered = await callModel(run.ports.askModel, { ...call, signal: run.signal })
  run.spend({ phase, iteration: call.iteration }, [answered])
  try {
    return { ...answered, reading: answered.text === null ? null : read(answered.text, answered) }
  } catch {
    // A text so odd that reading it fails says nothing.
    return { ...answered, reading: null }
  }
}

/** How often a reading is asked for: of one model, and if that fails once more of another. */
export const MOST_READERS = 2

const UNREADABLE: Abstention = { code: 'unreadable', message: 'The reading is unreadable or impossible.' }

/**
 * Lets a model read what others wrote. What it says must pass `read`; an unreadable or impossible reading is asked for
 * once more of another model. The reading is null where nobody can read, or the budget does not allow it.
 */
export async function askReader<Reading>(
  run: Run,
  brief: ReadingBrief,
  read: (text: string) => Reading | null,
  { iteration = run.spiral.entries.length, readers = readersOf(run) } = {},
): Promise<{ reading: Reading; by: Seat } | { reading: null }> {
  for (const seat of readers) {
    if (run.signal.aborted || !run.affords(1)) break
    const asked = { seat, iteration, brief, phase: 'reading' } as const
    const { reading, abstention, call } = await askAside(run, asked, (text, { isCut }) =>
      isCut ? null : read(text),
    )
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
    if (reading !== null) return { reading, by: seat }
  }
  return { reading: null }
}

/** The seats that can read: no stand-in, and none that is not asked any more; those that have failed come last. */
export function ableSeats({ spiral: { entries, standings } }: Run): Seat[] {
  const seats = standings.map(({ seat }) => seat)
  const withdrawn = withdrawnSeats(entries, seats)
  const able = seats.filter(({ isStandIn, key }) => !isStandIn && !withdrawn.has(key))
  const hasFailed = (seat: Seat) =>
    entries.some(({ responses }) => responses[seats.indexOf(seat)]?.error != null)
  return [...able.filter((seat) => !hasFailed(seat)), ...able.filter(hasFailed)]
}

/** Who reads: the model that was chosen for it, then seats of other models. */
export function readersOf(run: Run): Seat[] {
  const inOrder = ableSeats(run)
  const [first, ...others] = run.reader === null ? inOrder : [run.reader, ...inOrder]
  if (first === undefined) return []
  return [first, ...others.filter((seat) => !isSameModel(seat, first))].slice(0, MOST_READERS)
}

/**
 * Lets a seat write the final text; returns the marker of its prompt, too. The reply is null for one that failed, refused
 * or was cut off, which loses nothing: what it was to write from is there.
 */
export async function askWriter(
  run: Run,
  seat: Seat,
  brief: Brief,
  phase: 'writing' | 'repair' = 'writing',
): Promise<{ reply: ParsedReply | null; marker: string }> {
  const asked = { seat, iteration: run.spiral.entries.length, brief, phase }
  const { reading, prompt } = await askAside(run, asked, (text, { isCut, prompt }) =>
    isCut ? null : readReply(text, { prompt, isJson: phase === 'repair' }),
  )
  return { reply: reading !== null && 'reply' in reading ? reading.reply : null, marker: prompt.marker }
}
