import type { Abstention } from '../../contract/deliberation.ts'
import type { StructureName } from '../../contract/panel.ts'
import { linkedAbort } from '../../utils/time-limits.ts'
import { ANSWER_NOW, type DeliberationEvent, type Run } from '../deliberation.ts'
import type { Brief, BriefNamed } from '../panel/brief.ts'
import { ModelFailure, type Prompt, toAbstention } from '../panel/model-port.ts'
import { medianOf, NOT_AWAITED, type Seat, sampleSeat, withdrawnSeats } from '../panel/panel.ts'
import { type CallCost, NEVER_MADE } from '../panel/usage.ts'
import { promptFor } from '../prompt/prompts.ts'
import { type CallOutcome, callModel } from '../reader/ask-model.ts'
import { type ParsedReply, readReply } from '../reading/read-reply.ts'
import { showReply } from '../reading/shown-reply.ts'
import { type Hearing, hasReplied, quorumOf } from './hearing.ts'
import { readStep } from './read-step.ts'

export interface Round {
  run: Run
  iteration: number
  /** Seats that are not asked again, with the reason. */
  withdrawn: Map<string, Abstention>
  /** The step that a seat is asked in together with others; absent where it is waited for in any case. */
  together?: { signal: AbortSignal; onHeard: (abstention: Abstention | null) => void }
}

/** The next iteration of a run. */
export function roundOf(run: Run): Round {
  const { entries } = run.spiral
  return { run, iteration: entries.length + 1, withdrawn: withdrawnSeats(entries, run.seats) }
}

type Read<Reply> = (
  text: string,
  answered: CallOutcome,
) => ({ reply: Reply } | { abstention: Abstention }) & Pick<Hearing, 'kind' | 'wantsSearch'>

/**
 * Iteration 1: every seat replies alone, in parallel, seeing only the question and what it comes with; what a seat has
 * replied before stands.
 */
export async function hearExposition(
  round: Round,
  brief: BriefNamed<'exposition'>,
  before: Hearing[],
): Promise<Hearing[]> {
  const known = new Map(before.map((hearing) => [hearing.seat.key, hearing]))
  const { seats } = round.run
  const heard = await hearAlone(
    round,
    brief,
    seats.filter(({ key }) => !known.has(key)),
  )
  return seats.map(({ key }) => known.get(key) ?? heard.find(({ seat }) => seat.key === key)!)
}

function hearAlone(round: Round, brief: BriefNamed<'exposition'>, seats: Seat[]): Promise<Hearing[]> {
  const [prompt, read] = [promptFor(brief), readText(round)]
  return hearTogether(round, seats, (seat, step) => hearSeat(seat, brief, step, read, prompt))
}

/** Draws further replies of some seats, in parallel: so many of each, by the keys of the seats. */
export async function hearSamples(
  round: Round,
  brief: BriefNamed<'exposition'>,
  seats: Seat[],
  further: number,
): Promise<Map<string, Hearing[]>> {
  const drawn = seats.flatMap((seat) =>
    Array.from({ length: further }, (_, place) => sampleSeat(seat, place + 2)),
  )
  const heard = await hearAlone(round, brief, drawn)
  return new Map(seats.map(({ key }) => [key, heard.filter(({ seat }) => seat.sample?.of === key)]))
}

/** The others are waited for this long at least, however fast the quorum was. */
const LEAST_PATIENCE_MS = 10_000
/** So many times the median of those who have replied. */
const PATIENCE = 3

/**
 * Asks seats at the same time. Once a quorum of them has replied, the others are waited for only as long as the request
 * has patience; then the run takes its next turn, and the calls that have no reply by that time are cancelled.
 */
export async function hearTogether<Heard>(
  round: Round,
  seats: Seat[],
  hear: (seat: Seat, step: Round) => Promise<Heard>,
): Promise<Heard[]> {
  const { ports, signal, request } = round.run
  const { now, wait } = ports
  if (wait === undefined || request.patienceMs === 0)
    return Promise.all(seats.map((seat) => hear(seat, round)))
  const startedAt = now()
  const latencies: number[] = []
  const { controller, release } = linkedAbort(signal)
  let waiting = new AbortController()
  const goOn = async () => {
    await ports.pause()
    const seconds = Math.round((now() - startedAt) / 100) / 10
    const message = `It had not replied after ${seconds} s and was not waited for.`
    controller.abort(new ModelFailure(NOT_AWAITED, message))
  }
  const onHeard = (abstention: Abstention | null) => {
    if (!hasReplied(abstention)) return
    latencies.push(now() - startedAt)
    if (latencies.length < quorumOf(seats.length)) return
    const patienceMs = request.patienceMs ?? Math.max(LEAST_PATIENCE_MS, PATIENCE * medianOf(latencies))
    waiting.abort()
    waiting = new AbortController()
    wait(Math.max(0, startedAt + patienceMs - now()), waiting.signal).then(goOn, () => {})
  }
  try {
    const step = { ...round, together: { signal: controller.signal, onHeard } }
    return await Promise.all(seats.map((seat) => hear(seat, step)))
  } finally {
    waiting.abort()
    release()
  }
}

/** How a text is read that a seat was asked for. */
export function readText({ run }: Round): Read<ParsedReply> {
  const { step, format } = run.request
  const isJson = format !== undefined
  if (step !== undefined)
    return (text, answered) => readStep(text, answered, { offered: step.offered, format })
  return (text, { prompt, isCut }) => readReply(text, { prompt, isCut, isJson })
}

const OVER: Abstention = { code: 'aborted', message: 'The run ended before this model answered.' }

/** Why a call is not waited for any longer: the run is over, or its patience. */
function endedBy({ reason }: AbortSignal): Abstention {
  if (reason === ANSWER_NOW)
    return { code: NOT_AWAITED, message: 'The answer was asked for before it had replied.' }
  return reason instanceof ModelFailure ? toAbstention(reason) : OVER
}

/** Asks one seat and reads what it says. */
export async function hearSeat<Reply>(
  seat: Seat,
  brief: Brief,
  round: Round,
  read: Read<Reply>,
  prompt?: Prompt,
): Promise<Hearing<Reply>> {
  const shown = showReply(seat, brief, round, prompt)
  const hearing = await hear()
  round.together?.onHeard(hearing.abstention)
  const received = answerReceived(round.iteration, hearing)
  shown?.end(received.text)
  round.run.ports.onEvent(received)
  return hearing

  function unheard(abstention: Abstention | null, call: CallCost | null): Hearing<Reply> {
    return { seat, brief, reply: null, abstention, call }
  }

  async function hear(): Promise<Hearing<Reply>> {
    const withdrawn = round.withdrawn.get(seat.key)
    if (withdrawn !== undefined) return unheard(withdrawn, NEVER_MADE)
    const { ports } = round.run
    const { signal } = round.together ?? round.run
    await ports.pause()
    // A turn, a later wave, or an iteration after a slow checkpoint may come when the result is no longer wanted.
    if (signal.aborted) return unheard(endedBy(signal), NEVER_MADE)
    const answered = await callModel(
      ports.askModel,
      { seat, iteration: round.iteration, brief, signal, ...(shown && { onText: shown.onText }) },
      prompt,
    )
    const { text, abstention, call, servedModel } = answered
    if (text === null) return unheard(signal.aborted ? endedBy(signal) : abstention, call)
    await ports.pause()
    try {
      return { seat, brief, reply: null, abstention: null, call, servedModel, ...read(text, answered) }
    } catch (error) {
      // A reply so odd that reading it fails is an abstention.
      const message = `The reply cannot be read: ${error instanceof Error ? error.message : error}`
      return { ...unheard({ code: 'unreadable', message }, call), servedModel }
    }
  }
}

/** The event that tells what a seat said; rulings, reviews and judgements of claims are told without their content. */
function answerReceived(
  iteration: number,
  { seat, reply, abstention, call }: Hearing<unknown>,
): Extract<DeliberationEvent, { type: 'answer-received' }> {
  const { answer = null, text = null } = (reply ?? {}) as Partial<Pick<ParsedReply, 'answer' | 'text'>>
  return {
    type: 'answer-received',
    iteration,
    name: seat.name,
    model: seat.model,
    ...(seat.sample && { sample: seat.sample.number }),
    answered: abstention === null,
    // Whoever judges what others wrote answers with a label.
    answer: text === null ? null : (answer ?? text),
    text,
    error: abstention,
    latency_ms: call?.latencyMs ?? 0,
    cost_usd: call?.costUsd ?? null,
  }
}

export interface SpeakingOrder {
  iteration: number
  seats: Seat[]
  /** The keys of seats that are no longer asked. */
  withdrawn: ReadonlyMap<string, unknown>
  /** How far each seat is from the others, by seat key. */
  disagreement: ReadonlyMap<string, number>
}

/** A variant of the algorithm: who speaks when, and to whom. */
export interface Structure {
  usualPanel: { minimum: number; maximum: number }
  /** Seats in groups; later groups hear what earlier ones said. */
  waves(order: SpeakingOrder): Seat[][]
  /** Whether every seat is asked to reply to the best case of the other side. */
  facesOpponent: boolean
}

/** From this iteration on all voices of a fugue enter at once: the stretto. */
const STRETTO = 5

/** Deep analysis: voices enter in two waves, the second hearing the first. */
const fugue: Structure = {
  usualPanel: { minimum: 4, maximum: Number.POSITIVE_INFINITY },
  facesOpponent: false,

  /** The seats closest to the panel begin; those furthest from it answer. */
  waves({ iteration, seats, disagreement }) {
    if (iteration >= STRETTO) return [seats]
    const distance = ({ key }: Seat) => disagreement.get(key) ?? 1
    const closestFirst = [...seats].sort((left, right) => distance(left) - distance(right))
    const half = Math.ceil(seats.length / 2)
    return [closestFirst.slice(0, half), closestFirst.slice(half)]
  },
}

/** Conflict resolution: thesis against antithesis; every seat replies to the best case of the other side. */
const sonata: Structure = {
  usualPanel: { minimum: 2, maximum: 3 },
  facesOpponent: true,
  waves: ({ seats }) => [seats],
}

/** Creative tasks: the seat closest to all others leads; the others hear it before they speak. */
const concert: Structure = {
  usualPanel: { minimum: 2, maximum: Number.POSITIVE_INFINITY },
  facesOpponent: false,

  /** The closest of the seats that are still asked leads: a silent one cannot. */
  waves({ seats, withdrawn, disagreement }) {
    const distance = ({ key }: Seat) => disagreement.get(key) ?? Number.POSITIVE_INFINITY
    const asked = seats.filter(({ key }) => !withdrawn.has(key))
    const leader = (asked.length > 0 ? asked : seats).reduce((closest, seat) =>
      distance(seat) < distance(closest) ? seat : closest,
    )
    return [[leader], seats.filter((seat) => seat.key !== leader.key)]
  },
}

export const structures: Record<StructureName, Structure> = { fugue, sonata, concert }

/** A warning when a panel does not have the usual size of the structure; null when it does. */
export function panelSizeWarning(name: StructureName, size: number): string | null {
  const { minimum, maximum } = structures[name].usualPanel
  if (size >= minimum && size <= maximum) return null
  const usual = Number.isFinite(maximum) ? `${minimum} to ${maximum}` : `${minimum} or more`
  return `A ${name} usually has ${usual} models; this panel has ${size}.`
}
