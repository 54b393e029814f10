import { requestedSpending } from '../consensus/budget/check-budget.ts'
import type { PanelRun } from '../consensus/panel-runner.ts'
import { requestedBackground } from '../consensus/requested-panel.ts'
import { requestedStages } from '../consensus/requested-stages.ts'
import type { ConsensusRequest } from '../contract/local-consensus.ts'

/** What the request of a task asks to be run. */
export function requestedRun(request: ConsensusRequest) {
  return {
    query: request.query,
    kind: request.kind ?? null,
    criteria: request.criteria ?? null,
    background: requestedBackground(request),
    writer: request.writer ?? null,
    reader: request.reader ?? null,
    models: request.models,
    structure: request.structure,
    maxIterations: request.max_iterations,
    ...requestedStages(
      request,
      request.models.map(({ model }) => model),
    ),
    ...requestedSpending(request),
  } satisfies Partial<PanelRun>
}
