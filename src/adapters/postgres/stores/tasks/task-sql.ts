/** The topic of the bell for tasks that wait to be run. */
export const WAITING_TASKS = 'waiting-tasks'

/** SQL for a task that may still change. */
export const UNFINISHED = "status IN ('pending', 'running')"

/** SQL for a task that waits to be claimed. */
export const WAITING = `${UNFINISHED} AND owner IS NULL`

/** SQL for a task that is still held under a lease, with the values of heldBy as $1 to $3. */
export const HELD = `id = $1 AND owner = $2 AND fence = $3 AND ${UNFINISHED}`
