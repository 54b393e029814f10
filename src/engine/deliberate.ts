import { HIGHEST_LEVEL } from '../contract/axiom.ts'
import type { Usage } from '../contract/deliberation.ts'
import { StrettoError } from '../contract/error-codes.ts'
import { composeAnswer } from './conclude/compose-answer.ts'
import { conclude } from './conclude/conclude.ts'
import { contraryAxioms } from './conclude/contrary-axioms.ts'
import type { Deliberation, DeliberationPorts, DeliberationRequest } from './deliberation.ts'
import { countReply } from './hearing/count-reply.ts'
import {
  addUsage,
  gatherCostWarnings,
  type Hearing,
  hearExposition,
  hearRevision,
} from './hearing/hear-panel.ts'
import { entryOf } from './hearing/iteration-entry.ts'
import { meetsQuorum, quorumError } from './hearing/quorum.ts'
import { structureNamed } from './hearing/structures/index.ts'
import { comparisonOn } from './measure/agreement/compare-answers.ts'
import { divergenceOf, stepResidual } from './measure/divergence.ts'
import { type Camp, holdsPosition, type Standing, surveyLandscape } from './measure/landscape.ts'
import { beginSpiral, endingOf, type Spiral } from './measure/spiral.ts'
import { restoreSeats, seatPanel } from './panel/panel.ts'
import { voteIn } from './panel/votes.ts'
import { withdrawnSeats } from './panel/withdrawn-seats.ts'
import { gatherAnchors } from './prompt/gather-anchors.ts'
import { plainlySame } from './reading/answer/plainly-same.ts'

/**
 * The φ-spiral. Every seat first answers alone; then, iteration by iteration, each judges the theme and the other
 * positions against axioms of the next level, and the divergence of the panel is measured again, until the answers
 * agree or the iterations are used up.
 */
export async function deliberate(
  request: DeliberationRequest,
  ports: DeliberationPorts,
): Promise<Deliberation> {
  const { query, signal, deadline } = request
  const startedAt = ports.now()
  const { checkpoint } = request
  const drawn = seatPanel(request.models, query)
  const seats = checkpoint === null ? drawn : restoreSeats(drawn, checkpoint.standings)
  const structure = structureNamed(request.structure)
  const comparison = comparisonOn(query, { ...ports, model: request.agreement })
  const isSame = plainlySame(query)
  const callSignal = AbortSignal.any([signal, deadline])
  let spiral: Spiral = checkpoint ?? beginSpiral(seats, request.votes)
  const voteOf = voteIn(spiral.votes ?? null)
  const spentBefore = spiral.usage.duration_ms
  const timed = (usage: Usage): Usage => ({ ...usage, duration_ms: spentBefore + ports.now() - startedAt })
  let landscape = await surveyLandscape(spiral.standings, comparison, voteOf)
  const contraryTo = async (camp: Camp | undefined) =>
    camp ? contraryAxioms({ query, answer: camp.central.position.answer }, ports.findAnchors) : []

  while (spiral.ending === null) {
    const iteration = spiral.entries.length + 1
    const level = Math.min(iteration, HIGHEST_LEVEL)
    await ports.pause()
    const anchors = await gatherAnchors(
      { query, level, landscape, gathered: spiral.anchors },
      ports.findAnchors,
    )
    const theme = landscape.camps[0]?.central.position ?? null
    ports.onEvent({ type: 'iteration-start', iteration, level })

    const { standings: before } = spiral
    const count = (hearing: Hearing) => {
      const held = before.find(({ seat }) => seat.key === hearing.seat.key)?.position ?? null
      return countReply(hearing, held, comparison)
    }

    // Listen: alone at first, then to each other, in the order the structure defines.
    const round = {
      query,
      iteration,
      anchors,
      isSame,
      withdrawn: withdrawnSeats(spiral.entries, seats),
      ask: ports.askModel,
      counted: async (hearing: Hearing) => (await count(hearing)).position,
      pause: ports.pause,
      signal: callSignal,
      onHearing: ({ seat, abstention }: Hearing) =>
        ports.onEvent({ type: 'answer-received', iteration, name: seat.name, answered: abstention === null }),
    }
    const hearings =
      theme === null
        ? await hearExposition(seats, round)
        : await hearRevision(
            structure,
            {
              stage: { iteration, seats, withdrawn: round.withdrawn, landscape, theme },
              standings: spiral.standings,
            },
            round,
          )
    if (signal.aborted) throw cancelled()
    const usage = addUsage(spiral.usage, hearings)
    const costWarnings = gatherCostWarnings(spiral.costWarnings, hearings)
    if (!meetsQuorum(hearings)) {
      if (spiral.entries.length === 0) throw quorumError(hearings, deadline)
      // What was agreed on before an axiom contradicted it stays agreed on.
      const lost = deadline.aborted ? 'deadline' : 'quorum-lost'
      spiral = { ...spiral, usage, costWarnings, ending: spiral.contrary ? 'converged' : lost }
      break
    }

    // Count: the position of each seat, and what its verdict counts for.
    const counted = await Promise.all(hearings.map(count))
    const moved: Standing[] = spiral.standings.map((standing, index) => ({
      ...standing,
      seat: seats[index]!,
      position: counted[index]?.position ?? null,
    }))

    // Measure: the disagreement, then the golden step for seats that earned it.
    landscape = await surveyLandscape(moved, comparison, voteOf)
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
      divergence,
      initialDivergence: spiral.entries[0]?.D ?? divergence,
      theme: theme?.answer ?? null,
      hearings,
      counted,
      standings,
      anchors,
      landscape,
    })
    const entries = [...spiral.entries, entry]
    const ending = endingOf({
      entries,
      landscape,
      stances: counted.map(({ stance }) => stance),
      maxIterations: request.maxIterations,
      deadline,
    })

    // Doubt: an agreed answer may still contradict an axiom; if so, the panel is shown the axiom once.
    const contrary = ending === 'converged' ? await contraryTo(landscape.camps[0]) : []
    const unheard = contrary.filter(({ id }) => !anchors.some((anchor) => anchor.id === id))
    const goesOn = unheard.length > 0 && iteration < request.maxIterations && !deadline.aborted
    spiral = {
      ...spiral,
      entries,
      standings,
      anchors: goesOn ? [...anchors, ...unheard] : anchors,
      usage: timed(usage),
      costWarnings,
      ending: goesOn ? null : ending,
      contrary: ending === 'converged' ? contrary : undefined,
    }
    // Stored before it is published: whoever receives the event and then asks must find it.
    await ports.onCheckpoint(spiral)
    ports.onEvent({ type: 'iteration-end', entry })
  }

  // Answer: the heaviest camp wins, and one of its seats writes.
  const composed = request.compose
    ? await composeAnswer({
        query,
        iteration: spiral.entries.length,
        camps: landscape.camps,
        anchors: spiral.anchors,
        comparison,
        ask: ports.askModel,
        signal: callSignal,
      })
    : { text: null, calls: [] }
  if (signal.aborted) throw cancelled()
  spiral = {
    ...spiral,
    usage: timed(addUsage(spiral.usage, composed.calls)),
    costWarnings: gatherCostWarnings(spiral.costWarnings, composed.calls),
  }
  if (!spiral.contrary) spiral = { ...spiral, contrary: await contraryTo(landscape.camps[0]) }
  return conclude({ request, spiral, landscape, text: composed.text, comparison })
}

function cancelled(): StrettoError {
  return new StrettoError('cancelled', 'The consensus was cancelled before it finished.')
}
