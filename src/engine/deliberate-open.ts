import { concludeOpen } from './conclude/conclude-open.ts'
import { synthesise } from './conclude/synthesise.ts'
import type { Deliberation } from './deliberation.ts'
import type { Hearing } from './hearing/hear-panel.ts'
import { firstEntry } from './hearing/iteration-entry.ts'
import { comparisonOn } from './measure/agreement/compare-answers.ts'
import { NO_CLAIMS } from './measure/claims/ledger.ts'
import { CONVERGED, divergenceOf } from './measure/divergence.ts'
import {
  type Holder,
  holdsPosition,
  type Landscape,
  meanDistances,
  surveyLandscape,
  withResiduals,
} from './measure/landscape.ts'
import type { Ending, Spiral } from './measure/spiral.ts'
import { chooseText } from './measure/texts/choose-text.ts'
import { publish, type Run, throwIfCancelled } from './run.ts'
import { type WrittenTexts, writeTexts } from './write-texts.ts'

/** Open questions: every seat writes a whole text alone, and a writer that sees all of them writes the answer. */
export async function deliberateOpen(run: Run): Promise<Deliberation> {
  const { request, ports } = run
  const { query, criteria } = request
  const comparison = comparisonOn(query, { ...ports, model: request.agreement })

  // Listen: every seat writes alone, unless the texts are there from before an interruption or a change of kind.
  const texts = run.spiral.entries.length === 0 ? await writeTexts(run, 'open') : null
  let spiral = texts === null ? run.spiral : heardTexts(run, texts)

  // Measure: how central each text is, and how far they are apart.
  const holders = spiral.standings.filter(holdsPosition)
  const { scores, similarity } = await chooseText(
    query,
    holders.map(({ position }) => position.answer),
    { ...ports, model: request.textChoice },
  )
  const landscape = await surveyLandscape(spiral.standings, comparison)
  if (texts !== null) {
    const disagreement = meanDistances(
      holders,
      (mine, other) => similarity[holders.indexOf(mine)]![holders.indexOf(other)]!,
    )
    spiral = measured(spiral, texts.hearings, { ...landscape, disagreement })
  }
  if (spiral.ending === null)
    spiral = await publish(run, { ...spiral, ending: endingOf(run, spiral, landscape) })

  // Answer: a writer that sees all texts; if none succeeds, the best text.
  const ranked = ranking(holders, scores)
  const written = await synthesise({
    query,
    criteria,
    anchors: spiral.anchors,
    holders: ranked,
    ledger: spiral.ledger ?? NO_CLAIMS,
    seats: spiral.standings.map(({ seat }) => seat.key),
    readSupport: async () => [],
    pause: ports.pause,
    writer: run.writer,
    iteration: spiral.entries.length,
    ask: ports.askModel,
    signal: run.signal,
  })
  throwIfCancelled(run)
  spiral = run.spent(spiral, written.calls)
  return concludeOpen({ request, spiral, written })
}

/** The state in which the texts are there and nothing is measured. */
function heardTexts(run: Run, { hearings, standings, anchors }: WrittenTexts): Spiral {
  return { ...run.spent(run.spiral, hearings), standings, anchors }
}

/** The state with the record of the first iteration: how far the texts are apart. */
function measured(spiral: Spiral, hearings: Hearing[], landscape: Landscape): Spiral {
  const standings = withResiduals(spiral.standings, landscape.disagreement)
  const divergence = divergenceOf(standings.map(({ residual }) => residual))
  const entry = firstEntry({ divergence, hearings, standings, anchors: spiral.anchors, landscape })
  return { ...spiral, entries: [entry], standings }
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
