import { concludeOpen } from './conclude/conclude-open.ts'
import { synthesise } from './conclude/synthesise.ts'
import type { Deliberation, Run } from './deliberation.ts'
import { argueClaims, examineClaims, readClaims } from './examine-claims.ts'
import { NO_CLAIMS } from './measure/claims/ledger.ts'
import { type Holder, holdsPosition } from './measure/landscape.ts'
import { chooseText } from './measure/texts/choose-text.ts'
import { askedOf } from './panel/asked.ts'
import { ONE_CALL } from './panel/budget.ts'
import { throwIfCancelled } from './run.ts'

/**
 * Open questions: every seat writes a whole text alone. The claims of all texts become a ledger; every seat says which of
 * them are true, and those in dispute are argued until nobody moves. A writer that sees everything writes the answer.
 */
export async function deliberateOpen(run: Run): Promise<Deliberation> {
  const { request, ports } = run
  // Examine: what the texts claim, what every seat says of it, and what those concerned say once they know why.
  let spiral = run.spiral.ledger === undefined ? await readClaims(run, run.spiral) : run.spiral
  if (spiral.ending === null && spiral.entries.length === 1) spiral = await examineClaims(run, spiral)
  while (spiral.ending === null) spiral = await argueClaims(run, spiral)

  // Answer: a writer that sees everything; if none succeeds, the best text.
  const { ranked, agreement } = await ranking(run, spiral.standings.filter(holdsPosition))
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
  return concludeOpen({ request, spiral, written, agreement })
}

/** The holders of texts, the best choice first, and how alike the texts are on average; a text that was cut off comes after all whole ones. */
async function ranking(
  { request, ports }: Run,
  holders: Holder[],
): Promise<{ ranked: Holder[]; agreement: number }> {
  const texts = holders.map(({ position }) => position.answer)
  const { scores, similarity } = await chooseText(request.query, texts, {
    ...ports,
    model: request.textChoice,
  })
  const isCut = ({ position }: Holder) => Number(position.isCut ?? false)
  const pairs = similarity.flatMap((row, place) => row.filter((_, other) => other !== place))
  return {
    ranked: holders
      .map((holder, index) => ({ holder, score: scores[index]! }))
      .sort((left, right) => isCut(left.holder) - isCut(right.holder) || right.score - left.score)
      .map(({ holder }) => holder),
    agreement: pairs.reduce((sum, value) => sum + value, 0) / Math.max(1, pairs.length),
  }
}
