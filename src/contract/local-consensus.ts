import { z } from 'zod'
import { askingFields } from './conversation.ts'
import { deliberationFields, IterationEntry } from './deliberation.ts'
import { count, integer, integerFrom, list, named, oneOf, optional, share, text } from './described.ts'
import { LIMITS } from './limits.ts'
import { AskedModel, MaxIterations, ModelConfig, orElse, panelOf, Query, StructureName } from './panel.ts'
import { numberParameter } from './search-parameters.ts'

export const ConsensusRequest = named('ConsensusRequest', 'A question to a panel of models', {
  query: Query,
  models: panelOf(ModelConfig).describe('The panel: 2 to 16 models'),
  max_iterations: MaxIterations,
  structure: orElse(StructureName, 'sonata'),
  ...askingFields,
})
export type ConsensusRequest = z.infer<typeof ConsensusRequest>

export const ConsensusResponse = named('ConsensusResponse', 'The answer of a panel, and how it came about', {
  id: z.uuid().describe('The id of the task'),
  iterations_used: count('Number of iterations, including the exposition'),
  initial_D: share('Divergence of the first, independent answers'),
  final_D: share('Divergence at the end; 0 is perfect consensus'),
  final_H_total: share('Harmony at the end, 1 - final_D'),
  iterations: list(IterationEntry, 'Everything that was said, round by round'),
  models: list(AskedModel, 'The panel, in the order of the request'),
  ...deliberationFields,
})
export type ConsensusResponse = z.infer<typeof ConsensusResponse>

export const TaskStatus = z.enum(['pending', 'running', 'completed', 'failed'])
export type TaskStatus = z.infer<typeof TaskStatus>

const state = {
  id: z.uuid().describe('The id of the task'),
  status: TaskStatus.describe(
    'pending: stored, waiting for a place; then running; at last completed or failed',
  ),
  progress: share('Approximate fraction of the iterations completed'),
  error: optional(
    z.object({
      code: text('A stable error code'),
      message: text('What happened and what to do next'),
      retry_after_seconds: integer(
        'How many seconds after updated_at to retry; absent when a retry would not help',
      ).optional(),
    }),
    'Present when status is failed',
  ),
  created_at: integer('Creation time in Unix milliseconds'),
  updated_at: integer('Time of the last change in Unix milliseconds'),
}

export const Task = named('Task', 'A question that is being answered, or has been', {
  ...state,
  result: ConsensusResponse.optional().describe('Present when status is completed'),
})
export type Task = z.infer<typeof Task>

export const TaskListQuery = z.object({
  status: oneOf('status', TaskStatus.options)
    .optional()
    .meta({ description: 'Only tasks in this state. Default: all', example: 'running' }),
  limit: numberParameter(integerFrom(1, LIMITS.tasksMaximum, 'limit'))
    .default(LIMITS.tasksDefault)
    .describe('Maximum number of tasks'),
})
export type TaskListQuery = z.infer<typeof TaskListQuery>

export const TaskSummary = named('TaskSummary', 'A task without its result', {
  ...state,
  query: text('The first 500 characters of the question; empty where it can no longer be read'),
})
export type TaskSummary = z.infer<typeof TaskSummary>

export const TaskList = named('TaskList', 'Tasks that are being answered, or have been', {
  tasks: list(TaskSummary, 'The tasks of the caller, the last changed first'),
  count: count('How many are listed'),
})
