import { iterationsOf } from '../consensus/planned-run.ts'
import type { ErrorCode } from '../contract/error-codes.ts'
import type { ConsensusRequest, ConsensusResponse, Task, TaskStatus } from '../contract/local-consensus.ts'

export interface TaskRecord {
  id: string
  scope: string
  request: ConsensusRequest
  /** Warnings about the request, in addition to those of the run. */
  warnings: string[]
  status: TaskStatus
  progress: number
  result: ConsensusResponse | null
  error: { code: ErrorCode; message: string; retry_after_seconds?: number } | null
  createdAt: number
  updatedAt: number
  idempotencyKey: string | null
  /** Whether the caller sent a router key. Such a key is never stored, so the task cannot be resumed. */
  usesCallerKey: boolean
}

export type TaskChange =
  | { type: 'start' }
  | { type: 'advance'; iterationsDone: number }
  | { type: 'complete'; result: ConsensusResponse }
  | { type: 'fail'; code: ErrorCode; message: string; retryAfterSeconds?: number }

/** The highest progress of an unfinished task: only a completed task is at 1. */
const ALMOST = 0.99

/** The task after a change; a finished task never changes. */
export function changeTask(task: TaskRecord, change: TaskChange, now: number): TaskRecord {
  if (isFinished(task)) return task
  switch (change.type) {
    case 'start':
      return { ...task, status: 'running', updatedAt: now }
    case 'advance': {
      const done = change.iterationsDone / iterationsOf(task.request)
      const progress = Math.max(task.progress, Math.min(ALMOST, done))
      return { ...task, status: 'running', progress, updatedAt: now }
    }
    case 'complete':
      return { ...task, status: 'completed', progress: 1, result: change.result, updatedAt: now }
    case 'fail': {
      const { code, message, retryAfterSeconds } = change
      const retry = retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }
      return { ...task, status: 'failed', error: { code, message, ...retry }, updatedAt: now }
    }
  }
}

/** Whether a task is in a final state. */
export function isFinished({ status }: Pick<TaskRecord, 'status'>): boolean {
  return status === 'completed' || status === 'failed'
}

/** A task as returned to callers. */
export function viewOf(task: TaskRecord): Task {
  return {
    id: task.id,
    status: task.status,
    progress: task.progress,
    ...(task.result === null ? {} : { result: task.result }),
    ...(task.error === null ? {} : { error: task.error }),
    created_at: task.createdAt,
    updated_at: task.updatedAt,
  }
}
