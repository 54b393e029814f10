import type { EdgeClient } from '../../client/edge-client.ts'
import { StrettoConnectionError } from '../../client/errors.ts'
import type { IterationEntry } from '../../contract/deliberation.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { LIMITS } from '../../contract/limits.ts'
import { optionsOf, pickedOption } from '../../engine/index.ts'
import type { AnsweredRow, MemberReply } from '../answered.ts'
import { isRight } from '../judge/is-right.ts'
import { queryOf } from '../recorded/recording.ts'
import type { TableRow } from '../table/read-table.ts'

/** Asks a panel one question of a table; `onBegin` is called once the models are being asked. */
export type AskPanel = (
  row: TableRow,
  options: { signal: AbortSignal; maxCostUsd?: number | undefined; onBegin: () => void },
) => Promise<AnsweredRow>

/** Asks through the edge API: always anew, because a stored answer says nothing of its members. */
export function askThrough(
  edge: Pick<EdgeClient, 'stream'>,
  panel: { models?: string[] | undefined; iterations?: number | undefined },
): AskPanel {
  return async (row, { signal, maxCostUsd, onBegin }) => {
    const events = edge.stream(
      {
        query: queryOf(row),
        skip_cache: true,
        ...(panel.models && { models: panel.models }),
        ...(panel.iterations !== undefined && { max_iterations: panel.iterations }),
        ...(row.context !== undefined && { context: [{ title: 'Context', text: row.context }] }),
        // With a bound on calls as well, since prices of some models may be unknown.
        ...(maxCostUsd !== undefined && { max_cost_usd: maxCostUsd, max_calls: LIMITS.calls }),
      },
      { signal },
    )
    let first: IterationEntry | null = null
    for await (const event of events) {
      onBegin()
      if (event.type === 'iteration-end' && event.data.iteration === 1) first = event.data
      if (event.type === 'result') return answeredBy(row, first, event.data)
    }
    throw new StrettoConnectionError('The stream ended before the result.')
  }
}

function answeredBy(row: TableRow, first: IterationEntry | null, result: EdgeConsensusResponse): AnsweredRow {
  const judge = judgeOf(row)
  const members: Record<string, MemberReply> = {}
  for (const { name, answer, cost_usd: costUsd } of first?.responses ?? [])
    members[name] = { answer, right: judge(answer), costUsd }
  if (Object.keys(members).length < 2)
    throw new Error('The service did not say what the members of the panel answered.')
  const answer = result.answer ?? result.final_answer
  return {
    id: row.id,
    line: row.line,
    question: row.question,
    gold: row.gold ?? null,
    result: result.id,
    offersOptions: row.options !== undefined,
    members,
    groups: first?.clusters.map(({ models }) => models) ?? [],
    panel: {
      answer,
      right: judge(answer),
      confidence: result.confidence,
      outcome: result.outcome,
      divergence: result.metrics.initial_D,
      costUsd: result.usage.cost_usd,
      latencyMs: result.usage.duration_ms,
    },
    others: row.others,
  }
}

/** Says whether an answer to a question is right; null where the table does not say what is. */
export function judgeOf({ question, options, gold }: TableRow): (answer: string | null) => boolean | null {
  if (gold === undefined) return () => null
  const offered = options === undefined ? null : optionsOf(queryOf({ question, options }))
  return (answer) => {
    if (answer === null) return false
    if (offered === null) return isRight(answer, 'text', { gold })
    const picked = pickedOption(answer, offered)
    return picked !== null && isRight(picked, 'option', { gold, options })
  }
}
