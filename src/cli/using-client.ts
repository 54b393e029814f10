import { type Connection, type OpenedClient, openClient } from './open-client.ts'

/** Opens clients for some work and closes them after it. */
export async function using<Result>(
  given: Connection,
  work: (client: OpenedClient) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(given)
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}
