import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { resultOf } from './follow-run.ts'
import { KEPT_MS, type Run, type Runs } from './runs.ts'

/** The extension by which a call returns a task that the client asks for until it is done. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

const POLL_INTERVAL_MS = 2_000

/** Whether a client takes tasks instead of results. */
export function declaresTasks(capabilities: ClientCapabilities | undefined): boolean {
  return capabilities?.extensions?.[TASKS_EXTENSION] !== undefined
}

/** The result of a call whose run goes on, for a client that takes tasks. */
export function taskCreated(run: Run): CallToolResult {
  return { resultType: 'task', ...taskOf(run), content: [] } as unknown as CallToolResult
}

/** A run as a task of the extension. */
function taskOf({ id, startedAt, heardAt, soFar }: Run) {
  return {
    taskId: id,
    status: 'working',
    statusMessage: soFar.doing,
    createdAt: new Date(startedAt).toISOString(),
    lastUpdatedAt: new Date(heardAt).toISOString(),
    ttlMs: KEPT_MS,
    pollIntervalMs: POLL_INTERVAL_MS,
  }
}

/** The state of a task, with the result of its call once that is there. A failed call has a result too, which says so. */
function detailedTaskOf(run: Run, report: (error: unknown) => void) {
  switch (run.outcome?.status) {
    case undefined:
      return taskOf(run)
    case 'cancelled':
      return { ...taskOf(run), status: 'cancelled', statusMessage: 'The run was cancelled.' }
    default:
      return {
        ...taskOf(run),
        status: 'completed',
        statusMessage: 'The run has ended.',
        result: { resultType: 'complete', ...resultOf(run, report) },
      }
  }
}

const TaskParams = z.looseObject({ taskId: z.string() })

interface TaskServices {
  runs: Runs
  owner: string
  report: (error: unknown) => void
}

/** Serves tasks/get, tasks/update and tasks/cancel to clients that declare the extension. */
export function serveTasks(server: Server, { runs, owner, report }: TaskServices): void {
  const serve = (method: string, answer: (run: Run) => object) =>
    server.setRequestHandler(method, { params: TaskParams }, ({ taskId }, context) => {
      requireExtension(context)
      const run = runs.find(taskId, owner)
      if (run === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task.')
      return answer(run) as Record<string, unknown>
    })
  serve('tasks/get', (run) => detailedTaskOf(run, report))
  // Nothing is ever asked of the client while a task goes on, so there is nothing to update.
  serve('tasks/update', () => ({}))
  serve('tasks/cancel', (run) => {
    run.cancel()
    return {}
  })
}

function requireExtension({ mcpReq }: ServerContext): void {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined
  if (declaresTasks(envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined)) return
  throw new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
  })
}
