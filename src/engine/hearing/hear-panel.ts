import type { Anchor } from '../../contract/axiom.ts'
import type { Abstention, Usage } from '../../contract/deliberation.ts'
import type { Standing } from '../measure/landscape.ts'
import type { Brief, Position, RevisionBrief } from '../panel/brief.ts'
import {
  type AskModel,
  type CallCost,
  ModelFailure,
  type ModelReply,
  NEVER_MADE,
  toAbstention,
} from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { renderPrompt } from '../prompt/prompts.ts'
import { showPositions } from '../prompt/show-positions.ts'
import { type ParsedReply, parseReply } from '../reading/reply/parse-reply.ts'
import type { Stage, Structure } from './structures/structure.ts'

/** What one seat said in an iteration, or why it said nothing. */
export interface Hearing {
  seat: Seat
  brief: Brief
  reply: ParsedReply | null
  abstention: Abstention | null
  /** What the call cost; null when it failed and the provider reported no cost. */
  call: CallCost | null
}

interface Round {
  query: string
  iteration: number
  anchors: Anchor[]
  isSame: (left: string, right: string) => boolean
  /** Seats that are not asked again, with the reason. */
  withdrawn: Map<string, Abstention>
  ask: AskModel
  /** The position of a seat after its reply. */
  counted: (hearing: Hearing) => Promise<Position | null>
  /** Lets other runs have their turn. */
  pause: () => Promise<void>
  signal: AbortSignal
  onHearing: (hearing: Hearing) => void
}

/** Iteration 1: every seat answers alone, in parallel, seeing only the query and its anchors. */
export function hearExposition(seats: Seat[], round: Round): Promise<Hearing[]> {
  const brief: Brief = { phase: 'exposition', query: round.query, anchors: round.anchors }
  return Promise.all(seats.map((seat) => hearSeat(seat, brief, round)))
}

/** Iteration n ≥ 2: the waves of the structure speak in turn, each seat about the theme it is shown. */
export async function hearRevision(
  structure: Structure,
  { stage, standings }: { stage: Stage; standings: Standing[] },
  round: Round,
): Promise<Hearing[]> {
  const heard = new Map<string, Position>()
  const hearings: Hearing[] = []
  for (const wave of structure.waves(stage)) {
    const spoken = await Promise.all(
      wave.map(async (seat) => {
        await round.pause()
        return hearSeat(seat, revisionBrief(seat, { structure, stage, standings, heard, round }), round)
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
export function positionOf({ answer, reason, claims }: ParsedReply): Position {
  return { answer, reason, claims }
}

/** Adds the cost of calls to a usage, including failed calls at the cost their provider reported. */
export function addUsage(usage: Usage, calls: Array<{ call: CallCost | null }>): Usage {
  const sum = { ...usage }
  for (const { call } of calls) {
    sum.calls += call?.calls ?? 1
    sum.prompt_tokens += call?.promptTokens ?? 0
    sum.completion_tokens += call?.completionTokens ?? 0
    sum.cost_usd += call?.costUsd ?? 0
  }
  return sum
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
  round: Round
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
    query: round.query,
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

async function hearSeat(seat: Seat, brief: Brief, round: Round): Promise<Hearing> {
  const hearing = { seat, brief, ...(await askSeat(seat, brief, round)) }
  round.onHearing(hearing)
  return hearing
}

async function askSeat(seat: Seat, brief: Brief, round: Round): Promise<Omit<Hearing, 'seat' | 'brief'>> {
  const withdrawn = round.withdrawn.get(seat.key)
  if (withdrawn !== undefined) return { reply: null, abstention: withdrawn, call: NEVER_MADE }
  await round.pause()
  // A turn, a later wave, or an iteration after a slow checkpoint may come when the result is no longer wanted.
  if (round.signal.aborted) return { reply: null, abstention: OVER, call: NEVER_MADE }
  let answered: ModelReply
  try {
    const { iteration, signal } = round
    answered = await round.ask({ seat, iteration, brief, messages: renderPrompt(brief), signal })
  } catch (error) {
    const abstention = round.signal.aborted ? OVER : toAbstention(error)
    return { reply: null, abstention, call: error instanceof ModelFailure ? error.spent : null }
  }
  const { text, ...call } = answered
  await round.pause()
  const reading = parseReply(text, round.query)
  return 'reply' in reading
    ? { reply: reading.reply, abstention: null, call }
    : { reply: null, abstention: reading.abstention, call }
}
