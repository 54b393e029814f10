import type { Ending } from '../contract/deliberation.ts'
import { concludeOpen } from './conclude/conclude-open.ts'
import { writeText } from './conclude/write-text.ts'
import type { Deliberation, Run } from './deliberation.ts'
import { claimEntry, type SaidOnPoints, textsIn } from './hearing/claims/claim-entry.ts'
import { concernedBy, disputesOn, hearDispute } from './hearing/claims/hear-dispute.ts'
import { hearExamination } from './hearing/claims/hear-examination.ts'
import { mapTexts } from './hearing/claims/map-texts.ts'
import { comparedEntry, levelOf } from './hearing/iteration-entry.ts'
import { hadQuorum, meetsQuorum } from './hearing/quorum.ts'
import { agreesOnClaims, countEntries, divergenceOnClaims } from './measure/claims/dispute.ts'
import { type Ledger, NO_CLAIMS } from './measure/claims/ledger.ts'
import { residualsOnClaims } from './measure/claims/seat-residuals.ts'
import { strikeEntries } from './measure/claims/strike.ts'
import { type Holder, holdsPosition, keysOf, withResiduals } from './measure/divergence.ts'
import type { Spiral } from './measure/spiral.ts'
import { chooseText } from './measure/texts/choose-text.ts'
import { askedOf } from './panel/asked.ts'
import { ONE_CALL } from './panel/budget.ts'
import { NEVER_MADE } from './panel/usage.ts'
import { gatherAnchors, withAnchors } from './prompt/gather-anchors.ts'
import { endingAfter, endingWithoutQuorum, publish, roundOf, seatsToAsk, throwIfCancelled } from './run.ts'

/** The calls kept for the final text: its writer and its checker. */
const WRITING = 2
/** The iteration in which disputed points are put to both sides once more; there is no other. */
const EXCHANGE = 3

/**
 * Open questions: every seat writes a whole text alone. A reader lists their points, every seat rules on them, and
 * disputed points go back once to both sides. A writer that sees everything writes the answer, another seat checks it, and
 * what is rightly objected to is mended once.
 */
export async function deliberateOpen(run: Run): Promise<Deliberation> {
  const { request } = run
  let { spiral } = run
  if (spiral.ledger === undefined) spiral = await readClaims(run, spiral)
  if (spiral.entries.length === 1 && spiral.ending === null) spiral = await examine(run, spiral)
  while (spiral.ending === null) spiral = await argue(run, spiral)

  const ranked = await ranking(run, spiral.standings.filter(holdsPosition))
  if (textsOf(ranked).size < 2 || run.seats.every(({ isStandIn }) => isStandIn))
    return concludeOpen({ request, writing: null, spiral, ranked })
  const writing = await writeText(run, spiral, ranked)
  throwIfCancelled(run)
  return concludeOpen({ request, writing, spiral: writing.spiral, ranked })
}

/** Iteration 1: the points of the texts, and how far the texts are apart on them. */
async function readClaims(run: Run, before: Spiral): Promise<Spiral> {
  const holders = before.standings.filter(holdsPosition)
  const isOneText = holders.length > 1 && textsOf(holders).size === 1
  const isReadable = holders.length > 1 && !isOneText
  const missing = isReadable ? whyUnread(run, before) : null
  const { ledger, spiral } =
    isReadable && missing === null ? await mapTexts(run, before) : { ledger: NO_CLAIMS, spiral: before }
  throwIfCancelled(run)
  const keys = keysOf(before.standings)
  const residuals = isOneText
    ? new Map(holders.map(({ seat }) => [seat.key, 0]))
    : residualsOnClaims(ledger, keys)
  const standings = withResiduals(before.standings, residuals)
  const D = isOneText ? 0 : holders.length < 2 ? 1 : divergenceOnClaims(ledger, keys)
  const clusters = textsIn(standings)
  const entry = comparedEntry(before.entries[0]!, standings, { D, D_basis: 'estimated', clusters })
  const { maxIterations, deadline } = run.request
  // What texts say by themselves is agreed on only where nobody can be asked about it.
  const isOver = maxIterations === 1 || deadline.aborted
  const ending = endingAfter(run, 1, {
    answering: holders.length,
    isAgreed: isOneText || (isOver && agreesOnClaims(ledger, keys)),
    hasMore: ledger.entries.length > 0,
  })
  return publish(run, {
    ...spiral,
    entries: [entry],
    standings,
    ledger,
    ending: hadQuorum(entry) ? (missing ?? ending) : 'deadline',
  })
}

/** What does not allow the texts to be read; null for nothing. */
function whyUnread(run: Run, before: Spiral): Ending | null {
  if (run.signal.aborted) return 'deadline'
  return run.affords(before, ONE_CALL) ? null : 'budget'
}

/** Iteration 2: every seat rules on the points, at the same time, whatever the structure. */
async function examine(run: Run, before: Spiral): Promise<Spiral> {
  if (!run.affords(before, { calls: seatsToAsk(run, before), reserve: WRITING })) return unaffordable(before)
  const asked = await beginIteration(run, before, 'examination')
  const round = roundOf(run, before)
  const { heard: said, ledger: judged } = await hearExamination(run.seats, asked, before.ledger!, round)
  throwIfCancelled(run)
  const hearings = said.map(({ hearing }) => hearing)
  const spent = run.spent(before, { phase: 'examination', iteration: 2 }, hearings)
  if (!meetsQuorum(hearings)) return { ...spent, ending: endingWithoutQuorum(run) }
  // Those who hold a central point are heard once more before it is struck, if they can be.
  const keys = keysOf(before.standings)
  const argued = strikeEntries(judged, keys, ({ isCentral }) => !isCentral)
  const isArgued = endingOn(run, argued, before) === null
  const ledger = isArgued ? argued : strikeEntries(judged, keys, () => true)
  return record(run, spent, { phase: 'examination', said, ledger, anchors: asked.anchors })
}

/** Iteration 3: disputed central points go back once to both sides, with the reasons of the other. */
async function argue(run: Run, before: Spiral): Promise<Spiral> {
  const { request, seats } = run
  const known = before.ledger!
  const keys = keysOf(before.standings)
  const round = roundOf(run, before)
  const { holding, denying } = concernedBy(disputesOn(known, keys), seats)
  const calls = [...holding, ...denying].filter(({ key }) => !round.withdrawn.has(key)).length
  if (!run.affords(before, { calls, reserve: WRITING })) return unaffordable(before)
  const asked = await beginIteration(run, before, 'dispute')
  const disagreement = residualsOnClaims(known, keys)
  const panel = { seats, structure: request.structure, ledger: known, disagreement }
  const { heard, ledger: argued } = await hearDispute(panel, asked, round)
  throwIfCancelled(run)
  const hearings = heard.map(({ hearing }) => hearing)
  const spent = run.spent(before, { phase: 'dispute', iteration: round.iteration }, hearings)
  // Of a seat that nothing was asked nothing is missing.
  const said = seats.map((seat): SaidOnPoints => {
    const own = heard.find(({ hearing }) => hearing.seat.key === seat.key)
    const abstention = round.withdrawn.get(seat.key) ?? null
    return own ?? { hearing: { seat, abstention, call: NEVER_MADE }, rulings: [] }
  })
  if (!meetsQuorum(said.map(({ hearing }) => hearing))) {
    const ledger = strikeEntries(known, keys, () => true)
    return { ...spent, ledger, ending: endingWithoutQuorum(run) }
  }
  const ledger = strikeEntries(argued, keys, () => true)
  return record(run, spent, { phase: 'dispute', said, ledger, anchors: asked.anchors })
}

/** The state of a run whose budget does not allow another iteration. */
function unaffordable(before: Spiral): Spiral {
  const keys = keysOf(before.standings)
  const ledger = strikeEntries(before.ledger!, keys, ({ isExamined }) => isExamined)
  return { ...before, ledger, ending: agreesOnClaims(ledger, keys) ? 'converged' : 'budget' }
}

/** Announces an iteration and gathers its axioms: those of the next level that bear on the question or on disputed points. */
async function beginIteration(run: Run, before: Spiral, phase: 'examination' | 'dispute') {
  const { request, ports } = run
  const iteration = before.entries.length + 1
  const level = levelOf(iteration)
  ports.onEvent({ type: 'iteration-start', iteration, level, phase })
  await ports.pause()
  const counted = countEntries(before.ledger!, keysOf(before.standings))
  const disputed = counted.filter(({ status }) => status === 'disputed').map(({ entry }) => entry.text)
  const found = await gatherAnchors({ asked: request, level, disputed }, ports.findAnchors)
  return { ...askedOf(request), date: before.date, anchors: withAnchors(before.anchors, found) }
}

/** Publishes the state after an iteration, with its record. */
function record(
  run: Run,
  before: Spiral,
  iteration: Pick<Parameters<typeof claimEntry>[0], 'phase' | 'said' | 'ledger' | 'anchors'>,
): Promise<Spiral> {
  const { ledger, anchors } = iteration
  const standings = withResiduals(before.standings, residualsOnClaims(ledger, keysOf(before.standings)))
  const entry = claimEntry({ ...iteration, standings, entries: before.entries })
  const entries = [...before.entries, entry]
  return publish(run, {
    ...before,
    entries,
    standings,
    anchors,
    ledger,
    ending: endingOn(run, ledger, before),
  })
}

/** Why the run ends after the panel was asked about its points, or null when those in dispute are put once more. */
function endingOn(run: Run, ledger: Ledger, { entries, standings }: Spiral): Ending | null {
  const keys = keysOf(standings)
  const iteration = entries.length + 1
  return endingAfter(run, iteration, {
    isAgreed: agreesOnClaims(ledger, keys),
    hasMore: disputesOn(ledger, keys).length > 0,
    moved: iteration < EXCHANGE,
  })
}

/** The holders of texts, the best choice first; a text that was cut off comes after all whole ones. */
async function ranking({ request, ports }: Run, holders: Holder[]): Promise<Holder[]> {
  const texts = holders.map(({ position }) => position.answer)
  const { scores } = await chooseText(request.query, texts, { ...ports, model: request.textChoice })
  const isCut = ({ position }: Holder) => Number(position.isCut ?? false)
  return holders
    .map((holder, index) => ({ holder, score: scores[index]! }))
    .sort((left, right) => isCut(left.holder) - isCut(right.holder) || right.score - left.score)
    .map(({ holder }) => holder)
}

function textsOf(holders: Holder[]): Set<string> {
  return new Set(holders.map(({ position }) => position.answer))
}
