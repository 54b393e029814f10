import { readPanel, relativeTo, type TextPanel } from './read-panel.ts'
import { type Embed, REGIMES, TEXT_FEATURES, type TextChoice } from './text-features.ts'

/** What choosing needs from outside. */
export interface ChoicePorts {
  embed: Embed
  model: TextChoice
  /** Lets other work have its turn. */
  pause: () => Promise<void>
}

/** More than any weighted sum of features. */
const BELOW_WHOLE = 1_000
/** Texts that differ by less are equally good, so that the order of the seats cannot decide. */
const SMALLEST_DIFFERENCE = 1e-6

/**
 * How good a choice each of the texts is that a panel wrote to a question, the higher the better, and how alike the texts
 * are, from 0 to 1. The scores can only be compared within a panel.
 */
export async function chooseText(
  query: string,
  texts: string[],
  { embed, model, pause }: ChoicePorts,
): Promise<{ scores: number[]; similarity: number[][] }> {
  const panel = await readPanel(query, texts, { embed, pause })
  return { scores: scoresOf(panel, model), similarity: panel.similarity }
}

/** The scores of the texts of a panel that was read: a cut-off text, a refusal and an empty text rank below whole ones. */
export function scoresOf(
  panel: TextPanel,
  { spreads, weights }: Pick<TextChoice, 'spreads' | 'weights'>,
): number[] {
  const relative = relativeTo(panel, spreads)
  return panel.defects.map((defect, index) => {
    let score = -BELOW_WHOLE * defect
    for (const regime of REGIMES)
      for (const name of TEXT_FEATURES)
        score += panel.shares[regime] * (weights[regime][name] ?? 0) * relative[name][index]!
    return Math.round(score / SMALLEST_DIFFERENCE) * SMALLEST_DIFFERENCE
  })
}
