import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { ROOT } from '../support/installed-package.ts'

const BUNDLE = join(ROOT, 'dist/client.js')

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
    TextDecoderStream,
    TransformStream,
    setTimeout,
    clearTimeout,
  }
  const program = `${code}; client.createEdgeClient({ baseUrl: 'https://stretto.example/' }).health()`
  expect(await runInNewContext(program, context)).toEqual({ status: 'healthy' })
  expect(sent).toEqual(['https://stretto.example/health'])
})
