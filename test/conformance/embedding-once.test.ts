import { expect, it, vi } from 'vitest'
import { createTestDatabase } from '../support/postgres.ts'
import { type RunningService, startService } from '../support/process.ts'
import { numbersOf, startScriptedEmbeddings } from '../support/scripted-embeddings.ts'
import { describeWithPostgres } from '../support/services.ts'

/** Generous: the machine may be busy, and nothing here is about speed. */
const PATIENCE = { timeout: 120_000, interval: 20 }

describeWithPostgres('two processes that start at once on one PostgreSQL', () => {
  it('pay once for the vectors of the axioms', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const endpoint = await startScriptedEmbeddings(async ({ input }) => {
      await released
      return input.map((text) => numbersOf(text))
    })
    const database = await createTestDatabase({ isChanged: true })
    const settings = {
      DATABASE_URL: database.url,
      ROUTER: 'offline',
      EMBEDDER: 'openai',
      EMBEDDER_MODEL: 'scripted',
      EMBEDDER_BASE_URL: endpoint.url,
      LOG_LEVEL: 'debug',
    }
    const services = await Promise.all([startService(settings), startService(settings)])
    try {
      const said = (left: RegExp) =>
        vi.waitFor(() => {
          for (const service of services) expect(embeddingLines(service)).toMatch(left)
        }, PATIENCE)
      await said(/"left":[1-9]/)
      release()
      await said(/"left":0,/)
      const paid = endpoint.calls.flatMap(({ input }) => input)
      expect(paid.length).toBeGreaterThan(0)
      expect(paid).toHaveLength(new Set(paid).size)
    } finally {
      release()
      for (const service of services) await service.end('SIGKILL')
      await endpoint.close()
      await database.drop()
    }
  })
})

function embeddingLines({ output }: RunningService): string {
  const lines = output().split('\n')
  return lines.filter((line) => line.includes('"subject":"axioms"')).join('\n')
}
