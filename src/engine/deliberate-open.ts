import { concludeOpen } from './conclude/conclude-open.ts'
import { contraryAxioms } from './conclude/contrary-axioms.ts'
import { synthesise } from './conclude/synthesise.ts'
import type { Deliberation } from './deliberation.ts'
import { type Hearing, hearExposition, positionOf } from './hearing/hear-panel.ts'
import { firstEntry } from './hearing/iteration-entry.ts'
import { meetsQuorum, quorumError } from './hearing/quorum.ts'
import { comparisonOn } from './measure/agreement/compare-answers.ts'
import { CONVERGED, divergenceOf } from './measure/divergence.ts'
import { type Holder, holdsPosition, type Landscape, surveyLandscape } from './measure/landscape.ts'
import type { Ending, Spiral } from './measure/spiral.ts'
import { chooseText } from './measure/texts/choose-text.ts'
import { gatherAnchors, NOTHING_GATHERED } from './prompt/gather-anchors.ts'
import { publish, type Run, roundOf, throwIfCancelled } from './run.ts'

/** Open questions: every seat writes a whole text alone, and a writer that sees all of them writes the answer. */
export async function deliberateOpen(run: Run): Promise<Deliberation> {
  const { request, ports } = run
  const { query, criteria } = request
  const comparison = comparisonOn(query, { ...ports, model: request.agreement })
  const isFirst = run.spiral.entries.length === 0
  const { hearings, ...heard } = isFirst ? await hear(run) : { spiral: run.spiral, hearings: [] }
  let { spiral } = heard
  const holders = spiral.standings.filter(holdsPosition)
  const { scores, similarity } = await chooseText(
    query,
    holders.map(({ position }) => position.answer),
    { ...ports, model: request.textChoice },
  )
  const landscape = await surveyLandscape(spiral.standings, comparison)
  if (isFirst) spiral = measured(spiral, hearings, { ...landscape, disagreement: apart(holders, similarity) })
  if (spiral.ending === null)
    spiral = await publish(run, { ...spiral, ending: endingOf(run, spiral, landscape) })

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
async function hear(run: Run): Promise<{ spiral: Spiral; hearings: Hearing[] }> {
  const { request, ports, seats } = run
  const { query, criteria } = request
  await ports.pause()
  const anchors = await gatherAnchors({ query, level: 1, ...NOTHING_GATHERED }, ports.findAnchors)
  ports.onEvent({ type: 'iteration-start', iteration: 1, level: 1, phase: 'exposition' })
  const brief = { phase: 'exposition', kind: 'open', query, criteria, anchors } as const
  const hearings = await hearExposition(seats, brief, roundOf(run, run.spiral))
  throwIfCancelled(run)
  if (!meetsQuorum(hearings)) throw quorumError(hearings, request.deadline)
  const standings = hearings.map(({ seat, reply }) => ({
    seat,
    position: reply && positionOf(reply),
    residual: null,
  }))
  return { spiral: { ...run.spent(run.spiral, hearings), standings, anchors }, hearings }
}

/** The state with the record of the first iteration: how far the texts are apart. */
function measured(spiral: Spiral, hearings: Hearing[], landscape: Landscape): Spiral {
  const standings = spiral.standings.map((standing) => ({
    ...standing,
    residual: landscape.disagreement.get(standing.seat.key) ?? null,
  }))
  const divergence = divergenceOf(standings.map(({ residual }) => residual))
  const entry = firstEntry({ divergence, hearings, standings, anchors: spiral.anchors, landscape })
  return { ...spiral, entries: [entry], standings }
}

/** How far each text is from the others on average, by seat key. */
function apart(holders: Holder[], similarity: number[][]): Map<string, number> {
  return new Map(
    holders.map(({ seat }, index) => {
      const others = similarity[index]!.filter((_, other) => other !== index)
      const alike = others.reduce((sum, value) => sum + value, 0) / others.length
      return [seat.key, others.length === 0 ? 1 : 1 - alike]
    }),
  )
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
