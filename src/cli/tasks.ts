import { afterEvent, NOTHING_YET, type SeatProgress } from '../client/run-progress.ts'
import type { Task, TaskListQuery, TaskStatus, TaskSummary } from '../contract/local-consensus.ts'
import { openProgress } from './ask/progress.ts'
import { exitCodeOf, ofTask, printAnswer } from './ask/summary.ts'
import { EXIT } from './exit-codes.ts'
import { type ConnectionOptions, type OpenedClient, using } from './open-client.ts'
import { cutTo, wrapAfter } from './terminal/columns.ts'
import { duration } from './terminal/figures.ts'
import { harmlessJson, oneLine } from './terminal/harmless.ts'
import { type Page, pageOn, print } from './terminal/page.ts'
import { untilInterrupted } from './until-interrupted.ts'

/** The state of a task: one that was cancelled has not failed. */
function stateOf({ status, error }: Pick<Task, 'status' | 'error'>): TaskStatus | 'cancelled' {
  return error?.code === 'cancelled' ? 'cancelled' : status
}

type TaskCommandOptions = ConnectionOptions & { json?: boolean }
export type TaskListOptions = TaskCommandOptions & Partial<TaskListQuery>

/** Prints the tasks. */
export async function listTasks(options: TaskListOptions): Promise<void> {
  const { status, limit, json, ...connection } = options
  const { tasks, count } = await usingTasks(connection, ({ local }) => local.list({ status, limit }))
  if (json) return print([harmlessJson({ tasks, count })])
  if (count === 0) return print([`There are no ${status === undefined ? '' : `${status} `}tasks.`])
  const page = pageOn(process.stdout)
  print(tasks.flatMap((task) => taskLines(task, page)))
}

function usingTasks<Result>(connection: ConnectionOptions, work: (client: OpenedClient) => Promise<Result>) {
  return using({ ...connection, needsData: true }, work)
}

const ROOMY = 76

function taskLines(task: TaskSummary, { columns, style }: Page): string[] {
  const { id, status, progress, updated_at: updatedAt, query } = task
  const state = status === 'running' ? `running ${Math.round(progress * 100)}%` : stateOf(task)
  const about = `${id}  ${state.padEnd(11)}  ${duration(Math.max(0, Date.now() - updatedAt))} ago`
  const question = oneLine(query)
  // A pipe gets whole lines.
  if (process.stdout.isTTY !== true) return [`${about}  ${question}`]
  return columns >= ROOMY
    ? [`${style('bold', about)}`, `  ${cutTo(columns - 2, question)}`]
    : [id, `  ${style('bold', state)}`, `  ${cutTo(columns - 2, question)}`]
}

/** Prints a task and, once completed, its answer. */
export async function showTask(id: string, { json, ...connection }: TaskCommandOptions): Promise<void> {
  const task = await usingTasks(connection, ({ local }) => local.get(id))
  if (json) print([harmlessJson(task)])
  else showState(task)
}

/** Follows a task to its end; returns the exit code. */
export async function watchTask(id: string, { json, ...connection }: TaskCommandOptions): Promise<number> {
  return untilInterrupted((signal) =>
    usingTasks(connection, async ({ local }) => {
      const progress = openProgress(json === true)
      let view = NOTHING_YET
      let last: Task | null = null
      try {
        for await (const event of local.events(id, { signal })) {
          if (event.type === 'task-change') last = event.data
          else view = afterEvent(view, event, performance.now())
          progress.show(view)
        }
      } finally {
        if (signal.aborted) progress.show(view, { isOver: true })
        progress.end()
        if (signal.aborted)
          print(['The task goes on. To cancel or watch it:', ...againLines(id, connection)], process.stderr)
      }
      const task = last ?? (await local.get(id))
      if (json) print([harmlessJson(task)])
      else showState(task, view.seats)
      if (task.result !== undefined) return exitCodeOf(task.result)
      return stateOf(task) === 'cancelled' ? EXIT.taskCancelled : EXIT.unavailable
    }),
  )
}

function againLines(id: string, { url, tasksUrl }: ConnectionOptions): string[] {
  const there = `${url ? ` --url ${url}` : ''}${tasksUrl ? ` --tasks-url ${tasksUrl}` : ''}`
  return ['cancel', 'watch'].map((command) => `  stretto task ${command} ${id}${there}`)
}

/** Cancels a task and says what became of it. */
export async function cancelTask(id: string, { json, ...connection }: TaskCommandOptions): Promise<void> {
  const task = await usingTasks(connection, ({ local }) => local.cancel(id))
  if (json) return print([harmlessJson(task)])
  print([stateOf(task) === 'cancelled' ? `${id} is cancelled.` : `${id} had already ${task.status}.`])
}

function showState(task: Task, voices: SeatProgress[] = []): void {
  const { columns } = pageOn(process.stderr)
  if (task.result !== undefined) {
    print(wrapAfter('', oneLine(task.result.query), columns, 2), process.stderr)
    printAnswer(ofTask(task.result, voices))
    return
  }
  print(wrapAfter('', `${task.id} ${stateWords(task)}`, columns, 2))
}

function stateWords(task: Task): string {
  const { status, progress, error } = task
  if (status === 'failed' && stateOf(task) === status) return `has failed: ${oneLine(error?.message ?? '')}`
  return status === 'running' ? `is running (${Math.round(progress * 100)}%).` : `is ${stateOf(task)}.`
}
