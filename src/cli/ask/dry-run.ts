import type { DryRunResponse } from '../../contract/dry-run.ts'
import { inOptions } from '../failure.ts'
import { counted, dollars } from '../terminal/figures.ts'
import { oneLine } from '../terminal/harmless.ts'
import type { Page } from '../terminal/page.ts'
import { wrapAfter } from '../terminal/wrap.ts'

/** Less is rounded up: it is a bound. */
const LEAST_SHOWN = 0.0001

/** What a question would cost at most, as lines. */
export function dryRunLines(most: DryRunResponse, { columns, style }: Page): string[] {
  const { calls, cost_usd: cost, models, structure, router, typical, warnings } = most
  const unknown = most.prices.filter((price) => price.prompt_usd_per_million === null)
  const priced = (amount: number | null) => {
    if (amount === null) return ''
    return amount === 0 ? ', free' : `, at most ${dollars(Math.max(amount, LEAST_SHOWN))}`
  }
  const lines = [
    `${counted(models.length, 'model')}, ${structure}, through ${router}: ${models.map(oneLine).join(', ')}`,
    `First round: ${counted(calls.first_round, 'call')}${priced(cost.first_round_at_most)}.`,
    ...(typical
      ? [`If the first models agree: ${counted(typical.calls, 'call')}${priced(typical.cost_usd_at_most)}.`]
      : []),
    `Whole run: at most ${counted(calls.at_most, 'call')}${priced(cost.at_most)}.`,
    unknown.length === 0
      ? 'That is if every round is needed and every reply is as long as it may be; most runs need far less.'
      : `The cost is unknown: no price is listed for ${unknown.map(({ model }) => oneLine(model)).join(', ')}. --max-calls limits the calls.`,
  ]
  return [
    ...lines.flatMap((line) => wrapAfter('', line, columns, 2)),
    ...warnings
      .filter(
        (warning) => !unknown.some(({ model }) => warning === `The price of ${model} is not known here.`),
      )
      .flatMap((warning) =>
        wrapAfter('! ', oneLine(inOptions(warning)), columns, 2).map((line) => style('yellow', line)),
      ),
  ]
}
