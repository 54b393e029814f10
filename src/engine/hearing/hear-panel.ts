import type { Anchor } from '../../contract/axiom.ts'
import type { Abstention } from '../../contract/deliberation.ts'
import type { Standing } from '../measure/landscape.ts'
import { type Asked, askedOf } from '../panel/asked.ts'
import type { Brief, ExpositionBrief, Position, RevisionBrief } from '../panel/brief.ts'
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
import { showPositions } from '../prompt/show-positions.ts'
import { type ParsedReply, parseReply } from '../reading/reply/parse-reply.ts'
import { readText } from '../reading/reply/read-text.ts'
import type { Stage, Structure } from './structures/structure.ts'

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

/** What is needed to let a panel revise its answers. */
interface RevisionRound extends Round, Asked {
  anchors: Anchor[]
  isSame: (left: string, right: string) => boolean
  /** The position of a seat after its reply. */
  counted: (hearing: Hearing) => Promise<Position | null>
}

/** Reads the reply to a prompt. */
type Read<Reply> = (answered: ModelReply, prompt: Prompt) => { reply: Reply } | { abstention: Abstention }

/** Iteration 1: every seat answers alone, in parallel, seeing only the query and its anchors. */
export function hearExposition(seats: Seat[], brief: ExpositionBrief, round: Round): Promise<Hearing[]> {
  return Promise.all(seats.map((seat) => hearSeat(seat, brief, round, expositionReader(brief, round))))
}

function expositionReader({ kind, query }: ExpositionBrief, { isJson }: Round): Read<ParsedReply> {
  return kind === 'closed'
    ? ({ text }, prompt) => parseReply(text, query, prompt)
    : ({ text, isCut = false }, prompt) => readText(text, { query, prompt, kind, isCut, isJson })
}

/** Iteration n ≥ 2: the waves of the structure speak in turn, each seat about the theme it is shown. */
export async function hearRevision(
  structure: Structure,
  { stage, standings }: { stage: Stage; standings: Standing[] },
  round: RevisionRound,
): Promise<Hearing[]> {
  const heard = new Map<string, Position>()
  const hearings: Hearing[] = []
  for (const wave of structure.waves(stage)) {
    const spoken = await Promise.all(
      wave.map(async (seat) => {
        await round.pause()
        const brief = revisionBrief(seat, { structure, stage, standings, heard, round })
        return hearSeat(seat, brief, round, ({ text }, prompt) => parseReply(text, round.query, prompt))
      }),
    )
    for (const hearing of spoken) {
      hearings.push(hearing)
      // A reply that does not count is not shown either, so that an unexplained change influences nobody.
      const position = hearing.reply === null ? null : await round.counted(hearing)
      if (position !== null) heard.set(hearing.seat.key, position)
    }
  }
  return stage.seats.map((seat) => hearings.find((hearing) => hearing.seat.key === seat.key)!)
}

/** The position stated in a reply. */
export function positionOf({ answer, reason, claims, isCut }: ParsedReply): Position {
  return { answer, reason, claims, ...(isCut ? { isCut } : {}) }
}

/** The warnings so far, plus those of some calls; absent while there are none. */
export function gatherCostWarnings(
  warnings: string[] | undefined,
  calls: Array<{ call: CallCost | null }>,
): string[] | undefined {
  const all = new Set([...(warnings ?? []), ...calls.flatMap(({ call }) => call?.warnings ?? [])])
  return all.size === 0 ? undefined : [...all]
}

interface RevisionContext {
  structure: Structure
  stage: Stage
  standings: Standing[]
  heard: Map<string, Position>
  round: RevisionRound
}

function revisionBrief(
  seat: Seat,
  { structure, stage, standings, heard, round }: RevisionContext,
): RevisionBrief {
  const part = structure.part(seat, stage, heard)
  const positions = showPositions(
    part.positions,
    round.isSame,
    `${round.query}|${round.iteration}|${seat.key}`,
  )
  return {
    phase: 'revision',
    ...askedOf(round),
    structure: structure.name,
    anchors: round.anchors,
    own: standings.find((standing) => standing.seat.key === seat.key)?.position ?? null,
    theme: part.theme,
    positions,
    mustAnswer: positions.find(({ answer }) => answer === part.mustAnswer?.answer)?.label ?? null,
    role: part.role,
    verdicts: part.verdicts,
  }
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
  const reading = read(answered, prompt)
  const heard = 'reply' in reading ? { ...reading, abstention: null } : { ...reading, reply: null }
  return { ...heard, call, ...(servedModel === undefined ? {} : { servedModel }) }
}
