import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/**
 * Starts a thread. The build puts the worker next to the bundle; from source it is TypeScript and is bundled here, once
 * per process.
 */
export function startWorker(source: string, built: string, workerData?: unknown): Worker {
  const options = { workerData, execArgv: [] }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(built, import.meta.url), options)
  const code = bundled.get(source) ?? bundle(fileURLToPath(new URL(source, import.meta.url)))
  bundled.set(source, code)
  return new Worker(code, { ...options, eval: true })
}

const bundled = new Map<string, string>()

function bundle(file: string): string {
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
    logLevel: 'error',
  })
  return outputFiles[0]!.text
}
