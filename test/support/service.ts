import { rmSync } from 'node:fs'
import type { Logger } from 'pino'
import { prepareAxioms } from '../../scripts/pack-axioms.ts'
import { createBuiltinEmbedder } from '../../src/adapters/embedders/builtin-embedder.ts'
import type { GuardOptions } from '../../src/adapters/search/pages/request-guarded.ts'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { readSettings } from '../../src/config/settings.ts'
import { composeService } from '../../src/main/compose.ts'
import { type Assets, readAssets } from '../../src/main/parts/node-parts.ts'
import { freshFolder } from './fresh-folder.ts'
import { IS_IN_WORKERD } from './in-workerd/differences.ts'
import { openInWorkerd } from './in-workerd/open-in-workerd.ts'
import { ROOMY } from './roomy.ts'
import type { TestService } from './test-service.ts'

export type { TestService }

let assets: Promise<{ all: Assets; few: Assets }> | null = null
/** Read once per worker: they never change, and reading them is half of what a start takes. */
function sharedAssets(): Promise<{ all: Assets; few: Assets }> {
  assets ??= readAssets().then(async (all) => {
    // The speed of light is what many tests ask the offline voices for.
    const axioms = all.axioms.filter(
      ({ axiom }, place) => place % 20 === 0 || axiom.includes('speed of light'),
    )
    const embedder = createBuiltinEmbedder(all.embedding, async () => {})
    return { all, few: { ...all, axioms, prepared: await prepareAxioms(axioms, embedder) } }
  })
  return assets
}

/**
 * Composes the real service on an offline router and a fresh folder, or on the folder of an earlier one. It has one axiom
 * in twenty, because fewer are searched faster.
 */
export function openService(
  environment?: Record<string, string>,
  past?: string,
  log?: Logger,
): Promise<TestService> {
  return open('few', environment, past, log)
}

/** The same with all axioms, for tests in which it matters what is found among them. */
export function openWholeService(
  environment?: Record<string, string>,
  past?: string,
  log?: Logger,
): Promise<TestService> {
  return open('all', environment, past, log)
}

/** The same in the process of Node.js, also where the tests are about the worker. */
export function openOnNode(environment: Record<string, string>, web?: GuardOptions): Promise<TestService> {
  return composeHere('all', environment, undefined, undefined, web)
}

async function open(
  axioms: 'all' | 'few',
  environment: Record<string, string> = {},
  past?: string,
  log?: Logger,
): Promise<TestService> {
  if (!IS_IN_WORKERD) return composeHere(axioms, environment, past, log)
  if (past !== undefined) throw new Error('A service in the worker has no folder of an earlier one.')
  return openInWorkerd({ ROUTER: 'offline', ...ROOMY, ...environment })
}

async function composeHere(
  axioms: 'all' | 'few',
  environment: Record<string, string>,
  past?: string,
  log = createLog('silent'),
  web?: GuardOptions,
): Promise<TestService> {
  const given = (await sharedAssets())[axioms]
  const folder = past ?? freshFolder()
  const settings = readSettings({ ROUTER: 'offline', ...ROOMY, ...environment, DATA_DIR: folder })
  const service = await composeService(settings, log, { assets: given, ...(web && { web }) })
  return {
    ...service,
    folder,
    async stop({ keepFolder = false } = {}) {
      await service.tasks.close(AbortSignal.abort())
      await service.close()
      if (!keepFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface App {
  request(path: string, init?: RequestInit): Response | Promise<Response>
}

/** Sends a body as JSON. */
export async function post(
  app: App,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** Sends a GET. */
export async function get(app: App, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return app.request(path, { headers })
}

/** The names of an object's own fields, sorted: what a response really carries. */
export function keysOf(value: object): string[] {
  return Object.keys(value).sort()
}
