import { count, dollars } from '../page/figures.ts'
import type { Estimate } from './use-estimate.ts'

const KINDS = { closed: 'a short answer', open: 'an explanation', draft: 'a text to be used as it is' }

/** What asking would cost at most, in a sentence. */
export function EstimateLine({ estimate, problem }: Estimate) {
  if (problem?.kind === 'refused')
    return (
      <p class="estimate caution" role="status">
        {problem.details.length === 0 ? problem.message : problem.details.join('; ')}
      </p>
    )
  if (estimate === null) return <p class="estimate" role="status" />
  const { calls, cost_usd: cost, router, kind, models } = estimate
  return (
    <p class="estimate" role="status">
      {count(models.length, 'model')}, {calls.first_round} to {count(calls.at_most, 'call')}
      {router === 'offline'
        ? '; the offline voices cost nothing'
        : cost.at_most === null
          ? '; the price is not known'
          : `; at most ${dollars(cost.at_most)}, usually far less`}
      .{kind !== null && ` Asks for ${KINDS[kind]}.`}
    </p>
  )
}
