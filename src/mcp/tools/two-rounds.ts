import type { EdgeRequest } from '../../client/index.ts'
import type { ToolCall } from '../tool.ts'

/** What two calls of every model with this text can cost at most: a second reading, or another round where they disagree. Null when that is not known. */
export async function twoRoundsOf(
  { edge, signal }: Pick<ToolCall, 'edge' | 'signal'>,
  request: EdgeRequest,
): Promise<number | null> {
  const { cost_usd: cost } = await edge.dryRun({ ...request, kind: 'closed' }, { signal })
  return cost.first_round_at_most && 2 * cost.first_round_at_most
}
