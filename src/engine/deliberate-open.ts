import { concludeOpen } from './conclude/conclude-open.ts'
import { synthesise } from './conclude/synthesise.ts'
import type { Deliberation } from './deliberation.ts'
import { argueClaims, examineClaims, readClaims } from './examine-claims.ts'
import { firstEntry } from './hearing/iteration-entry.ts'
import { comparisonOn } from './measure/agreement/compare-answers.ts'
import { NO_CLAIMS } from './measure/claims/ledger.ts'
import { type Holder, holdsPosition, type Landscape, surveyLandscape } from './measure/landscape.ts'
import type { Spiral } from './measure/spiral.ts'
import { chooseText } from './measure/texts/choose-text.ts'
import { askedOf } from './panel/asked.ts'
import { ONE_CALL } from './panel/budget.ts'
import { type Run, throwIfCancelled } from './run.ts'
import { type WrittenTexts, writeTexts } from './write-texts.ts'

/**
 * Open questions: every seat writes a whole text alone. The claims of all texts become a ledger; every seat says which of
 * them are true, and those in dispute are argued until nobody moves. A writer that sees everything writes the answer.
 */
export async function deliberateOpen(run: Run): Promise<Deliberation> {
  const { request, ports } = run
  const comparison = comparisonOn(request.query, { ...ports, model: request.agreement })

  // Listen: every seat writes alone, unless the texts are there from before an interruption or a change of kind.
  const texts = run.spiral.entries.length === 0 ? await writeTexts(run, 'open') : null
  let spiral = texts === null ? run.spiral : heardTexts(run, texts)
  const landscape = await surveyLandscape(spiral.standings, comparison)

  // Examine: what the texts claim, what every seat says of it, and what those concerned say once they know why.
  if (spiral.ending === null && spiral.ledger === undefined) {
    const { anchors, standings } = spiral
    const first =
      texts === null
        ? spiral.entries[0]!
        : firstEntry({ divergence: 1, hearings: texts.hearings, standings, anchors, landscape })
    spiral = await readClaims(run, { ...spiral, entries: [first] })
  }
  if (spiral.ending === null && spiral.entries.length === 1) spiral = await examineClaims(run, spiral)
  while (spiral.ending === null) spiral = await argueClaims(run, spiral)

  // Answer: a writer that sees everything; if none succeeds, the best text.
  const ranked = await ranking(run, spiral.standings.filter(holdsPosition))
  const writing = { phase: 'writing', iteration: spiral.entries.length } as const
  const written = await synthesise({
    asked: askedOf(request),
    anchors: spiral.anchors,
    holders: ranked,
    ledger: spiral.ledger ?? NO_CLAIMS,
    seats: spiral.standings.map(({ seat }) => seat.key),
    readSupport: ports.readSupport,
    pause: ports.pause,
    writer: run.writer,
    iteration: spiral.entries.length,
    ask: ports.askModel,
    affords: (calls) => run.affords(run.spent(spiral, writing, calls), ONE_CALL),
    signal: run.signal,
    onAccepted: run.onAccepted,
    onEvent: ports.onEvent,
  })
  throwIfCancelled(run)
  spiral = run.spent(spiral, writing, written.calls)
  return concludeOpen({ request, spiral, written, agreement: agreementIn(landscape) })
}

/** How far the texts of a panel agree on average. */
function agreementIn({ disagreement }: Landscape): number {
  const values = [...disagreement.values()]
  return 1 - values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** The state in which the texts are there and nothing is measured. */
function heardTexts(run: Run, { hearings, standings, anchors }: WrittenTexts): Spiral {
  const spent = run.spent(run.spiral, { phase: 'exposition', iteration: 1 }, hearings)
  return { ...spent, standings, anchors }
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
