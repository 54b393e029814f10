import { setTimeout as pause } from 'node:timers/promises'
import type { Locks } from '../../locks/locks.ts'
import { createOneAtATime, type OneAtATime } from '../../locks/one-at-a-time.ts'
import type { Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

/** Lets the processes that share a store take turns at background work. */
export function openOneAtATime(
  { log, newId, background }: Runtime,
  locks: Locks,
  unlessDamaged: Storage['unlessDamaged'],
): OneAtATime {
  return createOneAtATime({
    locks,
    wait: (milliseconds, signal) =>
      pause(milliseconds, undefined, { signal: AbortSignal.any([signal, background.signal]), ref: false }),
    newHolder: newId,
    onFault: unlessDamaged('the locks', (error) =>
      log.warn({ err: error }, 'a lock could not be claimed, renewed or released'),
    ),
  })
}
