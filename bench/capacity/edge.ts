import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openWorker } from '../../scripts/edge/workers.ts'
import { writeCode } from '../../scripts/worker/write-worker.mjs'
import { parentOf, processorTime } from '../processor-time.ts'
import type { MeasuredProcess } from '../service-process.ts'
import { originOf } from '../steady-load.ts'
import type { ObjectCounts } from './counted-worker.ts'
import { type Deployment, MANY, sentTo, startProvider } from './deployment.ts'

/** The worker in workerd, with one that counts in its place. */
export async function deployEdge(): Promise<Deployment> {
  execFileSync(process.execPath, ['scripts/set-up.mjs', '--build', '--worker'], { stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'stretto-capacity-'))
  const state = join(folder, 'state')
  const provider = await startProvider()
  await writeCode(join(folder, 'code'), 'bench/capacity/counted-worker.ts')
  symlinkSync(resolve('dist/worker/assets'), join(folder, 'assets'))
  const limits = ['RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_PER_HOUR', 'RATE_LIMIT_BURST']
  const bindings = {
    HOST: '127.0.0.1',
    // What it writes would be read by this process.
    LOG_LEVEL: 'warn',
    OPENROUTER_API_KEY: 'bench',
    OPENROUTER_BASE_URL: originOf(provider),
    ...Object.fromEntries(limits.map((name) => [name, MANY])),
  }
  const worker = await openWorker({ bindings, folder: state, built: folder })
  const pid = childNamed('workerd')
  const ports = await Promise.all((['edge', 'tasks'] as const).map(worker.addressOf))
  const [edge_port = 0, local_port = 0] = ports.map(({ port }) => Number(port))
  const service = { line: { edge_port, local_port }, child: { pid } } as unknown as MeasuredProcess
  return {
    name: 'edge',
    services: [service],
    provider,
    async used() {
      const { calls, bytes } = await sentTo(provider)
      const response = await fetch(`${originOf(service)}/counted`)
      const objects = Object.values((await response.json()) as Record<string, ObjectCounts>)
      const sum = (kind: keyof ObjectCounts) => objects.reduce((all, counts) => all + counts[kind], 0)
      return {
        service: processorTime(pid),
        database: null,
        statements: null,
        transactions: null,
        rows: sum('rowsWritten'),
        rowsRead: sum('rowsRead'),
        objectRequests: sum('requests'),
        storedBytes: sum('bytes'),
        logBytes: null,
        calls,
        sentBytes: bytes,
      }
    },
    turns: async () => [],
    async end() {
      await worker.close()
      await provider.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function childNamed(name: string): number {
  const own = readdirSync('/proc').filter((pid) => parentOf(Number(pid)) === process.pid)
  return Number(own.find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name))
}
