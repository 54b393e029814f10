import { z } from 'zod'
import { budgetFields } from './budget.ts'
import { conversationFields } from './conversation.ts'
import { deliberationFields, IterationEntry } from './deliberation.ts'
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
} from './panel.ts'

export const ConsensusRequest = z
  .object({
    query: Query,
    models: panelOf(ModelConfig),
    max_iterations: orElse(MaxIterations, LIMITS.iterationsDefault),
    structure: orElse(StructureName, 'sonata'),
    ...answerOptions,
    ...conversationFields,
    ...budgetFields,
  })
  .meta({ id: 'ConsensusRequest' })
export type ConsensusRequest = z.infer<typeof ConsensusRequest>

const share = z.number().min(0).max(1)

export const ConsensusResponse = z
  .object({
    id: z.uuid(),
    query: z.string(),
    final_answer: z.string(),
    consensus_reached: z.boolean(),
    iterations_used: z.int(),
    initial_D: share,
    final_D: share,
    final_H_total: share,
    iterations: z.array(IterationEntry),
    models: z.array(AskedModel),
    ...deliberationFields,
  })
  .meta({ id: 'ConsensusResponse' })
export type ConsensusResponse = z.infer<typeof ConsensusResponse>

/** The states a task can be in. */
export const TASK_STATUSES = ['pending', 'running', 'completed', 'failed'] as const
export const TaskStatus = z.enum(TASK_STATUSES)
export type TaskStatus = z.infer<typeof TaskStatus>

export const Task = z
  .object({
    id: z.uuid(),
    status: TaskStatus,
    progress: share.meta({ description: 'Approximate fraction of the iterations completed' }),
    result: ConsensusResponse.optional().meta({ description: 'Present when status is completed' }),
    error: z
      .object({
        code: z.string(),
        message: z.string(),
        retry_after_seconds: z.int().optional().meta({
          description: 'How many seconds after updated_at to retry; absent when a retry would not help',
        }),
      })
      .optional()
      .meta({ description: 'Present when status is failed' }),
    created_at: z.int().meta({ description: 'Creation time in Unix milliseconds' }),
    updated_at: z.int().meta({ description: 'Time of the last change in Unix milliseconds' }),
  })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof Task>
