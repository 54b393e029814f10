import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { HostNames } from '../../src/worker/worker-settings.ts'
import { ROOT } from '../deployment/files.ts'
import { readWorkerConfig } from '../deployment/worker-config.ts'

/** What is used of miniflare, which is installed only when it is needed. */
interface Miniflare {
  ready: Promise<URL>
  /** Where an entry point of the worker listens; while the worker is started again, this waits. */
  unsafeGetDirectURL(worker: string, entry: string): Promise<URL>
  dispose(): Promise<void>
}

interface Miniflares {
  Miniflare: new (options: object) => Miniflare
  Log: new (level: number) => object
  LogLevel: { WARN: number }
}

export type Door = keyof NonNullable<HostNames>

const DOORS: Door[] = ['edge', 'tasks']

interface WorkerOptions {
  /** Settings, as the platform would give them to the worker. */
  bindings: Record<string, string>
  /** Where the objects lie. */
  folder: string
  /** Where the code and the assets of the worker are. */
  built?: string
}

const BUILT = join(ROOT, 'dist/worker')

/** Starts the built worker as `deploy/cloudflare/wrangler.jsonc` says, with its two doors on ports of their own. */
export async function openWorker({ bindings, folder, built = BUILT }: WorkerOptions) {
  const installed = createRequire(join(ROOT, 'deploy/cloudflare/package.json'))
  const { Miniflare, Log, LogLevel }: Miniflares = installed('miniflare')
  watchOver(createRequire(installed.resolve('miniflare'))('workerd').default)
  const config = readWorkerConfig()
  const code = join(built, 'code')
  const miniflare = new Miniflare({
    name: 'stretto',
    log: new Log(LogLevel.WARN),
    // Else it would ask the platform where this machine is.
    cf: false,
    telemetry: { enabled: false },
    // Its own door is not used, because the callers’ addresses are not told there as the platform tells them.
    host: '127.0.0.1',
    port: 0,
    modulesRoot: code,
    modules: [
      { type: 'ESModule', path: join(code, 'worker.js') },
      ...readdirSync(code)
        .filter((name) => name.endsWith('.wasm'))
        .map((name) => ({ type: 'CompiledWasm', path: join(code, name) })),
    ],
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags,
    bindings,
    assets: {
      directory: join(built, 'assets'),
      binding: config.assets.binding,
      routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
      assetConfig: {
        html_handling: config.assets.html_handling,
        not_found_handling: config.assets.not_found_handling,
      },
    },
    durableObjects: Object.fromEntries(
      config.durable_objects.bindings.map(({ name, class_name }) => [
        name,
        { className: class_name, useSQLite: true },
      ]),
    ),
    defaultPersistRoot: folder,
    unsafeDirectSockets: DOORS.map((entrypoint) => ({ entrypoint, host: '127.0.0.1', port: 0 })),
  })
  await miniflare.ready
  return {
    addressOf: (door: Door) => miniflare.unsafeGetDirectURL('stretto', door),
    close: () => miniflare.dispose(),
  }
}

/** Lets workerd be started by a script that ends it with this process, however that ends. */
function watchOver(workerd: string): void {
  if (process.platform === 'win32') return
  process.env.STRETTO_WORKERD = workerd
  process.env.MINIFLARE_WORKERD_PATH = join(ROOT, 'scripts/edge/workerd.sh')
}
