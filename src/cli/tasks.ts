import type { Task, TaskStatus, TaskSummary } from '../contract/local-consensus.ts'
import { exitCodeOf, printAnswer } from './ask/print-answer.ts'
import { openProgress } from './ask/progress.ts'
import { afterEvent, NOTHING_YET } from './ask/run-view.ts'
import { ofTask } from './ask/summary.ts'
import { EXIT } from './exit-codes.ts'
import type { Connection } from './open-client.ts'
import { duration } from './terminal/figures.ts'
import { harmlessJson, oneLine } from './terminal/harmless.ts'
import { type Page, pageOn } from './terminal/page.ts'
import { cutTo } from './terminal/width.ts'
import { wrapAfter } from './terminal/wrap.ts'
import { untilInterrupted } from './until-interrupted.ts'
import { using } from './using-client.ts'

/** The options of `stretto task list`. */
export interface TaskListOptions extends Connection {
  status?: TaskStatus
  limit?: number
  json?: boolean
}

type TaskOptions = Connection & { json?: boolean }

/** Prints the tasks. */
export async function listTasks({ status, limit, json, ...connection }: TaskListOptions): Promise<void> {
  const listed = await using(connection, ({ local }) =>
    local.list({ ...(status && { status }), ...(limit !== undefined && { limit }) }),
  )
  if (json) return print(harmlessJson(listed))
  if (listed.count === 0) return print('There are no tasks.')
  const page = pageOn(process.stdout)
  print(listed.tasks.flatMap((task) => taskLines(task, page)).join('\n'))
}

/** The least width of a list with one line for each task. */
const ROOMY = 76

function taskLines(task: TaskSummary, { columns, style }: Page): string[] {
  const { id, status, progress, updated_at: updatedAt, query } = task
  const state = status === 'running' ? `running ${Math.round(progress * 100)}%` : status
  const about = `${id}  ${state.padEnd(11)}  ${duration(Math.max(0, Date.now() - updatedAt))} ago`
  const question = oneLine(query)
  // A pipe gets whole lines.
  if (process.stdout.isTTY !== true) return [`${about}  ${question}`]
  return columns >= ROOMY
    ? [`${style('bold', about)}`, `  ${cutTo(columns - 2, question)}`]
    : [id, `  ${style('bold', state)}`, `  ${cutTo(columns - 2, question)}`]
}

/** Prints a task and, once completed, its answer. */
export async function showTask(id: string, { json, ...connection }: TaskOptions): Promise<void> {
  const task = await using(connection, ({ local }) => local.get(id))
  if (json) print(harmlessJson(task))
  else showState(task)
}

/** Follows a task to its end; returns the exit code. */
export async function watchTask(id: string, { json, ...connection }: TaskOptions): Promise<number> {
  return untilInterrupted((signal) =>
    using(connection, async ({ local }) => {
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
        progress.end()
        if (signal.aborted) process.stderr.write(`The task goes on. “stretto task cancel ${id}” ends it.\n`)
      }
      const task = last ?? (await local.get(id))
      if (json) print(harmlessJson(task))
      else showState(task)
      return task.result === undefined ? EXIT.unavailable : exitCodeOf(task.result)
    }),
  )
}

/** Cancels a task and says what became of it. */
export async function cancelTask(id: string, { json, ...connection }: TaskOptions): Promise<void> {
  const task = await using(connection, ({ local }) => local.cancel(id))
  if (json) return print(harmlessJson(task))
  const isCancelled = task.error?.code === 'cancelled'
  print(isCancelled ? `${id} is cancelled.` : `${id} had already ${task.status}.`)
}

function showState(task: Task): void {
  const { columns } = pageOn(process.stderr)
  if (task.result !== undefined) {
    for (const line of wrapAfter('', oneLine(task.result.query), columns, 2))
      process.stderr.write(`${line}\n`)
    printAnswer(ofTask(task.result))
    return
  }
  const why = task.error === undefined ? '' : `: ${oneLine(task.error.message)}`
  const progress = task.status === 'running' ? ` (${Math.round(task.progress * 100)}%)` : ''
  print(
    wrapAfter(
      '',
      `${task.id} ${task.status === 'failed' ? 'has failed' : `is ${task.status}`}${progress}${why}`,
      columns,
      2,
    ).join('\n'),
  )
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
