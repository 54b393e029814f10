import type { Abstention } from '../../contract/deliberation.ts'
import type { QuestionKind } from '../../contract/question-kind.ts'
import type { Brief, ExpositionBrief } from '../panel/brief.ts'
import { type CallCost, NEVER_MADE } from '../panel/call-cost.ts'
import {
  type AskModel,
  ModelFailure,
  type ModelReply,
  type Prompt,
  toAbstention,
} from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { promptFor } from '../prompt/prompts.ts'
import { type ParsedReply, readReply } from '../reading/reply/read-reply.ts'

/** What one seat said in an iteration, or why it said nothing. */
export interface Hearing<Reply = ParsedReply> {
  seat: Seat
  brief: Brief
  reply: Reply | null
  abstention: Abstention | null
  /** What the call cost; null when it failed and the provider reported no cost. */
  call: CallCost | null
  /** The concrete model that answered; absent when its provider did not say. */
  servedModel?: string
  /** What a seat that gave no answer takes the question for; absent where it did not say. */
  kind?: QuestionKind | null
}

/** What is needed to ask the seats of a panel. */
export interface Round {
  iteration: number
  /** Seats that are not asked again, with the reason. */
  withdrawn: Map<string, Abstention>
  ask: AskModel
  /** Lets other runs have their turn. */
  pause: () => Promise<void>
  signal: AbortSignal
  /** Whether the texts are JSON. */
  isJson: boolean
  onHearing: (hearing: Hearing<unknown>) => void
}

/** Reads the reply to a prompt. */
type Read<Reply> = (
  answered: ModelReply,
  prompt: Prompt,
) => ({ reply: Reply } | { abstention: Abstention }) & { kind?: QuestionKind | null }

/** Iteration 1: every seat replies alone, in parallel, seeing only the question and what it comes with. */
export function hearExposition(seats: Seat[], brief: ExpositionBrief, round: Round): Promise<Hearing[]> {
  const { isJson } = brief
  return Promise.all(
    seats.map((seat) =>
      hearSeat(seat, brief, round, ({ text, isCut }, prompt) => readReply(text, { prompt, isCut, isJson })),
    ),
  )
}

/** The warnings so far, plus those of some calls; absent while there are none. */
export function gatherCostWarnings(
  warnings: string[] | undefined,
  calls: Array<{ call: CallCost | null }>,
): string[] | undefined {
  const all = new Set([...(warnings ?? []), ...calls.flatMap(({ call }) => call?.warnings ?? [])])
  return all.size === 0 ? undefined : [...all]
}

const OVER: Abstention = { code: 'aborted', message: 'The run ended before this model answered.' }

/** Asks one seat and reads what it says. */
export async function hearSeat<Reply>(
  seat: Seat,
  brief: Brief,
  round: Round,
  read: Read<Reply>,
): Promise<Hearing<Reply>> {
  const hearing = { seat, brief, ...(await askSeat(seat, brief, round, read)) }
  round.onHearing(hearing)
  return hearing
}

/** What is read in a reply; one so odd that reading it fails is an abstention. */
function readSafely<Reply>(answered: ModelReply, prompt: Prompt, read: Read<Reply>): ReturnType<Read<Reply>> {
  try {
    return read(answered, prompt)
  } catch (error) {
    const message = `The reply cannot be read: ${error instanceof Error ? error.message : error}`
    return { abstention: { code: 'unreadable', message } }
  }
}

async function askSeat<Reply>(
  seat: Seat,
  brief: Brief,
  round: Round,
  read: Read<Reply>,
): Promise<Omit<Hearing<Reply>, 'seat' | 'brief'>> {
  const withdrawn = round.withdrawn.get(seat.key)
  if (withdrawn !== undefined) return { reply: null, abstention: withdrawn, call: NEVER_MADE }
  await round.pause()
  // A turn, a later wave, or an iteration after a slow checkpoint may come when the result is no longer wanted.
  if (round.signal.aborted) return { reply: null, abstention: OVER, call: NEVER_MADE }
  const prompt = promptFor(brief)
  let answered: ModelReply
  try {
    const { iteration, signal } = round
    answered = await round.ask({ seat, iteration, brief, messages: prompt.messages, signal })
  } catch (error) {
    const abstention = round.signal.aborted ? OVER : toAbstention(error)
    return { reply: null, abstention, call: error instanceof ModelFailure ? error.spent : null }
  }
  const { text: _, isCut: __, servedModel, ...call } = answered
  await round.pause()
  const reading = readSafely(answered, prompt, read)
  const heard = 'reply' in reading ? { ...reading, abstention: null } : { ...reading, reply: null }
  return { ...heard, call, ...(servedModel === undefined ? {} : { servedModel }) }
}
