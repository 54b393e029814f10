import { readText } from './files.ts'

/** What of `deploy/cloudflare/wrangler.jsonc` is read here. */
export interface WorkerConfig {
  main: string
  base_dir: string
  rules: Array<{ type: string; globs: string[] }>
  compatibility_date: string
  compatibility_flags: string[]
  routes: Array<{ pattern: string }>
  vars: Record<string, string>
  assets: {
    directory: string
    binding: string
    run_worker_first: boolean
    html_handling: string
    not_found_handling: string
  }
  durable_objects: { bindings: Array<{ name: string; class_name: string }> }
  migrations: Array<{ tag: string; new_sqlite_classes: string[] }>
  limits: { cpu_ms: number }
}

export const WORKER_CONFIG = 'deploy/cloudflare/wrangler.jsonc'

/** Reads the configuration of the worker, whose comments have lines of their own. */
export function readWorkerConfig(): WorkerConfig {
  return JSON.parse(readText(WORKER_CONFIG).replace(/^\s*\/\/.*$/gm, ''))
}
