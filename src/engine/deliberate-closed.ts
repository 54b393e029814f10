import type { Anchor } from '../contract/axiom.ts'
import type { Ending } from '../contract/deliberation.ts'
import { concludeClosed, concludeTools } from './conclude/conclude-closed.ts'
import type { Run } from './deliberation.ts'
import { roundOf } from './hearing/hear-panel.ts'
import { hearRulings, measuredEntry, revisionEntry } from './hearing/hear-rulings.ts'
import { hadQuorum, isHeard, meetsQuorum } from './hearing/hearing.ts'
import { findDeciding, layReplies, placeNewAnswers } from './hearing/lay-table.ts'
import {
  type AnswerTable,
  answerOf,
  type CountedReply,
  countRulings,
  disagreements,
  hasMoved,
  isAgreed,
  ranking,
  stepResiduals,
  type TableAnswer,
  withMutualAssent,
} from './measure/answer-table.ts'
import { NOT_AWAITED, type Seat, type Standing, servedSeat, withResiduals } from './panel/panel.ts'
import { askedOf } from './prompt/material.ts'
import { askReader } from './reader/ask-model.ts'
import { readContrary } from './reader/read-groups.ts'
import { relationIn } from './reading/relate.ts'
import {
  beginIteration,
  endingAfter,
  endingWithoutQuorum,
  endWith,
  publish,
  type Rounds,
  seatsToAsk,
} from './run.ts'

/**
 * The φ-spiral. The first replies are put on the table, grouped by the answers they give; then, iteration by iteration,
 * every seat rules on each answer against axioms of the next level, and the divergence of the panel is measured again,
 * until every seat is with one answer or nothing moves any more.
 */
export const closed: Rounds = {
  first: layTable,
  later: revise,
  conclude: concludeClosed,
}

/**
 * A step of a conversation with tools. Every seat got the conversation and the tools as they are, and called some or
 * answered. Equal calls are one step; which of the others do the same, a reader says. Then the steps are put to the vote
 * like the answers to a closed question, and the calls of the winner are returned as one of the seats made them.
 */
export const tools: Rounds = { ...closed, conclude: concludeTools }

/** Iteration 1: who gives which answer, and how far the panel is apart. */
async function layTable(run: Run): Promise<void> {
  const { table, answers } = await layReplies(run)
  const { spiral } = run
  // What a reader quotes from a reply is its answer; a reply that gives none is an abstention.
  const answered = spiral.standings.map((standing): Standing => {
    const answer = answers.get(standing.seat.key)
    const { position } = standing
    return { ...standing, position: position && answer !== undefined ? { ...position, answer } : null }
  })
  const standings = withResiduals(answered, disagreements(table))
  const ranks = ranking(table, standings, spiral.votes)
  const entry = measuredEntry(spiral.entries[0]!, { table, standings, ...ranks })
  const theme = ranks.ranked[0]
  run.spiral = { ...spiral, table, standings, entries: [entry] }
  run.first = []
  await doubt(run, theme, hadQuorum(entry) ? endingOn(run, { theme, moved: true }) : 'deadline')
}

/** Iteration n ≥ 2: every seat rules on the answers on the table. */
async function revise(run: Run): Promise<void> {
  const { request, seats, spiral: before } = run
  const known = before.table!
  if (!run.affords(seatsToAsk(run))) return endWith(run, before.contrary ? 'converged' : 'budget')
  const { contrary = [] } = before
  const asked = await beginIteration(run, 'revision', { contrary })
  const round = roundOf(run)
  const { iteration } = round

  // Listen, in the order the structure defines.
  const hearings = await hearRulings(round, asked)
  run.spend({ phase: 'revision', iteration }, hearings)
  if (!meetsQuorum(hearings))
    // What was agreed on before an axiom contradicted it stays agreed on.
    return endWith(run, before.contrary ? 'converged' : endingWithoutQuorum(run))

  // Count: what each seat holds now, and what it says of the others.
  const { table: offered, given } = await placeNewAnswers(run, hearings)
  const relate = relationIn(request)
  const counted = hearings.map(({ seat: { key }, reply }) => {
    const [held, own] = [offered.held[key] ?? null, given.get(key) ?? null]
    return reply && countRulings(reply, { table: offered, before: held, given: own, relate })
  })
  const table = withMutualAssent(withCounted(offered, seats, counted))

  // Measure: the golden step for those who earned it.
  const placed = before.standings.map((standing, index) => {
    const { key, servedModel } = standing.seat
    return {
      ...standing,
      seat: servedSeat(seats[index]!, servedModel ?? hearings[index]!.servedModel),
      position: positionOn(standing, known.held[key], table.held[key], table),
    }
  })
  const ranks = ranking(table, placed, before.votes)
  const theme = ranks.ranked[0]
  const residuals = stepResiduals({
    table,
    theme: theme ?? '',
    heard: new Set(hearings.filter(({ reply }) => reply !== null).map(({ seat }) => seat.key)),
    previous: new Map(
      before.standings.flatMap(({ seat, residual }) => (residual === null ? [] : [[seat.key, residual]])),
    ),
  })
  const standings = withResiduals(placed, residuals)
  const { anchors } = asked
  const revised = { hearings, counted, standings, anchors, table, ...ranks }
  const entry = revisionEntry(before.entries, revised)
  // Who was not waited for is not asked again, so that nothing can come of waiting for it.
  const isWhole = hearings.every(({ abstention }) => isHeard(abstention) || abstention?.code === NOT_AWAITED)
  run.spiral = { ...run.spiral, entries: [...before.entries, entry], standings, anchors, table }
  await doubt(run, theme, endingOn(run, { theme, moved: !isWhole || hasMoved(known, table) }))
}

/** The table with what the seats hold and say now. */
function withCounted(table: AnswerTable, seats: Seat[], counted: Array<CountedReply | null>): AnswerTable {
  const [held, rulings] = [{ ...table.held }, { ...table.rulings }]
  seats.forEach(({ key }, index) => {
    const reply = counted[index]
    if (reply == null) return
    if (reply.held !== null) held[key] = reply.held
    rulings[key] = reply.rulings
  })
  return { ...table, held, rulings }
}

/** A seat that takes another answer stands for that one; its first reply spoke for the old one. */
function positionOn(
  { position }: Standing,
  before: string | undefined,
  label: string | undefined,
  table: AnswerTable,
): Standing['position'] {
  if (label === undefined || label === before) return position
  const { answer, text } = answerOf(table, label)
  return { answer, reason: text }
}

/** Why the run ends after an iteration, or null when it goes on. */
function endingOn(run: Run, { theme, moved }: { theme: string | undefined; moved: boolean }): Ending | null {
  const { table, entries } = run.spiral
  // A model that agrees with itself has not converged with anybody, and has nobody to argue with.
  if (run.request.isOneModel) return 'settled'
  const answering = Object.keys(table!.held).length
  return endingAfter(run, entries.length, { answering, isAgreed: isAgreed(table!, theme), moved })
}

/** An agreed answer may still contradict an axiom; if so, the panel is shown the axiom once. */
async function doubt(run: Run, theme: string | undefined, ending: Ending | null): Promise<void> {
  const { table, anchors, entries } = run.spiral
  // No axiom says which tool to call.
  if (ending !== 'converged' || theme === undefined || run.request.step)
    return publish(run, { contrary: undefined, ending })
  const contrary = await contraryAxioms(run, answerOf(table!, theme))
  run.spiral = { ...run.spiral, table: { ...table!, contrary: { ...table!.contrary, [theme]: contrary } } }
  const isNew = contrary.some(({ id }) => !anchors.some((anchor) => anchor.id === id))
  const mayGoOn = entries.length < run.request.maxIterations && !run.request.deadline.aborted
  const goesOn = isNew && mayGoOn && run.affords(seatsToAsk(run))
  await publish(run, { contrary, ending: goesOn ? null : ending })
}

/** The axioms of any level that contradict an agreed answer, as a reader finds; a reading that fails finds none. */
async function contraryAxioms(run: Run, { label, answer, text }: TableAnswer): Promise<Anchor[]> {
  // An answer is compared once: with the grouping of the replies where they were read, or else when it is agreed on.
  const known = run.spiral.table!.contrary?.[label]
  if (known !== undefined) return known
  const anchors = await findDeciding(run)
  if (anchors.length === 0) return []
  const asked = { ...askedOf(run.request), answer, text, anchors }
  const brief = { phase: 'reading', task: 'compare-axioms', ...asked } as const
  const { reading } = await askReader(run, brief, (reply) => readContrary(reply, anchors))
  return reading ?? []
}
