import { type Supports, supportsFor } from '../../src/engine/conclude/draft-confidence.ts'
import { scoresOf } from '../../src/engine/measure/texts/choose-text.ts'
import type { Embed } from '../../src/engine/measure/texts/embed.ts'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { type FittedChoice, panelOf, readJudged } from './fit-text-choice.ts'
import type { JudgedPanel } from './long-sets.ts'

/** A chosen draft, how alike the others of its panel are, and whether it passed. */
export interface DraftObservation {
  set: string
  query: string
  fold: number
  size: number
  supports: Supports
  right: boolean
}

const SIZES = [2, 3, 4, 5]
/** So many panels of a size are drawn from more models. */
const DRAWS = 3

/** The panels of two to five drafts that a larger one gives, drawn by the words of the question. */
function drawPanels(judged: JudgedPanel): JudgedPanel[] {
  const draws = SIZES.filter((size) => size <= judged.models.length).flatMap((size) =>
    Array.from({ length: size === judged.models.length ? 1 : DRAWS }, (_, draw) => {
      const seed = `${judged.query}|${size}|${draw}`
      const order = stableShuffle([...judged.models.keys()], (index) => judged.models[index]!, seed)
      return panelOf(judged, order.slice(0, size))
    }),
  )
  return draws
}

/** Which draft is chosen in the first round, how alike the others are, and whether it passed; by a choice fitted without its fold. */
export async function observeDrafts(
  panels: JudgedPanel[],
  embed: Embed,
  choiceFor: (fold: number) => FittedChoice,
): Promise<DraftObservation[]> {
  const drafts = panels.filter(({ isPassed, models }) => isPassed && models.length > 2)
  const read = await readJudged(drafts.flatMap(drawPanels), embed)
  return read
    .filter(({ panel }) => panel.shares.code > 0)
    .map(({ set, query, fold, models, scores, panel }) => {
      const rated = scoresOf(panel, choiceFor(fold))
      const chosen = rated.indexOf(Math.max(...rated))
      const beside = panel.similarity[chosen]!.filter((_, index) => index !== chosen)
      const right = scores[chosen] === 1
      // The same question in two sets counts as two: other models answered it.
      return {
        set,
        query: `${set}: ${query}`,
        fold,
        size: models.length,
        supports: supportsFor(beside),
        right,
      }
    })
}
