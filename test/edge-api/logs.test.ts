import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask, requestFor } from '../support/tasks.ts'

let service: TestService
afterEach(() => service.stop())

/** Everything that is logged while both APIs are asked about zebras. */
async function logOf(environment: Record<string, string>): Promise<string> {
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  service = await openService(environment, undefined, log)
  await post(service.edge, '/consensus-iterative', { query: 'Why do zebras have stripes?' })
  await post(service.edge, '/consensus-iterative', { query: 'zebras', max_iterations: 'zebras' })
  await get(service.edge, '/similar?q=zebras')
  const { id } = await createTask(service, requestFor('Why do zebras run?'))
  await finishedTask(service, id)
  return lines.join('')
}

describe('the log', () => {
  it('contains no query text by default', async () => {
    const log = await logOf({})
    expect(log).toContain('"msg":"consensus"')
    expect(log).toContain('"msg":"request"')
    expect(log).not.toContain('zebras')
  })

  it('contains the query of each consensus with LOG_QUERIES=on', async () => {
    const log = await logOf({ LOG_QUERIES: 'on' })
    expect(log).toContain('"query":"Why do zebras have stripes?"')
    expect(log).toContain('"query":"Why do zebras run?"')
  })
})
