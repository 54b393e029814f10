import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { numbersOf, startScriptedEmbeddings } from '../support/scripted-embeddings.ts'
import { openService } from '../support/service.ts'

/** Generous: the machine may be busy, and nothing here is about speed. */
const PATIENCE = { timeout: 120_000, interval: 20 }

it('two services that start at once on the same data pay once for the vectors of the axioms', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const endpoint = await startScriptedEmbeddings(async ({ input }) => {
    await released
    return input.map((text) => numbersOf(text))
  })
  const folder = mkdtempSync(join(tmpdir(), 'stretto-two-'))
  const settings = { EMBEDDER: 'openai', EMBEDDER_MODEL: 'scripted', EMBEDDER_BASE_URL: endpoint.url }
  const logs: string[][] = [[], []]
  const services = await Promise.all(
    logs.map((lines) =>
      openService(settings, folder, createLog('debug', { write: (line) => void lines.push(line) })),
    ),
  )
  try {
    const said = (left: RegExp) =>
      vi.waitFor(() => {
        for (const lines of logs)
          expect(lines.filter((line) => line.includes('"subject":"axioms"')).join('\n')).toMatch(left)
      }, PATIENCE)
    await said(/"left":[1-9]/)
    release()
    await said(/"left":0,/)
    const paid = endpoint.calls.flatMap(({ input }) => input)
    expect(paid.length).toBeGreaterThan(0)
    expect(paid).toHaveLength(new Set(paid).size)
  } finally {
    release()
    for (const service of services) await service.stop()
    await endpoint.close()
  }
})
