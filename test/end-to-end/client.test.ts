import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { transform } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../support/installed-package.ts'
import { startService } from '../support/process.ts'
import { freshFolder } from '../support/seeded-folder.ts'

const BUNDLE = join(ROOT, 'dist/client.js')

/** A folder that is removed after the test. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function runningService() {
  const folder = await freshFolder()
  const service = await startService({ ROUTER: 'offline', DATA_DIR: folder })
  onTestFinished(async () => {
    await service.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })
  return service
}

test('the example of the README works', async () => {
  const service = await runningService()
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const example = /```js\n(import \{ createEdgeClient[\s\S]*?)```/
    .exec(readme)![1]!
    .replace("'stretto/client'", JSON.stringify(pathToFileURL(BUNDLE).href))
    .replace('http://localhost:8787', service.edge)
    .replace('http://localhost:8000', service.local)
  const program = join(temporaryFolder(), 'example.mjs')
  writeFileSync(program, example)
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  const lines = stdout.trim().split('\n')
  expect(lines[0]).toMatch(/\b42\b.* 0\.\d+$/)
  expect(lines.slice(1, -2).join('\n')).toMatch(/^(?:iteration \d: D = [\d.]+\n?)+$/)
  expect(lines.slice(-2)).toEqual(['exactly 299 792 458 m/s', '404 not_found'])
})

test('the client needs nothing but what browsers and edge runtimes have', async () => {
  const bundle = readFileSync(BUNDLE, 'utf8')
  expect(bundle).not.toMatch(/^\s*(?:import|export .* from)\b|\brequire\(|\bprocess\b|\bBuffer\b/m)
  const { code } = await transform(bundle, { format: 'iife', globalName: 'client' })
  const sent: string[] = []
  const context = {
    fetch: async (url: string) => {
      sent.push(url)
      return Response.json({ status: 'healthy' })
    },
    URLSearchParams,
    TextDecoder,
    setTimeout,
    clearTimeout,
  }
  const program = `${code}; client.createEdgeClient({ baseUrl: 'https://stretto.example/' }).health()`
  expect(await runInNewContext(program, context)).toEqual({ status: 'healthy' })
  expect(sent).toEqual(['https://stretto.example/health'])
})
