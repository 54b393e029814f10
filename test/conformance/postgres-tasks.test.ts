import { openPostgresTaskPorts } from '../support/postgres-tasks.ts'
import { describeWithPostgres } from '../support/services.ts'
import { describeTaskEvents } from './task-events.ts'
import { describeTaskLeases } from './task-leases.ts'
import { describeTaskStore } from './task-store.ts'

describeWithPostgres('PostgreSQL', () => {
  describeTaskStore('PostgreSQL', openPostgresTaskPorts, { durable: true })
  describeTaskEvents('PostgreSQL', openPostgresTaskPorts)
  // The queue measures leases in seconds, of which it wants ten.
  describeTaskLeases('PostgreSQL', openPostgresTaskPorts, { leaseMs: 10_000, precisionMs: 1_000 })
})
