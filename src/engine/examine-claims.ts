import { HIGHEST_LEVEL } from '../contract/axiom.ts'
import type { Ending } from '../contract/deliberation.ts'
import type { Run } from './deliberation.ts'
import { claimEntry, withEstimates } from './hearing/claims/claim-entry.ts'
import { concernedBy, disputesOn, hearDispute } from './hearing/claims/hear-dispute.ts'
import { hearExamination } from './hearing/claims/hear-examination.ts'
import { mapTexts } from './hearing/claims/map-texts.ts'
import { hadQuorum, meetsQuorum } from './hearing/quorum.ts'
import { divergenceOnClaims, isConsensus, statusesOf } from './measure/claims/dispute.ts'
import { type Ledger, NO_CLAIMS } from './measure/claims/ledger.ts'
import { residualsOnClaims } from './measure/claims/seat-residuals.ts'
import { strikeEntries } from './measure/claims/strike.ts'
import { type Holder, holdsPosition, withResiduals } from './measure/landscape.ts'
import type { Spiral } from './measure/spiral.ts'
import { askedOf } from './panel/asked.ts'
import { ONE_CALL } from './panel/budget.ts'
import { NEVER_MADE } from './panel/call-cost.ts'
import { gatherAnchors, withAnchors } from './prompt/gather-anchors.ts'
import { endingWithoutQuorum, publish, roundOf, seatsToAsk, throwIfCancelled } from './run.ts'

/** The calls kept for the final text: its writer and its checker. */
const WRITING = 2
/** The iteration in which disputed points are put to both sides once more; there is no other. */
const EXCHANGE = 3

/** The points of the texts, and how far the texts are apart on them: what iteration 1 of an open question amounts to. */
export async function readClaims(run: Run, before: Spiral): Promise<Spiral> {
  const holders = before.standings.filter(holdsPosition)
  const isSame = isOneText(holders)
  const isReadable = holders.length > 1 && !isSame
  const missing = isReadable ? whyUnread(run, before) : null
  const { ledger, spiral } =
    isReadable && missing === null ? await mapTexts(run, before) : { ledger: NO_CLAIMS, spiral: before }
  throwIfCancelled(run)
  const keys = keysOf(run)
  const residuals = isSame
    ? new Map(holders.map(({ seat }) => [seat.key, 0]))
    : residualsOnClaims(ledger, keys)
  const standings = withResiduals(before.standings, residuals)
  const divergence = isSame ? 0 : holders.length < 2 ? 1 : divergenceOnClaims(ledger, keys)
  const entry = withEstimates(before.entries[0]!, divergence, standings)
  const ending = hadQuorum(entry) ? (missing ?? endingOfTexts(run, ledger, holders)) : 'deadline'
  return publish(run, { ...spiral, entries: [entry], standings, ledger, ending })
}

/** What does not allow the texts to be read; null for nothing. */
function whyUnread(run: Run, before: Spiral): Ending | null {
  if (run.signal.aborted) return 'deadline'
  return run.affords(before, ONE_CALL) ? null : 'budget'
}

/** Why the run ends after the texts were read, or null when the panel is asked about their points. */
function endingOfTexts(run: Run, ledger: Ledger, holders: Holder[]): Ending | null {
  const { request } = run
  if (holders.length < 2) return 'unanswered'
  if (isOneText(holders)) return 'converged'
  if (ledger.entries.length === 0) return 'settled'
  const isLast = request.maxIterations === 1
  if (!isLast && !request.deadline.aborted) return null
  if (isConsensus(ledger, keysOf(run))) return 'converged'
  return isLast ? 'exhausted' : 'deadline'
}

/** Whether two seats or more wrote the same text. */
function isOneText(holders: Holder[]): boolean {
  return holders.length > 1 && new Set(holders.map(({ position }) => position.answer)).size === 1
}

/** Iteration 2: every seat rules on the points, at the same time, whatever the structure. */
export async function examineClaims(run: Run, before: Spiral): Promise<Spiral> {
  const { seats } = run
  if (!run.affords(before, { calls: seatsToAsk(run, before), reserve: WRITING }))
    return unaffordable(run, before)
  const asked = await beginIteration(run, before, 'examination')
  const round = roundOf(run, before)
  const { heard, ledger: judged } = await hearExamination(seats, asked, before.ledger!, round)
  throwIfCancelled(run)
  const hearings = heard.map(({ hearing }) => hearing)
  const spent = run.spent(before, { phase: 'examination', iteration: 2 }, hearings)
  if (!meetsQuorum(hearings)) return { ...spent, ending: endingWithoutQuorum(run) }
  // Those who hold a central point are heard once more before it is struck, if they can be.
  const argued = strikeEntries(judged, keysOf(run), ({ isCentral }) => !isCentral)
  const isArgued = endingOn(run, argued, 2) === null
  const ledger = isArgued ? argued : strikeEntries(judged, keysOf(run), () => true)
  const { anchors } = asked
  return publish(run, {
    ...spent,
    ...recorded(run, before, { phase: 'examination', said: heard, ledger, anchors }),
    ending: isArgued ? null : endingOn(run, ledger, 2),
  })
}

/** Iteration 3: disputed central points go back once to both sides, with the reasons of the other. */
export async function argueClaims(run: Run, before: Spiral): Promise<Spiral> {
  const { request, seats } = run
  const round = roundOf(run, before)
  const { holding, denying } = concernedBy(disputesOn(before.ledger!, keysOf(run)), seats)
  const calls = [...holding, ...denying].filter(({ key }) => !round.withdrawn.has(key)).length
  if (!run.affords(before, { calls, reserve: WRITING })) return unaffordable(run, before)
  const asked = await beginIteration(run, before, 'dispute')
  const panel = {
    seats,
    structure: request.structure,
    ledger: before.ledger!,
    residuals: residualsOnClaims(before.ledger!, keysOf(run)),
  }
  const { heard, ledger: argued } = await hearDispute(panel, asked, round)
  throwIfCancelled(run)
  const hearings = heard.map(({ hearing }) => hearing)
  const spent = run.spent(before, { phase: 'dispute', iteration: round.iteration }, hearings)
  // Of a seat that nothing was asked nothing is missing.
  const said = seats.map(
    (seat) =>
      heard.find(({ hearing }) => hearing.seat.key === seat.key) ?? {
        hearing: { seat, abstention: round.withdrawn.get(seat.key) ?? null, call: NEVER_MADE },
        rulings: [],
      },
  )
  if (!meetsQuorum(said.map(({ hearing }) => hearing))) {
    const left = strikeEntries(before.ledger!, keysOf(run), () => true)
    return { ...spent, ledger: left, ending: endingWithoutQuorum(run) }
  }
  const ledger = strikeEntries(argued, keysOf(run), () => true)
  const { anchors } = asked
  return publish(run, {
    ...spent,
    ...recorded(run, before, { phase: 'dispute', said, ledger, anchors }),
    ending: endingOn(run, ledger, round.iteration),
  })
}

/** The state of a run whose budget does not allow another iteration. */
function unaffordable(run: Run, before: Spiral): Spiral {
  const keys = keysOf(run)
  const ledger = strikeEntries(before.ledger!, keys, ({ isExamined }) => isExamined)
  return { ...before, ledger, ending: isConsensus(ledger, keys) ? 'converged' : 'budget' }
}

/** Announces an iteration and gathers its axioms: those of the next level that bear on the question or on disputed points. */
async function beginIteration(run: Run, before: Spiral, phase: 'examination' | 'dispute') {
  const { request, ports } = run
  const iteration = before.entries.length + 1
  const level = levelOf(iteration)
  ports.onEvent({ type: 'iteration-start', iteration, level, phase })
  await ports.pause()
  const { entries } = before.ledger!
  const statuses = statusesOf(before.ledger!, keysOf(run))
  const disputed = entries.filter((_, place) => statuses[place] === 'disputed').map(({ text }) => text)
  const found = await gatherAnchors({ asked: request, level, disputed }, ports.findAnchors)
  return { ...askedOf(request), date: before.date, anchors: withAnchors(before.anchors, found) }
}

/** The state after an iteration, with its record. */
function recorded(
  run: Run,
  { entries, standings: before }: Spiral,
  iteration: Pick<Parameters<typeof claimEntry>[0], 'phase' | 'said' | 'ledger' | 'anchors'>,
): Pick<Spiral, 'entries' | 'standings' | 'anchors' | 'ledger'> {
  const { ledger, anchors } = iteration
  const standings = withResiduals(before, residualsOnClaims(ledger, keysOf(run)))
  const number = entries.length + 1
  const entry = claimEntry({
    ...iteration,
    standings,
    iteration: number,
    level: levelOf(number),
    first: entries[0]!,
  })
  return { entries: [...entries, entry], standings, anchors, ledger }
}

/** Why the run ends after the panel was asked about its points, or null when those in dispute are put once more. */
function endingOn(run: Run, ledger: Ledger, iteration: number): Ending | null {
  const { request } = run
  const keys = keysOf(run)
  if (isConsensus(ledger, keys)) return 'converged'
  if (disputesOn(ledger, keys).length === 0) return 'settled'
  if (request.deadline.aborted) return 'deadline'
  if (iteration >= request.maxIterations) return 'exhausted'
  return iteration < EXCHANGE ? null : 'stalled'
}

function keysOf({ seats }: Run): string[] {
  return seats.map(({ key }) => key)
}

function levelOf(iteration: number): number {
  return Math.min(iteration, HIGHEST_LEVEL)
}
