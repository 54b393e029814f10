import { concludeOpen } from './conclude/conclude-open.ts'
import { contraryAxioms } from './conclude/contrary-axioms.ts'
import { synthesise } from './conclude/synthesise.ts'
import type { Deliberation } from './deliberation.ts'
import { hearExposition, positionOf } from './hearing/hear-panel.ts'
import { firstEntry } from './hearing/iteration-entry.ts'
import { meetsQuorum, quorumError } from './hearing/quorum.ts'
import { comparisonOn } from './measure/agreement/compare-answers.ts'
import { CONVERGED, divergenceOf } from './measure/divergence.ts'
import {
  type Holder,
  holdsPosition,
  type Landscape,
  type Standing,
  surveyLandscape,
} from './measure/landscape.ts'
import type { Ending, Spiral } from './measure/spiral.ts'
import { chooseText } from './measure/texts/choose-text.ts'
import { gatherAnchors, NOTHING_GATHERED } from './prompt/gather-anchors.ts'
import { publish, type Run, roundOf, throwIfCancelled } from './run.ts'

/** Open questions: every seat writes a whole text alone, and a writer that sees all of them writes the answer. */
export async function deliberateOpen(run: Run): Promise<Deliberation> {
  const { request, ports } = run
  const { query, criteria } = request
  const comparison = comparisonOn(query, { ...ports, model: request.agreement })
  let { spiral } = run
  if (spiral.entries.length === 0) spiral = await write(run, spiral, comparison)
  const landscape = await surveyLandscape(spiral.standings, comparison)
  if (spiral.ending === null)
    spiral = await publish(run, { ...spiral, ending: endingOf(run, spiral, landscape) })

  const holders = spiral.standings.filter(holdsPosition)
  const { scores } = await chooseText(
    query,
    holders.map(({ position }) => position.answer),
    { ...ports, model: request.textChoice },
  )
  const ranked = ranking(holders, scores)
  const written = await synthesise({
    query,
    criteria,
    anchors: spiral.anchors,
    holders: ranked,
    writer: run.writer,
    iteration: spiral.entries.length,
    ask: ports.askModel,
    signal: run.signal,
  })
  throwIfCancelled(run)
  spiral = run.spent(spiral, written.calls)
  const [best] = ranked
  if (best !== undefined) {
    const contrary = await contraryAxioms({ query, answer: best.position.answer }, ports.findAnchors)
    spiral = { ...spiral, contrary }
  }
  return concludeOpen({ request, spiral, landscape, best, written, comparison })
}

/** Iteration 1: every seat writes alone. */
async function write(run: Run, before: Spiral, comparison: ReturnType<typeof comparisonOn>): Promise<Spiral> {
  const { request, ports, seats } = run
  const { query, criteria } = request
  await ports.pause()
  const anchors = await gatherAnchors({ query, level: 1, ...NOTHING_GATHERED }, ports.findAnchors)
  ports.onEvent({ type: 'iteration-start', iteration: 1, level: 1, phase: 'exposition' })
  const brief = { phase: 'exposition', kind: 'open', query, criteria, anchors } as const
  const hearings = await hearExposition(seats, brief, roundOf(run, before))
  throwIfCancelled(run)
  if (!meetsQuorum(hearings)) throw quorumError(hearings, request.deadline)
  const held: Standing[] = hearings.map(({ seat, reply }) => ({
    seat,
    position: reply && positionOf(reply),
    residual: null,
  }))
  const landscape = await surveyLandscape(held, comparison)
  const standings = held.map((standing) => ({
    ...standing,
    residual: landscape.disagreement.get(standing.seat.key) ?? null,
  }))
  const divergence = divergenceOf(standings.map(({ residual }) => residual))
  const entry = firstEntry({ divergence, hearings, standings, anchors, landscape })
  return { ...run.spent(before, hearings), entries: [entry], standings, anchors }
}

function endingOf({ request }: Run, { entries, standings }: Spiral, { camps }: Landscape): Ending {
  if (standings.filter(holdsPosition).length < 2) return 'unanswered'
  if (camps.length === 1 && entries[0]!.D <= CONVERGED) return 'converged'
  return request.deadline.aborted ? 'deadline' : 'settled'
}

/** The holders of texts, the best choice first; a text that was cut off comes after all whole ones. */
function ranking(holders: Holder[], scores: number[]): Holder[] {
  const isCut = ({ position }: Holder) => Number(position.isCut ?? false)
  return holders
    .map((holder, index) => ({ holder, score: scores[index]! }))
    .sort((left, right) => isCut(left.holder) - isCut(right.holder) || right.score - left.score)
    .map(({ holder }) => holder)
}
