import { type Command, Option } from 'commander'
import type { TaskListOptions } from '../tasks.ts'
import { whole, withConnection } from './options.ts'

/** `stretto task`: tasks are created through the local API. */
export function addTaskCommand(program: Command): void {
  const task = program.command('task').description('list, show, watch or cancel tasks of the local API')
  const about = (command: Command) =>
    withConnection(command).option(
      '--tasks-url <address>',
      'the local task API (STRETTO_TASKS_URL); default: the host of --url at port 8000',
    )
  about(
    task
      .command('list')
      .description('the tasks, the last changed first')
      .addOption(
        new Option(
          '--status <status>',
          'only those in this state; those that were cancelled are failed',
        ).choices(['pending', 'running', 'completed', 'failed']),
      )
      .option('--limit <count>', 'how many at most', whole)
      .option('--json', 'print the response as JSON'),
  ).action(async (options: TaskListOptions) => {
    const { listTasks } = await import('../tasks.ts')
    await listTasks(options)
  })
  const one = (name: string, description: string) =>
    about(task.command(name).argument('<id>', 'the id of the task').description(description)).option(
      '--json',
      'print the task as JSON',
    )
  one('show', 'a task and, once completed, its answer').action(async (id: string, options) => {
    const { showTask } = await import('../tasks.ts')
    await showTask(id, options)
  })
  one('watch', 'follow a task to its end; Ctrl-C stops watching, not the task').action(
    async (id: string, options) => {
      const { watchTask } = await import('../tasks.ts')
      process.exitCode = await watchTask(id, options)
    },
  )
  one('cancel', 'cancel a task; a finished one is unchanged').action(async (id: string, options) => {
    const { cancelTask } = await import('../tasks.ts')
    await cancelTask(id, options)
  })
}
