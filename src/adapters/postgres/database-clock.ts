/** SQL for the present time of leases. */
export type DatabaseClock = () => string

/** The clock of the database server, which all replicas share. */
export const databaseClock: DatabaseClock = () => 'clock_timestamp()'
