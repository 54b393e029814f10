import type { TaskLease } from '../../../../tasks/task-leases.ts'
import type { Gathered } from '../../../storage/tasks/task-writes.ts'

interface Batch {
  gathered: Gathered
  /** Resolves to whether the lease was still held. */
  written: Promise<boolean>
}

interface Line {
  /** The batch at the end of the line, while something can be added to it. */
  open: Batch | null
  last: Promise<unknown>
}

/**
 * Lets the writes of one holder of a task follow each other, so that its events keep their order and a task needs no
 * more than one connection. What comes while a write is under way is written together.
 */
export function createTaskLines(write: (lease: TaskLease, gathered: Gathered) => Promise<boolean>) {
  const lines = new Map<string, Line>()

  function lineOf(lease: TaskLease): Line {
    const line = lines.get(nameOf(lease)) ?? { open: null, last: Promise.resolve() }
    lines.set(nameOf(lease), line)
    return line
  }

  /** Puts work at the end of a line; a failure concerns only itself. */
  function enqueue<Result>(lease: TaskLease, work: () => Promise<Result>): Promise<Result> {
    const line = lineOf(lease)
    const done = line.last.then(work)
    const over = done.catch(() => {})
    line.last = over
    void over.then(() => {
      if (line.last === over) lines.delete(nameOf(lease))
    })
    return done
  }

  function openBatch(lease: TaskLease, line: Line): Batch {
    const gathered: Gathered = { events: [], replies: new Map() }
    const written = enqueue(lease, () => {
      if (line.open?.gathered === gathered) line.open = null
      return write(lease, gathered)
    })
    return { gathered, written }
  }

  return {
    /** Adds something to the next write. */
    add(lease: TaskLease, { events, replies }: Gathered): Promise<boolean> {
      const line = lineOf(lease)
      line.open ??= openBatch(lease, line)
      line.open.gathered.events.push(...events)
      for (const [call, reply] of replies) line.open.gathered.replies.set(call, reply)
      return line.open.written
    },

    /** Runs a write of its own, after what came before it and before what comes later. */
    run<Result>(lease: TaskLease, work: () => Promise<Result>): Promise<Result> {
      lineOf(lease).open = null
      return enqueue(lease, work)
    },
  }
}

function nameOf({ taskId, owner, fence }: TaskLease): string {
  return `${taskId} ${owner} ${fence}`
}
