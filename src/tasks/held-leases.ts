import type { TaskLease, TaskLeases } from './task-ports.ts'

/** Another process has claimed the task, or ended it; this one may neither store nor pay for anything more. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** A lease that this process keeps alive while it runs the task. */
export type HeldLease = ReturnType<ReturnType<typeof createHeldLeases>['hold']>

interface LeaseParts {
  leases: TaskLeases
  leaseMs: number
  /** A clock that never jumps; only differences count. */
  now: () => number
  onFault: (error: unknown) => void
}

interface Held {
  lease: TaskLease
  /** When the last successful heartbeat was sent. */
  confirmedAt: number
  lost: LeaseLost | null
  onLost: (reason: LeaseLost) => void
}

export function createHeldLeases({ leases, leaseMs, now, onFault }: LeaseParts) {
  const all = new Set<Held>()

  function lose(held: Held): LeaseLost {
    held.lost ??= new LeaseLost('Another process has taken over this task or ended it.')
    all.delete(held)
    held.onLost(held.lost)
    return held.lost
  }

  /** Extends some leases; those that were lost end their runs. */
  async function extend(some: Held[]): Promise<void> {
    if (some.length === 0) return
    const sentAt = now()
    try {
      const sent = some.map(({ lease }) => lease)
      const lost = await leases.heartbeat(sent, leaseMs)
      for (const held of some) {
        if (lost.includes(held.lease)) lose(held)
        else held.confirmedAt = sentAt
      }
    } catch (error) {
      // While nothing can be stored, nobody else can claim the tasks either.
      onFault(error)
    }
  }

  return {
    heartbeat: () => extend([...all]),

    /** Keeps a lease alive; `onLost` is called when it turns out to be lost. */
    hold(lease: TaskLease, onLost: (reason: LeaseLost) => void) {
      const held: Held = { lease, confirmedAt: now(), lost: null, onLost }
      all.add(held)
      return {
        lease,
        /** Makes sure that the task is still ours before something is paid for; throws LeaseLost if it is not. */
        async confirm() {
          // A process that was suspended cannot know what happened meanwhile.
          if (held.lost === null && now() - held.confirmedAt >= leaseMs) await extend([held])
          if (held.lost !== null) throw held.lost
        },
        /** To be called when the store refused a write: the run ends. */
        lose: () => lose(held),
        isLost: () => held.lost !== null,
        /** Gives the task back, if it is still ours. */
        async letGo() {
          if (all.delete(held)) await leases.release(lease).catch(onFault)
        },
      }
    },
  }
}
