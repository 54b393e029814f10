import { HIGHEST_LEVEL } from '../contract/axiom.ts'
import type { Ending } from '../contract/deliberation.ts'
import { concludeClosed } from './conclude/conclude-closed.ts'
import { contraryAxioms } from './conclude/contrary-axioms.ts'
import { wordAnswer } from './conclude/word-answer.ts'
import type { Deliberation, Run } from './deliberation.ts'
import { levelOf } from './hearing/iteration-entry.ts'
import { hadQuorum, meetsQuorum } from './hearing/quorum.ts'
import { structures } from './hearing/structures.ts'
import { groupReplies } from './hearing/table/group-replies.ts'
import { hearRulings } from './hearing/table/hear-rulings.ts'
import { placeNewAnswers } from './hearing/table/new-answers.ts'
import { measuredEntry, revisionEntry } from './hearing/table/table-entry.ts'
import { type Standing, withResiduals } from './measure/divergence.ts'
import { isHeard, type Spiral } from './measure/spiral.ts'
import { type CountedReply, countRulings } from './measure/table/count-rulings.ts'
import { disagreements, hasMoved, isAgreed, ranking, stepResiduals } from './measure/table/measure-table.ts'
import { answerOf, type Table, withMutualAssent } from './measure/table/table.ts'
import { askedOf } from './panel/asked.ts'
import { type Seat, servedSeat } from './panel/panel.ts'
import { gatherAnchors, withAnchors } from './prompt/gather-anchors.ts'
import { relationOn } from './relation/relate.ts'
import { endingAfter, endingWithoutQuorum, publish, roundOf, seatsToAsk, throwIfCancelled } from './run.ts'

/**
 * The φ-spiral. The first replies are put on the table, grouped by the answers they give; then, iteration by iteration,
 * every seat rules on each answer against axioms of the next level, and the divergence of the panel is measured again,
 * until every seat is with one answer or nothing moves any more.
 */
export async function deliberateClosed(run: Run): Promise<Deliberation> {
  let { spiral } = run
  if (spiral.table === undefined) spiral = await layTable(run)
  while (spiral.ending === null) spiral = await revise(run, spiral)
  const worded = await wordAnswer(run, spiral)
  throwIfCancelled(run)
  return concludeClosed(run, worded)
}

/** Iteration 1: who gives which answer, and how far the panel is apart. */
async function layTable(run: Run): Promise<Spiral> {
  const { table, answers, spiral: read } = await groupReplies(run, run.spiral)
  throwIfCancelled(run)
  // What a reader quotes from a reply is its answer; a reply that gives none is an abstention.
  const answered = read.standings.map((standing): Standing => {
    const answer = answers.get(standing.seat.key)
    const { position } = standing
    return { ...standing, position: position && answer !== undefined ? { ...position, answer } : null }
  })
  const standings = withResiduals(answered, disagreements(table))
  const ranks = ranking(table, standings, read.votes)
  const entry = measuredEntry(read.entries[0]!, { table, standings, ...ranks })
  const theme = ranks.ranked[0]
  const laid = { ...read, table, standings, entries: [entry] }
  return doubt(run, laid, theme, hadQuorum(entry) ? endingOn(run, laid, { theme, moved: true }) : 'deadline')
}

/** Iteration n ≥ 2: every seat rules on the answers on the table. */
async function revise(run: Run, before: Spiral): Promise<Spiral> {
  const { request, ports, seats } = run
  const known = before.table!
  const iteration = before.entries.length + 1
  if (!run.affords(before, { calls: seatsToAsk(run, before), reserve: 0 }))
    return { ...before, ending: before.contrary ? 'converged' : 'budget' }
  const level = levelOf(iteration)
  const asked = askedOf(request)
  ports.onEvent({ type: 'iteration-start', iteration, level, phase: 'revision' })
  await ports.pause()
  // Where an axiom of any level speaks against the answer, others of any level may speak for it.
  const contrary = before.contrary ?? []
  const highest = contrary.length > 0 ? HIGHEST_LEVEL : level
  const found = await gatherAnchors({ asked, level: highest, disputed: [] }, ports.findAnchors)
  const anchors = withAnchors(contrary, found)

  // Listen, in the order the structure defines.
  const hearings = await hearRulings({
    ...roundOf(run, before),
    ...asked,
    seats,
    structure: structures[request.structure],
    table: known,
    ranked: ranking(known, before.standings, before.votes).ranked,
    disagreement: disagreements(known),
    replies: new Map(
      before.standings.flatMap(({ seat, position }) => (position ? [[seat.key, position.reason]] : [])),
    ),
    anchors,
  })
  throwIfCancelled(run)
  const heard = run.spent(before, { phase: 'revision', iteration }, hearings)
  if (!meetsQuorum(hearings))
    // What was agreed on before an axiom contradicted it stays agreed on.
    return { ...heard, ending: before.contrary ? 'converged' : endingWithoutQuorum(run) }

  // Count: what each seat holds now, and what it says of the others.
  const { table: offered, given, spiral: read } = await placeNewAnswers(run, heard, hearings)
  const relate = relationOn(request.query)
  const counted = hearings.map(({ seat, reply }) => {
    const own = offered.held[seat.key] ?? null
    if (reply === null) return null
    return countRulings(reply, { table: offered, before: own, given: given.get(seat.key) ?? null, relate })
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
  const initial = before.entries[0]!.D
  const entry = revisionEntry({ iteration, initial, hearings, counted, standings, anchors, table, ...ranks })
  const isWhole = hearings.every(({ abstention }) => isHeard(abstention))
  const after = { ...read, entries: [...before.entries, entry], standings, anchors, table }
  return doubt(run, after, theme, endingOn(run, after, { theme, moved: !isWhole || hasMoved(known, table) }))
}

/** The table with what the seats hold and say now. */
function withCounted(table: Table, seats: Seat[], counted: Array<CountedReply | null>): Table {
  const heard = seats.flatMap(({ key }, index) =>
    counted[index] == null ? [] : [{ key, ...counted[index] }],
  )
  const held = heard.flatMap(({ key, held }) => (held === null ? [] : [[key, held]]))
  const rulings = heard.map(({ key, rulings }) => [key, rulings])
  return {
    ...table,
    held: { ...table.held, ...Object.fromEntries(held) },
    rulings: { ...table.rulings, ...Object.fromEntries(rulings) },
  }
}

/** A seat that takes another answer stands for that one; its first reply spoke for the old one. */
function positionOn(
  { position }: Standing,
  before: string | undefined,
  label: string | undefined,
  table: Table,
): Standing['position'] {
  if (label === undefined || label === before) return position
  const { answer, text } = answerOf(table, label)
  return { answer, reason: text }
}

/** Why the run ends after an iteration, or null when it goes on. */
function endingOn(
  run: Run,
  { table, entries }: Spiral,
  { theme, moved }: { theme: string | undefined; moved: boolean },
): Ending | null {
  const answering = Object.keys(table!.held).length
  return endingAfter(run, entries.length, { answering, isAgreed: isAgreed(table!, theme), moved })
}

/** An agreed answer may still contradict an axiom; if so, the panel is shown the axiom once. */
async function doubt(
  run: Run,
  spiral: Spiral,
  theme: string | undefined,
  ending: Ending | null,
): Promise<Spiral> {
  if (ending !== 'converged' || theme === undefined)
    return publish(run, { ...spiral, contrary: undefined, ending })
  const { contrary, spiral: read } = await contraryAxioms(run, spiral, answerOf(spiral.table!, theme))
  const isNew = contrary.some(({ id }) => !spiral.anchors.some((anchor) => anchor.id === id))
  const mayGoOn = spiral.entries.length < run.request.maxIterations && !run.request.deadline.aborted
  const goesOn = isNew && mayGoOn && run.affords(read, { calls: seatsToAsk(run, read), reserve: 0 })
  return publish(run, { ...read, contrary, ending: goesOn ? null : ending })
}
