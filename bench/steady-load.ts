import { Pool } from 'undici'
import { processorTime } from './processor-time.ts'
import type { MeasuredProcess } from './service-process.ts'

/** A server under load. */
export interface LoadTarget {
  server: MeasuredProcess
  headers?: Record<string, string>
  /** The next request: a POST if it has a body, or else a GET. */
  next: () => { path: string; body?: string }
}

interface Load {
  requests: number
  inFlight: number
}

export function originOf({ line }: MeasuredProcess): string {
  return `http://127.0.0.1:${line.edge_port ?? line.port}`
}

/** Sends requests, a number of them in flight at a time, and returns the processor time of the server for each, in milliseconds. */
export async function processorTimePerRequest(
  { server, headers, next }: LoadTarget,
  { requests, inFlight }: Load,
): Promise<number> {
  const pool = new Pool(originOf(server), { connections: inFlight })
  let left = requests
  const before = processorTime(server.child.pid!) ?? Number.NaN
  async function one(): Promise<void> {
    while (left-- > 0) {
      const { path, body } = next()
      const response = await pool.request({
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
      const text = await response.body.text()
      if (response.statusCode !== 200)
        throw new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  const used = (processorTime(server.child.pid!) ?? Number.NaN) - before
  await pool.close()
  return used / requests
}
