import type { EdgeConsensusResponse } from '../contract/edge-consensus.ts'
import type { RunEvent } from '../contract/events.ts'
import type { Task } from '../contract/local-consensus.ts'

/** An event of a run on the edge API; the last one is its result. */
export type EdgeEvent = RunEvent | { type: 'result'; data: EdgeConsensusResponse }

/** An event of a task and its number; the last one tells of the finished task. */
export type TaskEvent = (RunEvent | { type: 'task-change'; data: Task }) & { number: number }
