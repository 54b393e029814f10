import { HIGHEST_LEVEL } from '../contract/axiom.ts'
import { composeAnswer } from './conclude/compose-answer.ts'
import { concludeClosed } from './conclude/conclude-closed.ts'
import { contraryAxioms } from './conclude/contrary-axioms.ts'
import { deliberateOpen } from './deliberate-open.ts'
import type { Deliberation } from './deliberation.ts'
import { countReply } from './hearing/count-reply.ts'
import { type Hearing, hearExposition, hearRevision } from './hearing/hear-panel.ts'
import { entryOf } from './hearing/iteration-entry.ts'
import { isCutShort, meetsQuorum, quorumError } from './hearing/quorum.ts'
import { structureNamed } from './hearing/structures/index.ts'
import { comparisonOn } from './measure/agreement/compare-answers.ts'
import { divergenceOf, stepResidual } from './measure/divergence.ts'
import { type Camp, holdsPosition, type Standing, surveyLandscape } from './measure/landscape.ts'
import { endingOf, type Spiral } from './measure/spiral.ts'
import { askedOf } from './panel/asked.ts'
import { ONE_CALL } from './panel/budget.ts'
import { servedSeat } from './panel/panel.ts'
import { voteIn } from './panel/votes.ts'
import { claimsInDispute, gatherAnchors } from './prompt/gather-anchors.ts'
import { areTexts } from './reading/answer/are-texts.ts'
import { plainlySame } from './reading/answer/plainly-same.ts'
import { endingWithoutQuorum, publish, type Run, roundOf, seatsToAsk, throwIfCancelled } from './run.ts'

/**
 * The φ-spiral. Every seat first answers alone; then, iteration by iteration, each judges the theme and the other
 * positions against axioms of the next level, and the divergence of the panel is measured again, until the answers
 * agree or the iterations are used up.
 */
export async function deliberateClosed(run: Run): Promise<Deliberation> {
  const { request, ports, seats } = run
  const { query, deadline } = request
  const asked = askedOf(request)
  const structure = structureNamed(request.structure)
  const comparison = comparisonOn(query, { ...ports, model: request.agreement })
  const isSame = plainlySame(query)
  let { spiral } = run
  const voteOf = voteIn(spiral.votes ?? null)
  const survey = (standings: Standing[]) => surveyLandscape(standings, comparison, voteOf)
  let landscape = await survey(spiral.standings)
  const contraryTo = async (camp: Camp | undefined) =>
    camp ? contraryAxioms({ query, answer: camp.central.position.answer }, ports.findAnchors) : []

  // Most closed answers need no writer, and without one the answer of the panel stands in its own words; only where the
  // caller said how to answer is a call kept for it.
  const reserve = request.compose && asked.background?.instructions != null ? 1 : 0
  const affordsRound = (state: Spiral) => run.affords(state, { calls: seatsToAsk(run, state), reserve })

  while (spiral.ending === null) {
    const iteration = spiral.entries.length + 1
    if (iteration > 1 && !affordsRound(spiral)) {
      spiral = { ...spiral, ending: spiral.contrary ? 'converged' : 'budget' }
      break
    }
    const level = Math.min(iteration, HIGHEST_LEVEL)
    await ports.pause()
    const anchors = await gatherAnchors(
      { asked, level, disputed: claimsInDispute(landscape), gathered: spiral.anchors },
      ports.findAnchors,
    )
    const theme = landscape.camps[0]?.central.position ?? null
    const phase = theme === null ? 'exposition' : 'revision'
    ports.onEvent({ type: 'iteration-start', iteration, level, phase })

    const { standings: before } = spiral
    const count = (hearing: Hearing) => {
      const held = before.find(({ seat }) => seat.key === hearing.seat.key)?.position ?? null
      return countReply(hearing, held, comparison)
    }

    // Listen: alone at first, then to each other, in the order the structure defines.
    const round = roundOf(run, spiral)
    const hearings =
      theme === null
        ? await hearExposition(seats, { phase: 'exposition', kind: 'closed', ...asked, anchors }, round)
        : await hearRevision(
            structure,
            {
              stage: { iteration, seats, withdrawn: round.withdrawn, landscape, theme },
              standings: spiral.standings,
            },
            {
              ...round,
              ...asked,
              anchors,
              isSame,
              counted: async (hearing) => (await count(hearing)).position,
            },
          )
    throwIfCancelled(run)
    const heard = run.spent(spiral, { phase, iteration }, hearings)
    const isCut = iteration === 1 && isCutShort(hearings, deadline)
    if (!meetsQuorum(hearings) && !isCut) {
      if (iteration === 1) throw quorumError(hearings, deadline)
      // What was agreed on before an axiom contradicted it stays agreed on.
      spiral = { ...heard, ending: spiral.contrary ? 'converged' : endingWithoutQuorum(run) }
      break
    }

    // Count: the position of each seat, and what its verdict counts for.
    const counted = await Promise.all(hearings.map(count))
    const moved: Standing[] = spiral.standings.map((standing, index) => ({
      ...standing,
      seat: servedSeat(seats[index]!, standing.seat.servedModel ?? hearings[index]!.servedModel),
      position: counted[index]?.position ?? null,
    }))

    // Measure: the disagreement, then the golden step for seats that earned it.
    landscape = await survey(moved)
    const standings = moved.map((standing, index) => ({
      ...standing,
      residual: holdsPosition(standing)
        ? stepResidual({
            stance: counted[index]?.stance ?? 'silent',
            measured: landscape.disagreement.get(standing.seat.key) ?? 1,
            previous: spiral.standings[index]?.residual ?? null,
          })
        : null,
    }))
    const divergence = divergenceOf(standings.map(({ residual }) => residual))
    const entry = entryOf({
      iteration,
      level,
      phase,
      divergence,
      basis: 'measured',
      initialDivergence: spiral.entries[0]?.D ?? divergence,
      theme: theme?.answer ?? null,
      hearings,
      counted,
      standings,
      anchors,
      landscape,
    })
    const entries = [...spiral.entries, entry]

    // Nobody gave a short answer to a question that only looked closed: it is an open one.
    if (
      iteration === 1 &&
      request.kind === null &&
      areTexts(standings.map(({ position }) => position?.answer))
    ) {
      const opened = { ...heard, kind: 'open' as const, entries, standings, anchors, votes: null }
      return deliberateOpen({ ...run, kind: 'open', spiral: opened })
    }
    const ending = isCut
      ? 'deadline'
      : endingOf({
          entries,
          landscape,
          stances: counted.map(({ stance }) => stance),
          maxIterations: request.maxIterations,
          deadline,
        })

    // Doubt: an agreed answer may still contradict an axiom; if so, the panel is shown the axiom once.
    const contrary = ending === 'converged' ? await contraryTo(landscape.camps[0]) : []
    const unheard = contrary.filter(({ id }) => !anchors.some((anchor) => anchor.id === id))
    const measured = { ...heard, entries }
    const mayGoOn = iteration < request.maxIterations && !deadline.aborted && affordsRound(measured)
    const goesOn = unheard.length > 0 && mayGoOn
    spiral = await publish(run, {
      ...measured,
      standings,
      anchors: goesOn ? [...anchors, ...unheard] : anchors,
      ending: goesOn ? null : ending,
      contrary: ending === 'converged' ? contrary : undefined,
    })
  }

  // Answer: the heaviest camp wins, and one of its seats writes.
  const writing = { phase: 'writing', iteration: spiral.entries.length } as const
  const composed = request.compose
    ? await composeAnswer({
        asked,
        iteration: spiral.entries.length,
        camps: landscape.camps,
        writer: run.writer,
        anchors: spiral.anchors,
        comparison,
        ask: ports.askModel,
        affords: (calls) => run.affords(run.spent(spiral, writing, calls), ONE_CALL),
        signal: run.signal,
      })
    : { text: null, calls: [] }
  throwIfCancelled(run)
  spiral = run.spent(spiral, writing, composed.calls)
  if (!spiral.contrary) spiral = { ...spiral, contrary: await contraryTo(landscape.camps[0]) }
  return concludeClosed({ request, spiral, landscape, composed, comparison })
}
