import { z } from 'zod'
import { budgetFields } from './budget.ts'
import { conversationFields } from './conversation.ts'
import { deliberationFields, IterationEntry } from './deliberation.ts'
import { count, integer, integerFrom, share, text } from './described.ts'
import { LIMITS } from './limits.ts'
import {
  AskedModel,
  answerOptions,
  MaxIterations,
  ModelConfig,
  orElse,
  panelOf,
  Query,
  StructureName,
  stageFields,
} from './panel.ts'
import { numberParameter } from './search-parameters.ts'

export const ConsensusRequest = z
  .object({
    query: Query,
    models: panelOf(ModelConfig).meta({ description: 'The panel: 2 to 16 models' }),
    max_iterations: orElse(MaxIterations, LIMITS.iterationsDefault),
    structure: orElse(StructureName, 'sonata'),
    ...stageFields,
    ...answerOptions,
    ...conversationFields,
    ...budgetFields,
  })
  .meta({ id: 'ConsensusRequest', description: 'A question to a panel of models' })
export type ConsensusRequest = z.infer<typeof ConsensusRequest>

export const ConsensusResponse = z
  .object({
    id: z.uuid().meta({ description: 'The id of the task' }),
    iterations_used: count('Number of iterations, including the exposition'),
    initial_D: share('Divergence of the first, independent answers'),
    final_D: share('Divergence at the end; 0 is perfect consensus'),
    final_H_total: share('Harmony at the end, 1 - final_D'),
    iterations: z.array(IterationEntry).meta({ description: 'Everything that was said, round by round' }),
    models: z.array(AskedModel).meta({ description: 'The panel, in the order of the request' }),
    ...deliberationFields,
  })
  .meta({ id: 'ConsensusResponse', description: 'The answer of a panel, and how it came about' })
export type ConsensusResponse = z.infer<typeof ConsensusResponse>

/** The states a task can be in. */
export const TaskStatus = z.enum(['pending', 'running', 'completed', 'failed'])
export type TaskStatus = z.infer<typeof TaskStatus>

/** What is told of a task, whether or not with its result. */
const state = {
  id: z.uuid().meta({ description: 'The id of the task' }),
  status: TaskStatus.meta({
    description: 'pending: stored, waiting for a place; then running; at last completed or failed',
  }),
  progress: share('Approximate fraction of the iterations completed'),
  error: z
    .object({
      code: text('A stable error code'),
      message: text('What happened and what to do next'),
      retry_after_seconds: integer(
        'How many seconds after updated_at to retry; absent when a retry would not help',
      ).optional(),
    })
    .optional()
    .meta({ description: 'Present when status is failed' }),
  created_at: integer('Creation time in Unix milliseconds'),
  updated_at: integer('Time of the last change in Unix milliseconds'),
}

export const Task = z
  .object({
    ...state,
    result: ConsensusResponse.optional().meta({ description: 'Present when status is completed' }),
  })
  .meta({ id: 'Task', description: 'A question that is being answered, or has been' })
export type Task = z.infer<typeof Task>

const STATUS_RULE = `status must be one of ${TaskStatus.options.join(', ')}`

export const TaskListQuery = z.object({
  status: z
    .enum(TaskStatus.options, { error: STATUS_RULE })
    .optional()
    .meta({ description: 'Only tasks in this state. Default: all', example: 'running' }),
  limit: numberParameter(integerFrom(1, LIMITS.tasksMaximum, 'limit'))
    .default(LIMITS.tasksDefault)
    .meta({ description: 'Maximum number of tasks' }),
})
export type TaskListQuery = z.infer<typeof TaskListQuery>

export const TaskSummary = z
  .object({
    ...state,
    query: text('The first 500 characters of the question; empty where it can no longer be read'),
  })
  .meta({ id: 'TaskSummary', description: 'A task without its result' })
export type TaskSummary = z.infer<typeof TaskSummary>

export const TaskList = z
  .object({
    tasks: z.array(TaskSummary).meta({ description: 'The tasks of the caller, the last changed first' }),
    count: count('How many are listed'),
  })
  .meta({ id: 'TaskList', description: 'Tasks that are being answered, or have been' })
