import type { TaskLease } from '../../../../tasks/task-leases.ts'
import type { Gathered } from '../../../storage/tasks/task-writes.ts'

interface Batch extends Gathered {
  /** Resolves to whether the lease was still held. */
  written: Promise<boolean>
}

/** The last of the writes under a lease. */
interface Line {
  /** It as a batch, while something can be added to it. */
  open: Batch | null
  over: Promise<unknown>
}

/**
 * Lets the writes of one holder of a task follow each other, so that its events keep their order and a task needs no
 * more than one connection. What comes while a write is under way is written together.
 */
export function createTaskLines(write: (lease: TaskLease, gathered: Gathered) => Promise<boolean>) {
  const lines = new Map<string, Line>()

  /** Runs a write of its own, after what came before it and before what comes later; a failure concerns only itself. */
  function run<Result>(lease: TaskLease, work: () => Promise<Result>): Promise<Result> {
    const name = nameOf(lease)
    const done = Promise.resolve(lines.get(name)?.over).then(work)
    const line: Line = { open: null, over: done.catch(() => {}) }
    lines.set(name, line)
    void line.over.then(() => {
      if (lines.get(name) === line) lines.delete(name)
    })
    return done
  }

  function openBatch(lease: TaskLease): Batch {
    const gathered: Gathered = { events: [], replies: new Map() }
    const written = run(lease, () => {
      line.open = null
      return write(lease, gathered)
    })
    const line = lines.get(nameOf(lease))!
    line.open = { ...gathered, written }
    return line.open
  }

  return {
    run,
    /** Adds something to the next write. */
    add(lease: TaskLease, { events, replies }: Gathered): Promise<boolean> {
      const batch = lines.get(nameOf(lease))?.open ?? openBatch(lease)
      batch.events.push(...events)
      for (const [call, reply] of replies) batch.replies.set(call, reply)
      return batch.written
    },
  }
}

function nameOf({ taskId, owner, fence }: TaskLease): string {
  return `${taskId} ${owner} ${fence}`
}
