import type { EdgeRequest } from '../../client/index.ts'
import type { ToolCall } from '../tool.ts'

/** What one call of every model with this text can cost at most; null when that is not known. */
export async function firstRoundOf(
  { edge, signal }: Pick<ToolCall, 'edge' | 'signal'>,
  request: EdgeRequest,
): Promise<number | null> {
  const { cost_usd: cost } = await edge.dryRun({ ...request, kind: 'closed' }, { signal })
  return cost.first_round_at_most
}
