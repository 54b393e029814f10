/** Milliseconds on a clock that every process of the machine reads alike. */
export type MachineClock = () => number

/**
 * The clock of leases in SQLite: time since the machine started, which no change of date or time zone moves. All
 * processes on one file run on one machine, so they agree on it.
 */
export const machineClock: MachineClock = () => Number(process.hrtime.bigint() / 1_000_000n)

/**
 * SQL for a lease that has run out, from its columns; takes the time of the clock twice. One that would last longer
 * than leases do was taken before the machine was restarted and the clock began anew.
 */
export const LEASE_RAN_OUT = '(leased_until <= ? OR leased_until > ? + lease_ms)'
