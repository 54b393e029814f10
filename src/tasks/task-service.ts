import { StrettoError, shuttingDown } from '../contract/error-codes.ts'
import type { ConsensusRequest } from '../contract/local-consensus.ts'
import type { CallerKeys } from '../contract/panel.ts'
import { StorageError } from '../contract/storage-error.ts'
import { NewerCheckpoint } from './checkpoint.ts'
import { capacityFor } from './fair-capacity.ts'
import { createHeldLeases } from './held-leases.ts'
import { CANCELLED, createTaskRuns, type RunParts, type TaskRun } from './run-task.ts'
import { changeTask, isFinished, type TaskRecord } from './task-machine.ts'
import type { TaskLease, TaskLeases, TaskStore } from './task-ports.ts'

export interface NewTask {
  request: ConsensusRequest
  warnings?: string[]
  /** Rejects a task that must not be begun, or returns further warnings; not asked about a task that is already stored. */
  check?: () => Promise<string[]>
  scope: string
  /** The key or address of the caller; callers take turns. Default: the scope. */
  caller?: string
  idempotencyKey: string | null
  callerKeys: CallerKeys | null
}

interface ServiceParts extends RunParts {
  store: TaskStore
  leases: TaskLeases
  owner: string
  /** How long a task waits for the next heartbeat of its owner before another process may take it over; infinite where none can. */
  leaseMs: number
  /** Runs a job when there is capacity; callers take turns. Rejects if the signal aborts first. */
  schedule: (turn: { owner: string; signal: AbortSignal }, job: () => Promise<void>) => Promise<void>
  queueLimit: number
  /** How many tasks this process takes on at a time where others can wait in the store for whoever has room. */
  places: number
  steadyClock: () => number
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  newId: () => string
  onResume: (taskId: string) => void
}

interface ActiveTask {
  caller: string
  cancel: AbortController
  done: Promise<void>
}

type ClaimedTask = Omit<TaskRun, 'hold' | 'signal'> & { lease: TaskLease }

/** Heartbeats per lease: two may be missed. */
const BEATS_PER_LEASE = 3

export type TaskService = ReturnType<typeof openTaskService>

/** Creates the task service on top of a store. */
export function openTaskService(parts: ServiceParts) {
  const { store, events, now } = parts
  const claim = { owner: parts.owner, leaseMs: parts.leaseMs }
  const held = createHeldLeases({
    leases: parts.leases,
    leaseMs: parts.leaseMs,
    now: parts.steadyClock,
    onFault: (error) => parts.onFault(error, null, 'leases of tasks could not be stored'),
  })
  const active = new Map<string, ActiveTask>()
  /** Tasks that are being stored and are not active yet; they count as held. */
  const entering = new Map<string, string>()
  /** Tasks that this process cannot continue, because a newer one has written a checkpoint. */
  const stuck = new Set<string>()
  const parking = new AbortController()
  let draining = false
  let resuming = false
  /** Whether tasks may wait in the store that there was no room for. */
  let mayBeMore = false
  let lastClaim: Promise<unknown> = Promise.resolve()
  let isClaimDue = false
  let stopListening = () => {}
  const run = createTaskRuns({ ...parts, isDraining: () => draining, parking: parking.signal })

  function start({ task, lease, callerKeys, caller }: ClaimedTask): void {
    const cancel = new AbortController()
    const { signal } = cancel
    const hold = held.hold(lease, (reason) => cancel.abort(reason))
    const job = () => run({ task, hold, callerKeys, caller, signal })
    let begun = false
    const done = parts
      .schedule({ owner: caller, signal }, () => {
        begun = true
        return job()
      })
      // Cancelled while queued: stop waiting, and store the cancellation.
      .catch((error) => (begun ? Promise.reject(error) : job()))
      .catch((error) => {
        const isNewer = error instanceof NewerCheckpoint
        if (isNewer) stuck.add(task.id)
        const what = isNewer ? 'task is left for a newer version' : 'could not store the end of a task'
        if (!parking.signal.aborted) parts.onFault(error, task.id, what)
      })
      .then(hold.letGo)
      .finally(() => {
        active.delete(task.id)
        if (mayBeMore) claimSoon()
      })
    active.set(task.id, { caller, cancel, done })
  }

  function heldBy(caller: string): number {
    const callers = [...entering.values(), ...[...active.values()].map((task) => task.caller)]
    return callers.filter((holder) => holder === caller).length
  }

  /** Claims the tasks that no process runs, as far as there is room, and starts them; returns how many. */
  function claimFree(): Promise<number> {
    // One claim at a time: the next one knows how much room is left.
    const claimed = lastClaim.then(claimNow)
    lastClaim = claimed.catch(() => {})
    return claimed
  }

  async function claimNow(): Promise<number> {
    isClaimDue = false
    const room = parts.queueLimit - entering.size
    const places = store.countWaiting === undefined ? room : Math.min(room, parts.places)
    const most = Math.max(0, places - active.size)
    if (draining || most === 0) return 0
    mayBeMore = false
    // Its own tasks are running here, even if no heartbeat could be stored for longer than a lease.
    const except = [...stuck, ...active.keys()]
    const found = await parts.leases.claim(claim, { most, except })
    if (found.length === most) mayBeMore = true
    for (const { task, lease } of found) {
      if (draining) {
        await parts.leases.release(lease)
        continue
      }
      // The first claim of all is no resumption.
      if (lease.fence > 1) parts.onResume(task.id)
      start({ task, lease, callerKeys: null, caller: task.scope })
    }
    return found.length
  }

  /** Claims what waits now, once for all who ask for it in the meantime. */
  function claimSoon(): void {
    mayBeMore = true
    if (isClaimDue) return
    isClaimDue = true
    void claimFree().catch(reportClaim)
  }

  function reportClaim(error: unknown): void {
    parts.onFault(error, null, 'unfinished tasks could not be claimed')
  }

  /** Sends heartbeats and looks for tasks of processes that send none, until this process stops. */
  async function keepUp(): Promise<void> {
    const goesOn = () =>
      parts.wait(parts.leaseMs / BEATS_PER_LEASE, parking.signal).then(
        () => true,
        () => false,
      )
    while (await goesOn()) {
      await held.heartbeat()
      if (resuming) await claimFree().catch(reportClaim)
    }
  }
  if (Number.isFinite(parts.leaseMs)) void keepUp()

  return {
    /** Stores a task and starts it, or returns that of a known idempotency key. If the disk is full later on, it waits. */
    async create(given: NewTask): Promise<TaskRecord> {
      const { request, warnings = [], check, scope, caller = scope, idempotencyKey, callerKeys } = given
      const known = idempotencyKey === null ? null : await store.findByIdempotencyKey(idempotencyKey, scope)
      if (known !== null) return storedBefore(known, request)
      const checked = (await check?.()) ?? []
      if (draining) throw shuttingDown()
      const waiting = (await store.countWaiting?.()) ?? 0
      const count = active.size + entering.size + waiting
      if (count >= capacityFor(heldBy(caller), parts.queueLimit))
        throw new StrettoError(
          'unavailable',
          `The service already has ${count} unfinished tasks. Try again shortly.`,
          { retryAfterSeconds: 10 },
        )
      const task: TaskRecord = {
        ...{ id: parts.newId(), scope, request, idempotencyKey },
        warnings: [...warnings, ...checked],
        status: 'pending',
        progress: 0,
        result: null,
        error: null,
        createdAt: now(),
        updatedAt: now(),
        usesCallerKey: callerKeys !== null,
      }
      entering.set(task.id, caller)
      let waits = false
      try {
        const { task: stored, lease } = await store.insert(task, claim)
        if (stored.id !== task.id) return storedBefore(stored, request)
        waits = lease === null
        // Stored while the service was stopping: it is resumed at the next start.
        if (lease !== null && draining) await parts.leases.release(lease)
        else if (lease !== null) start({ task, lease, callerKeys, caller })
        return stored
      } finally {
        entering.delete(task.id)
        if (waits) claimSoon()
      }
    },

    get: store.get,
    list: store.list,

    /** Cancels a task: a run in this process at once, one in another at its next write or heartbeat. */
    async cancel(id: string, scope: string): Promise<TaskRecord | null> {
      const task = await store.get(id, scope)
      if (task === null || isFinished(task)) return task
      // First stop the run, so that nothing more is paid for. A run stopped like this also stores the cancellation.
      active.get(id)?.cancel.abort(new StrettoError('cancelled', CANCELLED))
      await store.end(changeTask(task, { type: 'fail', code: 'cancelled', message: CANCELLED }, now()))
      // Read again: it may have completed at the last moment.
      return store.get(id, scope)
    },

    /** Waits until a task is finished, whichever process runs it. */
    async finished(task: TaskRecord): Promise<TaskRecord> {
      await active.get(task.id)?.done
      const read = async () => (await store.get(task.id, task.scope)) ?? task
      const stored = await read()
      if (isFinished(stored)) return stored
      // Another process runs it.
      const untilOver = { after: Number.MAX_SAFE_INTEGER, signal: parking.signal }
      if (!draining) for await (const _ of events.watch(task.id, untilOver)) break
      return read()
    },

    /** Resumes tasks that no process runs, now and whenever a lease runs out; returns how many now. */
    resume(): Promise<number> {
      resuming = true
      stopListening()
      stopListening = parts.leases.onFree?.(claimSoon) ?? stopListening
      return claimFree().catch((error) => {
        if (!(error instanceof StorageError)) throw error
        reportClaim(error)
        return 0
      })
    },

    /** Waits until this process runs no task. */
    async idle(): Promise<void> {
      while (active.size > 0) await Promise.all([...active.values()].map(({ done }) => done))
    },

    /** Waits for running tasks up to a time limit, then parks the rest until the next start. */
    async close(limit: AbortSignal): Promise<void> {
      draining = true
      stopListening()
      const running = [...active.values()].map(({ done }) => done)
      const timeIsUp = new Promise<void>((resolve) => {
        if (limit.aborted) resolve()
        limit.addEventListener('abort', () => resolve(), { once: true })
      })
      await Promise.race([Promise.all(running), timeIsUp])
      parking.abort()
      for (const { cancel } of active.values()) cancel.abort(new Error('parked'))
      await Promise.all(running)
    },
  }
}

/** The task that was stored under the same idempotency key, if it was the same request. */
function storedBefore(stored: TaskRecord, request: ConsensusRequest): TaskRecord {
  if (JSON.stringify(stored.request) === JSON.stringify(request)) return stored
  const message = 'This Idempotency-Key was used for another request. Use a new key.'
  throw new StrettoError('bad_request', message, {
    details: [{ path: 'Idempotency-Key', problem: 'already used with another body' }],
  })
}
