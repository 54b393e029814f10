import type { PanelResult } from '../consensus/panel-runner.ts'
import { harmonyOf, presentResult, sharedFields } from '../consensus/present/present.ts'
import type { ConsensusResponse } from '../contract/local-consensus.ts'
import type { TaskRecord } from './task-machine.ts'

/** The result of a run as the caller of a task gets it. */
export function responseOf(task: TaskRecord, found: PanelResult): ConsensusResponse {
  const result = presentResult(found, task.request.models)
  return {
    id: task.id,
    query: task.request.query,
    final_answer: result.answer,
    consensus_reached: result.reached,
    iterations_used: result.entries.length,
    initial_D: result.initialDivergence,
    final_D: result.finalDivergence,
    final_H_total: harmonyOf(result.finalDivergence),
    iterations: result.entries,
    models: task.request.models,
    confidence: result.confidence,
    ...sharedFields(result),
    structure: task.request.structure,
    warnings: [...result.warnings, ...task.warnings],
    relevant_axioms: result.anchors,
  }
}
