import type { DryRunResponse } from '../../contract/dry-run.ts'
import { counted, dollars } from '../terminal/figures.ts'
import { oneLine } from '../terminal/harmless.ts'
import type { Page } from '../terminal/page.ts'
import { wrapAfter } from '../terminal/wrap.ts'

/** What a question would cost at most, as lines. */
export function dryRunLines(most: DryRunResponse, { columns, style }: Page): string[] {
  const { calls, cost_usd: cost, models, structure, router, typical, warnings } = most
  const priced = (amount: number | null) =>
    amount === null ? 'at an unknown price' : `at most ${dollars(amount)}`
  const lines = [
    `${counted(models.length, 'model')}, ${structure}, through ${router}: ${models.map(oneLine).join(', ')}`,
    `First round: ${counted(calls.first_round, 'call')}, ${priced(cost.first_round_at_most)}.`,
    ...(typical
      ? [`If the first models agree: ${counted(typical.calls, 'call')}, ${priced(typical.cost_usd_at_most)}.`]
      : []),
    `Whole run: at most ${counted(calls.at_most, 'call')}, ${priced(cost.at_most)}. No real run costs as much.`,
  ]
  return [
    ...lines.flatMap((line) => wrapAfter('', line, columns, 2)),
    ...warnings.flatMap((warning) =>
      wrapAfter('! ', oneLine(warning), columns, 2).map((line) => style('yellow', line)),
    ),
  ]
}
