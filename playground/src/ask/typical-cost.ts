import type { DryRunResponse } from '../../../src/client/index.ts'

type Kind = NonNullable<DryRunResponse['kind']>

/**
 * The tokens of a run for each model: of prompts, which grow with the size of the panel because everybody reads
 * everybody, and of replies. They are medians of the recorded live panels (docs/evaluation.md), and for replies more:
 * most models think before they reply, which is paid for.
 */
const TOKENS: Record<Kind, { prompt: number; promptPerModel: number; reply: number }> = {
  closed: { prompt: 350, promptPerModel: 250, reply: 300 },
  open: { prompt: 400, promptPerModel: 900, reply: 1500 },
  draft: { prompt: 350, promptPerModel: 220, reply: 600 },
}

/** Roughly what a question of a kind costs, in US dollars; null where a price is not known. */
export function typicalCost(
  { prices, models }: Pick<DryRunResponse, 'prices' | 'models'>,
  kind: Kind,
): number | null {
  const { prompt, promptPerModel, reply } = TOKENS[kind]
  let sum = 0
  for (const model of models) {
    const price = prices.find((one) => one.model === model)
    if (price?.prompt_usd_per_million == null || price.completion_usd_per_million == null) return null
    const promptTokens = prompt + promptPerModel * models.length
    sum +=
      (promptTokens * price.prompt_usd_per_million + reply * price.completion_usd_per_million) / 1e6 +
      2 * (price.request_usd ?? 0)
  }
  return sum
}

/** An amount as an estimate is told: with one digit, or two from ten cents on. */
export function aboutDollars(amount: number): string {
  if (amount === 0) return '$0'
  if (amount < 0.001) return 'less than $0.001'
  const digits = amount < 0.1 ? 1 : 2
  return `$${Number(amount.toPrecision(digits))}`
}
