import { describe, inject } from 'vitest'

/** Tests that need a real PostgreSQL with pgvector; without one they are skipped, and the run says so at its end. */
export const describeWithPostgres = describe.skipIf(inject('services') === null)

/** Tests that need a real Redis. */
export const describeWithRedis = describe.skipIf(inject('services') === null)

/** The address of the Redis for tests. */
export function redisUrl(): string {
  return inject('services')!.redisUrl!
}
