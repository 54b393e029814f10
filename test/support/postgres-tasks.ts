import { createPostgresBell } from '../../src/adapters/postgres/bell.ts'
import type { Postgres } from '../../src/adapters/postgres/postgres.ts'
import { createPostgresSql } from '../../src/adapters/postgres/sql.ts'
import { openPostgresTasks } from '../../src/adapters/postgres/tasks.ts'
import { openOnPostgres } from './postgres.ts'
import type { TaskPorts } from './task-ports.ts'

type Options = Partial<Parameters<typeof openPostgresTasks>[0]>

/** Opens the ports of tasks on Postgres as one process does. */
export async function openProcess(postgres: Postgres, options: Options = {}) {
  const bell = createPostgresBell(postgres)
  const tasks = openPostgresTasks({
    postgres,
    sql: createPostgresSql(postgres),
    bell,
    leaseMs: 10_000,
    ...options,
  })
  return {
    ...tasks,
    async close() {
      tasks.close()
      await bell.close()
    },
  }
}

/** Opens the ports of tasks on a database of their own, with the clock of the server or one of the test. */
export function openPostgresTaskPorts(clock?: () => number) {
  return openOnPostgres<TaskPorts>(
    async (postgres) => {
      if (clock === undefined) return openProcess(postgres)
      const ports = await openProcess(postgres, { clock: () => 'public.test_now()' })
      await postgres.query(
        `CREATE TABLE IF NOT EXISTS public.test_clock (milliseconds float8);
       CREATE OR REPLACE FUNCTION public.test_now() RETURNS timestamptz LANGUAGE sql STABLE
       AS 'SELECT to_timestamp(milliseconds / 1000) FROM public.test_clock';`,
      )
      const atThisTime =
        <Values extends unknown[], Result>(method: (...values: Values) => Promise<Result>) =>
        async (...values: Values): Promise<Result> => {
          await postgres.transaction(async (queries) => {
            await queries.query('LOCK public.test_clock')
            const set = await queries.change('UPDATE public.test_clock SET milliseconds = $1', [clock()])
            if (set === 0) await queries.query('INSERT INTO public.test_clock VALUES ($1)', [clock()])
          })
          return method(...values)
        }
      const { store, leases } = ports
      return {
        ...ports,
        store: { ...store, insert: atThisTime(store.insert) },
        leases: {
          ...leases,
          claim: atThisTime(leases.claim),
          heartbeat: atThisTime(leases.heartbeat),
          release: atThisTime(leases.release),
        },
      }
    },
    { isChanged: clock !== undefined },
  )
}
