import { createDelayedWrites, type DelayedWrites } from '../storage/delayed-writes.ts'
import { createDamageReport } from './damage.ts'
import type { Database } from './database.ts'

/** The name of this data in damage reports. */
const STATISTICS = 'the statistics of the cache'

/** Delays writes to SQLite; what goes into a damaged table is given up, because it would block the rest for ever. */
export function createSqliteDelayedWrites(
  { writes }: Database,
  onFault: (error: unknown) => void,
  damage = createDamageReport(),
): DelayedWrites {
  const unlessDamaged = (error: unknown) => {
    if (!damage.takes(STATISTICS, error)) throw error
  }
  return createDelayedWrites<void>(async (works) => {
    try {
      await writes.write(() => works.forEach((work) => void work()))
    } catch (error) {
      unlessDamaged(error)
      for (const work of works) await writes.write(work).catch(unlessDamaged)
    }
  }, onFault)
}
