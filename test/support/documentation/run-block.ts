import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { transform } from 'esbuild'
import { ROOT } from '../installed-package.ts'
import type { MarkdownBlock } from './markdown-blocks.ts'

/** Where documented requests really go. */
export interface Addresses {
  edge: string
  local: string
}

/** The languages that can be run. */
export const RUNNABLE = ['sh', 'bash', 'js', 'ts', 'python']

/** Runs a block in a folder and returns what it printed; throws if it fails, also for a request that is refused. */
export async function runBlock(
  { file, line, language, code }: MarkdownBlock,
  { addresses, folder }: { addresses: Addresses; folder: string },
): Promise<string> {
  const program = withAddresses(code, addresses)
  const at = `${file}:${line}`
  if (language === 'python') return run(at, folder, 'python3', ['-c', program])
  if (language === 'js' || language === 'ts') {
    const path = join(folder, `block-${line}.mjs`)
    writeFileSync(path, (await transform(program, { loader: 'ts', format: 'esm' })).code)
    return run(at, folder, process.execPath, [path])
  }
  return run(at, folder, 'bash', ['-c', `${SHELL}\n${program}`])
}

/** curl fails for errors of the service, and npm finds the project. */
const SHELL = `set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
npm() { command npm --prefix '${ROOT}' "$@"; }`

/** Shorter than what a test may take. */
const LONGEST_MS = 150_000

/** The same text with the addresses of a running service. */
function withAddresses(code: string, { edge, local }: Addresses): string {
  const host = (url: string) => new URL(url).host
  return code
    .replaceAll(/\b(?:localhost|127\.0\.0\.1):8787\b/g, host(edge))
    .replaceAll(/\b(?:localhost|127\.0\.0\.1):8000\b/g, host(local))
}

async function run(at: string, folder: string, command: string, args: string[]): Promise<string> {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what a block starts ends with it.
    detached: true,
  })
  const limit = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), LONGEST_MS)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve).once('error', reject)
  }).finally(() => clearTimeout(limit))
  const [printed, complaints, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (status !== 0) throw new Error(`${at} ended with ${status}:\n${printed}\n${complaints}`)
  return printed
}
