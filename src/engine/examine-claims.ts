import { HIGHEST_LEVEL } from '../contract/axiom.ts'
import type { Ending } from '../contract/deliberation.ts'
import { axiomsOnEntries } from './conclude/axioms-on-entries.ts'
import type { Run } from './deliberation.ts'
import { claimEntry, withEstimates } from './hearing/claims/claim-entry.ts'
import { disputesOn } from './hearing/claims/disputed-claims.ts'
import { concernedBy, hearDispute } from './hearing/claims/hear-dispute.ts'
import { hearExamination } from './hearing/claims/hear-examination.ts'
import { missedPoints } from './hearing/claims/missed-points.ts'
import { hadQuorum, meetsQuorum } from './hearing/quorum.ts'
import { buildLedger } from './measure/claims/build-ledger.ts'
import { supportOf } from './measure/claims/claim-support.ts'
import { divergenceOnClaims, isConsensus, statusesOf } from './measure/claims/dispute.ts'
import { hasMoved } from './measure/claims/has-moved.ts'
import type { Ledger } from './measure/claims/ledger.ts'
import { residualsOnClaims } from './measure/claims/seat-residuals.ts'
import { withVoters } from './measure/claims/voters.ts'
import { type Holder, holdsPosition, type Standing, withResiduals } from './measure/landscape.ts'
import { isHeard, type Spiral } from './measure/spiral.ts'
import { askedOf } from './panel/asked.ts'
import { NEVER_MADE } from './panel/call-cost.ts'
import type { Seat } from './panel/panel.ts'
import { gatherAnchors, withAnchors } from './prompt/gather-anchors.ts'
import { endingWithoutQuorum, publish, roundOf, seatsToAsk, throwIfCancelled } from './run.ts'

/** The claims of the texts, and how far the texts are apart on them: what iteration 1 of an open question amounts to. */
export async function readClaims(run: Run, before: Spiral): Promise<Spiral> {
  const { request, ports, seats } = run
  const holders = before.standings.filter(holdsPosition)
  const built = await buildLedger({
    holders: holders.map(({ seat, position }) => ({ seat, text: position.answer })),
    asked: askedOf(request),
    readSupport: ports.readSupport,
    pause: ports.pause,
    supportOf: (evidence) => supportOf(evidence, request.claimSupport),
  })
  const { ledger, anchors } = await axiomsOnEntries(
    withVoters(
      built,
      before.standings.map(({ seat }) => seat),
    ),
    {
      ...ports,
      known: before.anchors,
    },
  )
  // Texts without a claim, such as code, can only be compared as they are written.
  const isSame = ledger.entries.length === 0 && areOneText(holders)
  const residuals = isSame
    ? new Map(holders.map(({ seat }) => [seat.key, 0]))
    : residualsOnClaims(ledger, keysOf(seats))
  const standings = withResiduals(before.standings, residuals)
  const divergence = isSame ? 0 : divergenceOnClaims(ledger, keysOf(seats))
  const entry = withEstimates(before.entries[0]!, divergence, standings)
  const ending = hadQuorum(entry) ? endingOfTexts(run, ledger, holders) : 'deadline'
  return publish(run, { ...before, entries: [entry], standings, anchors, ledger, ending })
}

function endingOfTexts({ request, seats }: Run, ledger: Ledger, holders: Holder[]): Ending | null {
  if (holders.length < 2) return 'unanswered'
  // Where nobody claims anything, or all wrote the same and nothing speaks against it, there is nothing to ask.
  if (ledger.entries.length === 0) return areOneText(holders) ? 'converged' : 'settled'
  if (areOneText(holders) && isConsensus(ledger, keysOf(seats))) return 'converged'
  const isLast = request.maxIterations === 1
  if (!isLast && !request.deadline.aborted) return null
  if (isConsensus(ledger, keysOf(seats))) return 'converged'
  return isLast ? 'exhausted' : 'deadline'
}

/** Whether two seats or more wrote the same text. */
function areOneText(holders: Holder[]): boolean {
  return holders.length > 1 && new Set(holders.map(({ position }) => position.answer)).size === 1
}

/** Iteration 2: every seat says which claims are true, at the same time, whatever the structure. */
export async function examineClaims(run: Run, before: Spiral): Promise<Spiral> {
  const { ports, seats } = run
  if (!run.affords(before, { calls: seatsToAsk(run, before), reserve: WRITERS }))
    return unaffordable(run, before)
  const asked = await beginIteration(run, before, 'examination')
  const { heard, ledger: judged } = await hearExamination(seats, asked, before.ledger!, roundOf(run, before))
  throwIfCancelled(run)
  const spent = run.spent(
    before,
    { phase: 'examination', iteration: 2 },
    heard.map(({ hearing }) => hearing),
  )
  if (!meetsQuorum(heard.map(({ hearing }) => hearing))) return { ...spent, ending: endingWithoutQuorum(run) }

  const texts = [...textsOf(before.standings).values()]
  const ledger = { ...judged, missed: await missedPoints(heard, texts, ports) }
  const standings = measured(before.standings, ledger, seats)
  const said = heard.map((one) => ({ ...one, missed: one.hearing.reply?.missing }))
  return publish(run, {
    ...spent,
    ...recorded(before, { phase: 'examination', said, ledger, standings, anchors: asked.anchors }),
    ending: endingOn(run, ledger, { iteration: 2, hasStalled: false }),
  })
}

/** Iteration 3 and later: those concerned judge the disputed claims again, knowing the reasons of both sides. */
export async function argueClaims(run: Run, before: Spiral): Promise<Spiral> {
  const { request, seats } = run
  const round = roundOf(run, before)
  const concerned = concernedBy(disputesOn(before.ledger!, seats), seats)
  const calls = concerned.filter(({ key }) => !round.withdrawn.has(key)).length
  if (!run.affords(before, { calls, reserve: WRITERS })) return unaffordable(run, before)
  const asked = await beginIteration(run, before, 'dispute')
  const { heard, ledger } = await hearDispute(
    {
      seats,
      structure: request.structure,
      ledger: before.ledger!,
      texts: textsOf(before.standings),
      residuals: residualsOnClaims(before.ledger!, keysOf(seats)),
    },
    asked,
    round,
  )
  throwIfCancelled(run)
  const spent = run.spent(
    before,
    { phase: 'dispute', iteration: round.iteration },
    heard.map(({ hearing }) => hearing),
  )
  // Of a seat that nothing was asked nothing is missing.
  const said = seats.map(
    (seat) =>
      heard.find(({ hearing }) => hearing.seat.key === seat.key) ?? {
        hearing: { seat, abstention: round.withdrawn.get(seat.key) ?? null, call: NEVER_MADE },
        rulings: [],
      },
  )
  if (!meetsQuorum(said.map(({ hearing }) => hearing))) return { ...spent, ending: endingWithoutQuorum(run) }

  const standings = measured(before.standings, ledger, seats)
  const isWhole = said.every(({ hearing }) => isHeard(hearing.abstention))
  const hasStalled = isWhole && !hasMoved(before.ledger!, ledger, keysOf(seats))
  return publish(run, {
    ...spent,
    ...recorded(before, { phase: 'dispute', said, ledger, standings, anchors: asked.anchors }),
    ending: endingOn(run, ledger, { iteration: round.iteration, hasStalled }),
  })
}

/** The calls kept for the final text. */
const WRITERS = 1

/** The state of a run whose budget does not allow another iteration. */
function unaffordable({ seats }: Run, before: Spiral): Spiral {
  return { ...before, ending: isConsensus(before.ledger!, keysOf(seats)) ? 'converged' : 'budget' }
}

/** Announces an iteration and gathers its axioms: those of the next level that bear on the question or on disputed claims. */
async function beginIteration(
  { request, ports, seats }: Run,
  before: Spiral,
  phase: 'examination' | 'dispute',
) {
  const iteration = before.entries.length + 1
  const level = levelOf(iteration)
  ports.onEvent({ type: 'iteration-start', iteration, level, phase })
  await ports.pause()
  const { entries } = before.ledger!
  const statuses = statusesOf(before.ledger!, keysOf(seats))
  const disputed = entries.filter((_, place) => statuses[place] === 'disputed').map(({ text }) => text)
  const found = await gatherAnchors({ asked: request, level, disputed }, ports.findAnchors)
  return { ...askedOf(request), anchors: withAnchors(before.anchors, found) }
}

/** The state after an iteration, with its record. */
function recorded(
  { entries }: Spiral,
  iteration: Pick<Parameters<typeof claimEntry>[0], 'phase' | 'said' | 'ledger' | 'standings' | 'anchors'>,
): Pick<Spiral, 'entries' | 'standings' | 'anchors' | 'ledger'> {
  const number = entries.length + 1
  const entry = claimEntry({ ...iteration, iteration: number, level: levelOf(number), first: entries[0]! })
  const { standings, anchors, ledger } = iteration
  return { entries: [...entries, entry], standings, anchors, ledger }
}

/** Why the run ends after the panel was asked about its claims, or null when it goes on. */
function endingOn(
  { request, seats }: Run,
  ledger: Ledger,
  { iteration, hasStalled }: { iteration: number; hasStalled: boolean },
): Ending | null {
  if (isConsensus(ledger, keysOf(seats))) return 'converged'
  if (!statusesOf(ledger, keysOf(seats)).includes('disputed')) return 'settled'
  if (request.deadline.aborted) return 'deadline'
  if (iteration >= request.maxIterations) return 'exhausted'
  return hasStalled ? 'stalled' : null
}

function measured(standings: Standing[], ledger: Ledger, seats: Seat[]): Standing[] {
  return withResiduals(standings, residualsOnClaims(ledger, keysOf(seats)))
}

function textsOf(standings: Standing[]): Map<string, string> {
  return new Map(standings.filter(holdsPosition).map(({ seat, position }) => [seat.key, position.answer]))
}

function keysOf(seats: Seat[]): string[] {
  return seats.map(({ key }) => key)
}

function levelOf(iteration: number): number {
  return Math.min(iteration, HIGHEST_LEVEL)
}
