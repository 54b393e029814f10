import { describe, inject } from 'vitest'

/** Tests that need a real PostgreSQL with pgvector; without one they are skipped, and the run says so at its end. */
export const describeWithPostgres = describe.skipIf(inject('services') === null)
