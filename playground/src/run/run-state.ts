import { NOTHING_YET, type RunProgress } from '../../../src/client/run-progress.ts'
import type { Problem } from '../api/problem.ts'

/** What a model read in the replies of the others. */
export type Reading = RunProgress['readings'][number]

/** Everything that the page shows of a run: what has happened in it, and what the reader and the connection did. */
export interface RunState extends RunProgress {
  /** Where it is: asked, under way, or how it ended. */
  stage: 'asked' | 'running' | 'complete' | 'stopped' | 'failed'
  question: string
  /** In milliseconds; null for a result that was opened later. */
  startedAt: number | null
  endedAt: number | null
  /** Why it failed. */
  problem: Problem | null
}

/** A run that was just asked for. */
export function askedRun(question: string, startedAt: number | null): RunState {
  return { ...NOTHING_YET, stage: 'asked', question, startedAt, endedAt: null, problem: null }
}

/** Whether something is still to be expected. */
export function isUnderWay({ stage }: Pick<RunState, 'stage'>): boolean {
  return stage === 'asked' || stage === 'running'
}
