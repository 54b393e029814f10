import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../deploy/cloudflare/', import.meta.url))
const MINIFLARE = process.env.MINIFLARE ?? `${FOLDER}node_modules/miniflare`

/** Tests in the runtime of Cloudflare Workers; without miniflare (`npm ci` in deploy/cloudflare) they are skipped. */
export const describeInWorkerd = describe.skipIf(!existsSync(MINIFLARE))

/** What is used of miniflare, which is not installed with the rest. */
interface Miniflare {
  ready: Promise<URL>
  dispose(): Promise<void>
}

interface WorkerOptions {
  /** The classes of its objects, by the names of their bindings. */
  objects?: Record<string, string>
  /** Called with what the runtime itself writes to its log. */
  onLog?: (line: string) => void
}

/** Bundles a worker as a deployment does, and starts it on a free port; the tests speak to it over HTTP. */
export async function startWorkerd(entry: string, { objects = {}, onLog = () => {} }: WorkerOptions = {}) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    conditions: ['workerd', 'worker'],
    external: ['node:*', 'cloudflare:*'],
  })
  const runtime: Miniflare = new (createRequire(import.meta.url)(MINIFLARE).Miniflare)({
    modules: true,
    script: outputFiles[0]!.text,
    compatibilityDate: '2026-07-01',
    compatibilityFlags: ['nodejs_compat'],
    durableObjects: objects,
    host: '127.0.0.1',
    port: 0,
    cf: false,
    handleRuntimeStdio(_: unknown, errors: NodeJS.ReadableStream) {
      errors.setEncoding('utf8').on('data', onLog)
    },
  })
  const url = await runtime.ready
  return { url: url.origin, script: outputFiles[0]!.text, close: () => runtime.dispose() }
}
