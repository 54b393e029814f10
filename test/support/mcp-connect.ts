import { onTestFinished } from 'vitest'
import { type AnyClient, openClient } from './mcp-clients.ts'

/** Connects a client of either version, and closes it when the test is done. */
export async function connect(...given: Parameters<typeof openClient>): Promise<AnyClient> {
  const client = await openClient(...given)
  onTestFinished(client.close)
  return client
}
