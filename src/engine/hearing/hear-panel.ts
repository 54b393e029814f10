import type { Abstention } from '../../contract/deliberation.ts'
import type { QuestionKind } from '../../contract/question-kind.ts'
import type { Brief, ExpositionBrief } from '../panel/brief.ts'
import type { AskModel, Prompt } from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { type CallCost, NEVER_MADE } from '../panel/usage.ts'
import { type Answered, callModel } from '../prompt/call-model.ts'
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
  text: string,
  answered: Answered,
) => ({ reply: Reply } | { abstention: Abstention }) & { kind?: QuestionKind | null }

/** Iteration 1: every seat replies alone, in parallel, seeing only the question and what it comes with. */
export function hearExposition(seats: Seat[], brief: ExpositionBrief, round: Round): Promise<Hearing[]> {
  const prompt = promptFor(brief)
  return Promise.all(seats.map((seat) => hearSeat(seat, brief, round, readText(round), prompt)))
}

/** How a text is read that a seat was asked for. */
export function readText({ isJson }: Round): Read<ParsedReply> {
  return (text, { prompt, isCut }) => readReply(text, { prompt, isCut, isJson })
}

const OVER: Abstention = { code: 'aborted', message: 'The run ended before this model answered.' }

/** Asks one seat and reads what it says. */
export async function hearSeat<Reply>(
  seat: Seat,
  brief: Brief,
  round: Round,
  read: Read<Reply>,
  prompt?: Prompt,
): Promise<Hearing<Reply>> {
  const hearing = { seat, brief, ...(await hear()) }
  round.onHearing(hearing)
  return hearing

  async function hear(): Promise<Omit<Hearing<Reply>, 'seat' | 'brief'>> {
    const withdrawn = round.withdrawn.get(seat.key)
    if (withdrawn !== undefined) return { reply: null, abstention: withdrawn, call: NEVER_MADE }
    await round.pause()
    const { iteration, signal } = round
    // A turn, a later wave, or an iteration after a slow checkpoint may come when the result is no longer wanted.
    if (signal.aborted) return { reply: null, abstention: OVER, call: NEVER_MADE }
    const answered = await callModel(round.ask, { seat, iteration, brief, signal }, prompt)
    const { text, abstention, call, servedModel } = answered
    if (text === null) return { reply: null, abstention: signal.aborted ? OVER : abstention, call }
    await round.pause()
    const reading = readOrAbstain(text, answered, read)
    const heard = 'reply' in reading ? { ...reading, abstention: null } : { ...reading, reply: null }
    return { ...heard, call, ...(servedModel === undefined ? {} : { servedModel }) }
  }
}

/** What is read in a reply; one so odd that reading it fails is an abstention. */
function readOrAbstain<Reply>(text: string, answered: Answered, read: Read<Reply>): ReturnType<Read<Reply>> {
  try {
    return read(text, answered)
  } catch (error) {
    const message = `The reply cannot be read: ${error instanceof Error ? error.message : error}`
    return { abstention: { code: 'unreadable', message } }
  }
}
