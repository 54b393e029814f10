import { DamagedTaskStore } from '../../../../tasks/damaged-task-store.ts'
import { type DamageReport, isDamage } from '../../damage.ts'
import type { Database } from '../../database.ts'

/** The names of this data in damage reports. */
export const TASKS = 'the tasks'
export const REPLIES = 'the replies of unfinished tasks'
export const EVENTS = 'the events of tasks'

/** Also matches a damaged status. */
export const UNFINISHED = "status NOT IN ('completed', 'failed')"

/** SQL for whether a lease is still held; takes the task, the owner and the fence. */
export const HELD = 'EXISTS (SELECT 1 FROM task_leases WHERE task_id = ? AND owner = ? AND fence = ?)'

/** Runs a step of a write that the write can do without. */
type Lesser = (part: string, step: () => void) => void

/**
 * Writes to the tasks, on disk before it is acknowledged. Work is repeated without those lesser parts of the data that
 * turn out to be damaged: a result must not be lost because of them.
 */
export async function writeTasks<Result>(
  database: Database,
  damage: DamageReport,
  work: (lesser: Lesser) => Result,
): Promise<Result> {
  const damaged = new Set<string>()
  while (true) {
    const begun: string[] = []
    const lesser: Lesser = (part, step) => {
      if (damaged.has(part)) return
      begun.push(part)
      step()
    }
    try {
      return await database.writes.write(() => work(lesser), { waitsForDisk: true })
    } catch (error) {
      const last = begun.at(-1)
      if (last === undefined || !isDamage(error)) throw unreachable(damage, error)
      damaged.add(last)
      damage.takes(last, error)
    }
  }
}

/** The error for a task that cannot be read or stored, if damage is the cause. */
export function unreachable(damage: DamageReport, error: unknown): unknown {
  return damage.takes(TASKS, error) ? new DamagedTaskStore(error) : error
}

/** Reads from the tasks; damage becomes a DamagedTaskStore. */
export function readTasks<Value>(damage: DamageReport, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw unreachable(damage, error)
  }
}
