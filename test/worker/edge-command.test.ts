import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/deployment/files.ts'
import { openFront } from '../../scripts/edge/front.ts'
import { type Door, openWorker } from '../../scripts/edge/workers.ts'
import { writeAssets, writeCode } from '../../scripts/worker/write-worker.mjs'
import { createBuiltinEmbedder } from '../../src/adapters/embedders/builtin-embedder.ts'
import { createAxiomLibrary } from '../../src/axioms/axiom-library.ts'
import { createAxiomVectors } from '../../src/axioms/axiom-vectors.ts'
import { createApi } from '../../src/http/documentation/api-routes.ts'
import { mountPage } from '../../src/http/shared/built-page.ts'
import { readAssets } from '../../src/main/parts/node-parts.ts'
import { freshFolder } from '../support/fresh-folder.ts'

const describeInWorkerd = describe.skipIf(!existsSync(join(ROOT, 'deploy/cloudflare/node_modules/miniflare')))

const QUESTION = 'Why is the sky blue?'
const HOST = '127.0.0.1'

describeInWorkerd('a worker on this machine', () => {
  const built = freshFolder()
  let worker: Awaited<ReturnType<typeof openWorker>>
  const fronts: Record<Door, Server | null> = { edge: null, tasks: null }
  const at = (door: Door, path: string) =>
    `http://${HOST}:${(fronts[door]!.address() as AddressInfo).port}${path}`
  const answerOf = async (path: string, door: Door = 'edge') => (await fetch(at(door, path))).json()

  beforeAll(async () => {
    await writeCode(join(built, 'code'), 'test/worker/assets-worker.ts')
    await writeAssets(join(built, 'assets'))
    worker = await openWorker({ bindings: {}, folder: freshFolder(), built })
    for (const door of ['edge', 'tasks'] as const)
      fronts[door] = await openFront({ host: HOST, port: 0, variable: 'EDGE_PORT' }, () =>
        worker.addressOf(door),
      )
  })
  afterAll(async () => {
    for (const front of Object.values(fronts)) front?.close().closeAllConnections()
    await worker?.close()
  })

  it('has a port for each API, and is told where a request comes from, whatever the caller says', async () => {
    const send = (door: Door) =>
      fetch(at(door, '/door'), {
        method: 'POST',
        body: 'a text',
        headers: { 'CF-Connecting-IP': '203.0.113.9' },
      })
    for (const door of ['edge', 'tasks'] as const)
      expect(await (await send(door)).json()).toEqual({ door, from: HOST, body: 'a text' })
  })

  it('streams as it writes, and learns at once that its caller has left', async () => {
    const response = await fetch(at('edge', '/count'))
    const reader = response.body!.getReader()
    // It has no end: that anything arrives shows that nothing waits for the rest.
    for (let pieces = 0; pieces < 3; pieces++) expect((await reader.read()).done).toBe(false)
    await reader.cancel()
    await expect.poll(async () => (await answerOf('/ended')).ended).toBe(1)
    const leaving = new AbortController()
    const silence = fetch(at('edge', '/silence'), { signal: leaving.signal })
    await answerOf('/reads')
    leaving.abort()
    await expect(silence).rejects.toThrow()
    await expect.poll(async () => (await answerOf('/ended')).ended).toBe(2)
  })

  it('reads its assets once for all objects, even where the one that began to read has ended', async () => {
    expect((await fetch(at('edge', '/object/ending'))).status).toBe(500)
    const others = ['a', 'b', 'c'].map((name) => answerOf(`/object/${name}`))
    for (const { found } of await Promise.all(others)) expect(found).toHaveLength(5)
    // The first reading came to nothing.
    expect((await answerOf('/reads')).reads).toBe(2)
  })

  it('finds the same axioms as Node', async () => {
    const { axioms, embedding, prepared } = await readAssets({ hasPages: false })
    const embedder = createBuiltinEmbedder(embedding, async () => {})
    const library = createAxiomLibrary(axioms, embedder)
    library.useVectors(await createAxiomVectors(prepared!.vectors))
    const found = await library.search({ text: QUESTION, topK: 5, minScore: 0, levels: null })
    const expected = found.map(({ id, relevance }) => ({ id, relevance: expect.closeTo(relevance, 5) }))
    expect((await answerOf(`/axioms?q=${encodeURIComponent(QUESTION)}`)).found).toEqual(expected)
  })

  it('serves pages and their files with the headers that Node sends, whatever a caller accepts', async () => {
    const { playground, docs } = await readAssets()
    const app = createApi()
    const about = { operationId: 'page', summary: 'page', description: 'page', name: 'page' }
    mountPage(app, { path: '/playground', built: playground, ...about })
    mountPage(app, { path: '/docs', built: docs, ...about })
    const paths = [...playground!.parts.keys()].map((name) => `/playground/${name}`)
    for (const path of [
      '/playground',
      '/docs',
      ...paths,
      ...[...docs!.parts.keys()].map((name) => `/docs/${name}`),
    ])
      for (const encoding of ['gzip', 'identity']) {
        const headers = { 'Accept-Encoding': encoding }
        const [here, there] = [
          await app.request(path, { headers }),
          await fetch(at('edge', path), { headers }),
        ]
        const sent = Object.fromEntries(here.headers)
        expect({ path, encoding, ...Object.fromEntries(there.headers) }).toMatchObject({
          path,
          encoding,
          ...sent,
        })
        const whole = here.headers.has('content-encoding')
          ? new Response(here.body!.pipeThrough(new DecompressionStream('gzip')))
          : here
        expect(Buffer.from(await there.arrayBuffer()).equals(Buffer.from(await whole.arrayBuffer()))).toBe(
          true,
        )
      }
  })

  it('refuses assets that are damaged or of another build', async () => {
    const damaged = freshFolder()
    symlinkSync(join(built, 'code'), join(damaged, 'code'))
    mkdirSync(join(damaged, 'assets/embedding'), { recursive: true })
    for (const file of ['model.json', 'relevance.json', 'vocabulary.txt', 'weights.bin'])
      copyFileSync(join(built, 'assets/embedding', file), join(damaged, 'assets/embedding', file))
    copyFileSync(join(built, 'assets/fitted.json'), join(damaged, 'assets/fitted.json'))
    const content = readFileSync(join(built, 'assets/axioms.bin'))
    content[content.length - 1]! ^= 1
    writeFileSync(join(damaged, 'assets/axioms.bin'), content)
    const other = await openWorker({ bindings: {}, folder: freshFolder(), built: damaged })
    const response = await fetch(new URL('/axioms?q=a', await other.addressOf('edge')))
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.stringContaining('The asset axioms.bin is damaged'),
    ])
    await other.close()
  })

  it('ends with the process that started it, even where that is killed', async () => {
    const program = `
      import { openWorker } from '${join(ROOT, 'scripts/edge/workers.ts')}'
      const options = ${JSON.stringify({ bindings: {}, folder: freshFolder(), built })}
      console.log(String(await (await openWorker(options)).addressOf('edge')))`
    const starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const address = await firstLine(starter.stdout)
    const isThere = () => fetch(new URL('/reads', address)).then(Boolean, () => false)
    expect(await isThere()).toBe(true)
    starter.kill('SIGKILL')
    await expect.poll(isThere).toBe(false)
  })
})

describe('the ports of npm run edge', () => {
  it('are refused with a sentence where they are taken', async () => {
    const address = { host: HOST, port: 0, variable: 'LOCAL_PORT' }
    const target = async () => new URL('http://127.0.0.1:1')
    const first = await openFront(address, target)
    const { port } = first.address() as AddressInfo
    await expect(openFront({ ...address, port }, target)).rejects.toThrow(
      `Port ${port} on ${HOST} is already in use. Stop the process that uses it, or set LOCAL_PORT to another port.`,
    )
    first.close()
  })
})

async function firstLine(output: Readable): Promise<string> {
  const [piece] = await once(output.setEncoding('utf8'), 'data')
  return String(piece).trim()
}
