import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { processorTime } from '../processor-time.ts'
import type { MeasuredProcess } from '../service-process.ts'
import { type Deployment, sentTo, startProvider, type Used } from './deployment.ts'

/** Where an edge service must look for its models: OPENROUTER_BASE_URL=http://127.0.0.1:8799. */
const PROVIDER_PORT = 8799

/** An edge service that runs already. */
export interface EdgeService {
  edge: string
  tasks: string
  /** The process id of workerd, where it is on this machine, and the folder of its state. */
  pid: number | null
  state: string | null
}

/** What the metrics of the service tell of its objects, as far as they do. */
const COUNTED = {
  objectRequests: 'svc_object_requests_total',
  rowsRead: 'svc_rows_read_total',
  rows: 'svc_rows_written_total',
}

/** The edge as a third target. What ended before a second ago has been counted. */
export async function deployEdge({ edge, tasks, pid, state }: EdgeService): Promise<Deployment> {
  const provider = await startProvider(PROVIDER_PORT)
  const ports = { edge_port: Number(new URL(edge).port), local_port: Number(new URL(tasks).port) }
  const service = { line: ports, child: { pid: pid ?? 0 } } as unknown as MeasuredProcess
  return {
    name: 'edge',
    services: [service],
    provider,
    async used(): Promise<Used> {
      const { calls, bytes } = await sentTo(provider)
      const text = await (await fetch(`${edge}/metrics`)).text()
      return {
        service: pid === null ? null : processorTime(pid),
        database: null,
        statements: null,
        transactions: null,
        rows: sumIn(text, COUNTED.rows),
        rowsRead: sumIn(text, COUNTED.rowsRead),
        objectRequests: sumIn(text, COUNTED.objectRequests),
        storedBytes: state === null ? null : bytesIn(state),
        logBytes: null,
        calls,
        sentBytes: bytes,
      }
    },
    turns: async () => [],
    end: () => provider.end(),
  }
}

/** The sum of all series of a metric; null where there is none. */
function sumIn(text: string, name: string): number | null {
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))]
  return values.length === 0 ? null : values.reduce((sum, [, value]) => sum + Number(value), 0)
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) =>
        sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
}
