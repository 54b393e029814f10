import { StorageError } from '../../contract/storage-error.ts'
import type { TaskLease, TaskLeases } from '../../tasks/task-ports.ts'
import type { RowOf, Sql } from '../storage/sql.ts'
import { createTaskEvents, createWatchers } from '../storage/task-events.ts'
import {
  createTaskProgress,
  createTaskStore,
  type Gathered,
  heldBy,
  stateOf,
  type TASK,
  TASK_COLUMNS,
  type TaskWrites,
  taskIn,
  UNFINISHED,
  valuesOf,
} from '../storage/task-store.ts'
import type { Bell } from './bell.ts'
import type { Postgres } from './postgres.ts'
import { type DatabaseClock, databaseClock } from './replicas.ts'

/** How often watchers look without being woken: a ring can be lost. */
const LOOK_EVERY_MS = 5_000

interface TaskOptions {
  postgres: Postgres
  sql: Sql
  /** Closed by whoever made it, after the tasks. */
  bell: Bell
  leaseMs: number
  /** A clock that never jumps; only differences count. */
  steadyClock?: () => number
  clock?: DatabaseClock
}

/** Opens the ports of tasks on Postgres, whose tables must be there. */
export function openPostgresTasks(options: TaskOptions) {
  const { postgres, sql, bell, clock = databaseClock } = options
  const writes = createPostgresTaskWrites(postgres, bell, clock)
  const watchers = createWatchers(LOOK_EVERY_MS)
  const stopListening = bell.listen(watchers.wake)
  let isOpen = true
  return {
    store: {
      ...createTaskStore(sql, writes),
      async countWaiting() {
        const count = `SELECT count(*) AS count FROM stretto.tasks WHERE ${WAITING}`
        return (await postgres.query<{ count: number }>(count))[0]!.count
      },
    },
    progress: createTaskProgress(sql, writes),
    leases: createTaskLeases({ ...options, clock }),
    events: createTaskEvents({ sql, writes, watchers, isOpen: () => isOpen }),
    close() {
      isOpen = false
      stopListening()
      watchers.wake(null)
    },
  }
}

type ClaimedRow = RowOf<typeof TASK> & { fence: number; turn: number }

/**
 * Hands out tasks. Who has taken one is stored with it, together with a fence, by which every write of a holder is
 * checked. One that uses the caller's key never waits: no other process could run it, so it is claimed only to be
 * ended when its process is gone.
 */
function createTaskLeases(options: TaskOptions & { clock: DatabaseClock }): TaskLeases {
  const { postgres, bell, clock, leaseMs: heldMs, steadyClock = () => performance.now() } = options
  const until = (parameter: string) => `${clock()} + ${parameter}::float8 * interval '1 millisecond'`
  let lostTouchAt = Number.NEGATIVE_INFINITY

  /** Remembers when the database could not be reached. */
  async function inTouch<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      if (error instanceof StorageError) lostTouchAt = steadyClock()
      throw error
    }
  }

  /** After the database was away, all others first get the time to send a heartbeat. */
  const othersCouldSpeak = () => steadyClock() - lostTouchAt >= heldMs

  return {
    async claim({ owner, leaseMs }, { most, except }) {
      // Past those that are being written at this moment, perhaps by one who was suspended. Chosen once, in an array:
      // a subquery could be run again for every row.
      const rows = await inTouch(
        postgres.query<ClaimedRow>(
          `UPDATE stretto.tasks SET owner = $1, fence = fence + 1, leased_until = ${until('$2')}
           WHERE id = ANY(ARRAY(
             SELECT id FROM stretto.tasks WHERE ${UNFINISHED} AND id <> ALL($3)
               AND (owner IS NULL OR ($5 AND leased_until <= ${clock()}))
             ORDER BY turn, created_at LIMIT $4 FOR UPDATE SKIP LOCKED))
           RETURNING ${TASK_COLUMNS}, fence, turn`,
          [owner, leaseMs, except, most, othersCouldSpeak()],
        ),
      )
      return rows
        .sort((one, other) => one.turn - other.turn || one.created_at - other.created_at)
        .map((row) => ({ task: taskIn(row), lease: { taskId: row.id, owner, fence: row.fence } }))
    },

    async heartbeat(leases, leaseMs) {
      const held = await inTouch(
        postgres.query<{ id: string; fence: number }>(
          `UPDATE stretto.tasks AS task SET leased_until = ${until('$4')}
           FROM unnest($1::text[], $2::text[], $3::bigint[]) AS lease (id, owner, fence)
           WHERE (task.id, task.owner, task.fence) = (lease.id, lease.owner, lease.fence) AND ${UNFINISHED}
           RETURNING task.id, task.fence`,
          [
            leases.map(({ taskId }) => taskId),
            leases.map(({ owner }) => owner),
            leases.map(({ fence }) => fence),
            leaseMs,
          ],
        ),
      )
      const kept = new Map(held.map(({ id, fence }) => [id, fence]))
      return leases.filter(({ taskId, fence }) => kept.get(taskId) !== fence)
    },

    async release(lease) {
      const freed = await postgres.change(
        `UPDATE stretto.tasks SET owner = NULL, leased_until = NULL WHERE ${HELD}`,
        heldBy(lease),
      )
      if (freed === 1) bell.ring(WAITING_TASKS)
    },

    onFree: (callback) =>
      bell.listen((topic) => {
        if (topic === WAITING_TASKS || topic === null) callback()
      }),
  }
}

const WAITING_TASKS = 'waiting-tasks'

const WAITING = `${UNFINISHED} AND owner IS NULL`

/** SQL for a task that is still held under a lease, with the values of heldBy as $1 to $3. */
const HELD = `id = $1 AND owner = $2 AND fence = $3 AND ${UNFINISHED}`

/** SQL for the turn of a new task of scope $2: after the last that waits there, and not before the present one. */
const NEXT_TURN = `GREATEST(
  (SELECT max(turn) + 1 FROM stretto.tasks WHERE scope = $2 AND ${WAITING}),
  COALESCE((SELECT min(turn) FROM stretto.tasks WHERE ${WAITING}),
    (SELECT max(turn) FROM stretto.tasks WHERE ${UNFINISHED}), 0))`

/** SQL for a new task; one that uses the caller's key, $7, is held by its creator, and any other waits. */
const insertAt = (now: string) => `
  WITH written AS (
    INSERT INTO stretto.tasks (${TASK_COLUMNS}, owner, fence, leased_until, turn, last_event)
    SELECT $1, $2, $3, $4, $5, $6, $7::integer, $8, $9, $10, $11, $12,
      CASE WHEN $7 = 1 THEN $14 END, $7,
      CASE WHEN $7 = 1 THEN ${now} + $15::float8 * interval '1 millisecond' END, ${NEXT_TURN}, 1
    ON CONFLICT DO NOTHING RETURNING id, last_event
  ), ${appending('$13')}
  SELECT 1 FROM written`

const CHANGE = `
  WITH written AS (
    UPDATE stretto.tasks SET status = $4, progress = $5, result = $6, error = $7, updated_at = $8,
      checkpoint = COALESCE($10, checkpoint), last_event = last_event + cardinality($9::text[])
    WHERE id = $1 AND ($2::text IS NULL OR (owner = $2 AND fence = $3)) AND ${UNFINISHED}
    RETURNING id, last_event
  ), ${appending('$9')}, forgotten AS (
    DELETE FROM stretto.task_replies USING written WHERE task_id = written.id AND $11::boolean
  )
  SELECT 1 FROM written`

const KEEP = `
  WITH written AS (
    UPDATE stretto.tasks SET last_event = last_event + cardinality($4::text[]) WHERE ${HELD}
    RETURNING id, last_event
  ), ${appending('$4')}, kept AS (
    INSERT INTO stretto.task_replies (task_id, call, reply)
    SELECT id, call, reply FROM written, unnest($5::text[], $6::text[]) AS paid (call, reply)
    ON CONFLICT (task_id, call) DO UPDATE SET reply = excluded.reply
  )
  SELECT 1 FROM written`

/** Writes tasks to Postgres, each time in one statement. A task waits there to be claimed, unless it uses the caller's key. */
function createPostgresTaskWrites(postgres: Postgres, bell: Bell, clock: DatabaseClock): TaskWrites {
  const hasWritten = async (sql: string, values: unknown[]) =>
    (await postgres.query(sql, values)).length === 1

  const lines = createTaskLines((lease: TaskLease, { events, replies }: Gathered) =>
    hasWritten(KEEP, [...heldBy(lease), events, [...replies.keys()], [...replies.values()]]),
  )

  return {
    async insert(task, { owner, leaseMs }, event) {
      const isNew = await hasWritten(insertAt(clock()), [...valuesOf(task), [event], owner, leaseMs])
      if (isNew && !task.usesCallerKey) bell.ring(WAITING_TASKS)
      const lease = isNew && task.usesCallerKey ? { taskId: task.id, owner, fence: 1 } : null
      return { isNew, lease }
    },

    async change(task, lease, { events, checkpoint, forgetsReplies }) {
      const held = lease === null ? [task.id, null, null] : heldBy(lease)
      const write = () => hasWritten(CHANGE, [...held, ...stateOf(task), events, checkpoint, forgetsReplies])
      const isChanged = await (lease === null ? write() : lines.run(lease, write))
      if (isChanged) bell.ring(task.id)
      return isChanged
    },

    async keep(lease, gathered) {
      const isHeld = await lines.add(lease, gathered)
      if (isHeld && gathered.events.length > 0) bell.ring(lease.taskId)
      return isHeld
    },
  }
}

/** SQL that appends events to the task of the statement, whose row is locked, so that numbers appear in their order. */
function appending(events: string): string {
  return `appended AS (
    INSERT INTO stretto.task_events (task_id, number, event)
    SELECT id, last_event - cardinality(${events}::text[]) + place, event
    FROM written, unnest(${events}::text[]) WITH ORDINALITY AS listed (event, place))`
}

/** What is written together, which resolves to whether the lease was still held. */
type Batch = Gathered & { written: Promise<boolean> }

/**
 * Lets the writes of one holder of a task follow each other, so that its events keep their order and a task needs no
 * more than one connection. What comes while a write is under way is written together.
 */
function createTaskLines(write: (lease: TaskLease, gathered: Gathered) => Promise<boolean>) {
  /** When the last write under each lease is over. */
  const lasts = new Map<string, Promise<unknown>>()
  /** The last writes that something can still be added to. */
  const open = new Map<string, Batch>()

  /** Runs a write of its own, after what came before it and before what comes later; a failure concerns only itself. */
  function run<Result>(lease: TaskLease, work: () => Promise<Result>): Promise<Result> {
    const name = heldBy(lease).join(' ')
    open.delete(name)
    const done = Promise.resolve(lasts.get(name)).then(work)
    const over = done.catch(() => {})
    lasts.set(name, over)
    void over.then(() => {
      if (lasts.get(name) === over) lasts.delete(name)
    })
    return done
  }

  function openBatch(lease: TaskLease, name: string): Batch {
    const gathered: Gathered = { events: [], replies: new Map() }
    const written = run(lease, () => {
      if (open.get(name) === batch) open.delete(name)
      return write(lease, gathered)
    })
    const batch = { ...gathered, written }
    open.set(name, batch)
    return batch
  }

  return {
    run,
    add(lease: TaskLease, { events, replies }: Gathered): Promise<boolean> {
      const name = heldBy(lease).join(' ')
      const batch = open.get(name) ?? openBatch(lease, name)
      batch.events.push(...events)
      for (const [call, reply] of replies) batch.replies.set(call, reply)
      return batch.written
    },
  }
}
