import { expect, it } from 'vitest'
import { createPostgresBell } from '../../src/adapters/postgres/bell.ts'
import { migrate } from '../../src/adapters/postgres/migrate.ts'
import { openPostgres } from '../../src/adapters/postgres/postgres.ts'
import { createPostgresSql } from '../../src/adapters/postgres/sql.ts'
import { openPostgresTasks } from '../../src/adapters/postgres/tasks.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { describeWithPostgres } from '../support/services.ts'

describeWithPostgres('processes that start together on an empty database', () => {
  it('create its tables once, and all of them start', async () => {
    const { url, drop } = await createTestDatabase({ isEmpty: true })
    const start = async () => {
      const postgres = openPostgres({ url, poolSize: 4 })
      await migrate(postgres)
      const bell = createPostgresBell(postgres)
      const tasks = openPostgresTasks({ postgres, sql: createPostgresSql(postgres), bell, leaseMs: 15_000 })
      return async () => {
        tasks.close()
        await bell.close()
        await postgres.close()
      }
    }
    const started = await Promise.allSettled(Array.from({ length: 4 }, start))
    for (const one of started) if (one.status === 'fulfilled') await one.value()
    await drop()
    expect(started.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
  })
})
