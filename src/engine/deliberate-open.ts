import { concludeOpen } from './conclude/conclude-open.ts'
import { writeText } from './conclude/write-text.ts'
import type { Deliberation, Run } from './deliberation.ts'
import { argueClaims, examineClaims, readClaims } from './examine-claims.ts'
import { type Holder, holdsPosition } from './measure/landscape.ts'
import { chooseText } from './measure/texts/choose-text.ts'
import { throwIfCancelled } from './run.ts'

/**
 * Open questions: every seat writes a whole text alone. A reader lists their points, every seat rules on them, and
 * disputed points go back once to both sides. A writer that sees everything writes the answer, another seat checks it, and
 * what is rightly objected to is mended once.
 */
export async function deliberateOpen(run: Run): Promise<Deliberation> {
  const { request } = run
  let spiral = run.spiral.ledger === undefined ? await readClaims(run, run.spiral) : run.spiral
  if (spiral.ending === null && spiral.entries.length === 1) spiral = await examineClaims(run, spiral)
  while (spiral.ending === null) spiral = await argueClaims(run, spiral)

  const ranked = await ranking(run, spiral.standings.filter(holdsPosition))
  const isOneText = new Set(ranked.map(({ position }) => position.answer)).size < 2
  if (isOneText || run.seats.every(({ isStandIn }) => isStandIn))
    return concludeOpen({ request, writing: null, spiral, ranked })
  const writing = await writeText(run, spiral, ranked)
  throwIfCancelled(run)
  return concludeOpen({ request, writing, spiral: writing.spiral, ranked })
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
