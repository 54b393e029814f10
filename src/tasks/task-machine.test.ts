import { describe, expect, it } from 'vitest'
import { sampleTask, sampleTaskResult } from '../../test/support/samples.ts'
import { changeTask, isFinished, type TaskChange, viewOf } from './task-machine.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const pending = sampleTask({ id: ID })
const result = sampleTaskResult(ID)
const LATER = 2_000

describe('the task machine', () => {
  it('goes from pending to running when it starts, with no progress yet', () => {
    const running = changeTask(pending, { type: 'start' }, LATER)
    expect(running).toEqual({ ...pending, status: 'running', updatedAt: LATER })
    expect(running.progress).toBe(0)
  })

  it('has the share of finished iterations as its progress', () => {
    const advanced = changeTask(pending, { type: 'advance', iterationsDone: 2 }, LATER)
    expect(advanced).toMatchObject({ status: 'running', progress: 2 / 5, updatedAt: LATER })
  })

  it('is as far as its effort allows where the request names no iterations', () => {
    const shareOf = (request: object) => {
      const task = { ...pending, request: { ...pending.request, max_iterations: undefined, ...request } }
      return changeTask(task, { type: 'advance', iterationsDone: 1 }, LATER).progress
    }
    expect([shareOf({}), shareOf({ effort: 'low' })]).toEqual([1 / 7, 0.99])
  })

  it('never decreases its progress, and reaches 1 only when completed', () => {
    const last = changeTask(pending, { type: 'advance', iterationsDone: 5 }, LATER)
    expect(last.progress).toBe(0.99)
    expect(changeTask(last, { type: 'advance', iterationsDone: 1 }, LATER).progress).toBe(0.99)
    expect(changeTask(last, { type: 'start' }, LATER).progress).toBe(0.99)
  })

  it('is completed with its result and progress 1', () => {
    const completed = changeTask(pending, { type: 'complete', result }, LATER)
    expect(completed).toEqual({ ...pending, status: 'completed', progress: 1, result, updatedAt: LATER })
  })

  it('fails with a code and a message, keeping the progress it had made', () => {
    const halfway = changeTask(pending, { type: 'advance', iterationsDone: 2 }, LATER)
    const failed = changeTask(halfway, { type: 'fail', code: 'unavailable', message: 'No quorum.' }, LATER)
    expect(failed).toMatchObject({ status: 'failed', progress: 0.4, result: null })
    expect(failed.error).toEqual({ code: 'unavailable', message: 'No quorum.' })
  })

  const changes: TaskChange[] = [
    { type: 'start' },
    { type: 'advance', iterationsDone: 1 },
    { type: 'complete', result },
    { type: 'fail', code: 'internal_error', message: 'Late.' },
  ]
  it.each(changes)('does not change once finished: $type', (change) => {
    const completed = changeTask(pending, { type: 'complete', result }, LATER)
    const failed = changeTask(pending, { type: 'fail', code: 'cancelled', message: 'Enough.' }, LATER)
    expect(changeTask(completed, change, 9_000)).toBe(completed)
    expect(changeTask(failed, change, 9_000)).toBe(failed)
  })

  it('does not mutate records', () => {
    const frozen = Object.freeze({ ...pending })
    for (const change of changes) changeTask(frozen, change, LATER)
    expect(frozen).toEqual(pending)
  })

  it('is finished when completed or failed', () => {
    const statuses = ['pending', 'running', 'completed', 'failed'] as const
    expect(statuses.map((status) => isFinished({ status }))).toEqual([false, false, true, true])
  })
})

describe('a task as callers see it', () => {
  it('has neither result nor error while it is running', () => {
    expect(viewOf(pending)).toEqual({
      id: ID,
      status: 'pending',
      progress: 0,
      created_at: 1_000,
      updated_at: 1_000,
    })
  })

  it('has its result when completed and its error when failed', () => {
    const completed = viewOf(changeTask(pending, { type: 'complete', result }, LATER))
    expect(completed).toMatchObject({ status: 'completed', progress: 1, result })
    expect(completed).not.toHaveProperty('error')
    const failed = viewOf(changeTask(pending, { type: 'fail', code: 'cancelled', message: 'Enough.' }, LATER))
    expect(failed.error).toEqual({ code: 'cancelled', message: 'Enough.' })
    expect(failed).not.toHaveProperty('result')
  })

  it('shows neither its owner nor its keys', () => {
    const shown = JSON.stringify(viewOf({ ...pending, idempotencyKey: 'once', usesCallerKey: true }))
    expect(shown).not.toMatch(/alice|once|caller/i)
  })
})
