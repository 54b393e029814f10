import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assetFolders } from '../../src/adapters/assets/data-files.ts'
import { readPage } from '../../src/adapters/assets/page-files.ts'
import { createApi } from '../../src/http/documentation/api-routes.ts'
import { mountPage } from '../../src/http/shared/built-page.ts'
import { answerErrors } from '../../src/http/shared/error-response.ts'
import { get, openService, type TestService } from '../support/service.ts'

const MOST_BYTES = 110_000
/** What is loaded only when there is a formula, or when somebody opens a recording. */
const LOADED_LATER =
  /^(?:mathml|Temml|read-pdf|pdfjs|unpdf|argument|code|explanation|fact|follow-up|translation)-/

let service: TestService
beforeAll(async () => {
  service = await openService({ API_KEYS: 'alice:key-of-alice', RATE_LIMIT_PER_MINUTE: '8' })
})
afterAll(() => service.stop())

const page = (headers: Record<string, string> = {}) => get(service.edge, '/playground', headers)
/** The addresses that the page loads, as a browser would resolve them. */
const addresses = async () =>
  [...(await (await page()).text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, address]) => new URL(address!, 'http://localhost/playground').pathname,
  )

describe('the playground', () => {
  it('is public although keys are on, and is not counted by the rate limits', async () => {
    for (let times = 0; times < 10; times++) expect((await page()).status).toBe(200)
    for (const address of await addresses()) expect((await get(service.edge, address)).status).toBe(200)
  })

  it('may load its own files and call its own origin, and nothing else', async () => {
    const policy = (await page()).headers.get('Content-Security-Policy')!
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/)
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
  })

  it('is checked at every visit, its files are kept: their names change with their content', async () => {
    expect((await page()).headers.get('Cache-Control')).toBe('no-cache')
    for (const address of await addresses()) {
      const { headers } = await get(service.edge, address)
      expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
      expect(address).toMatch(/-[\w-]{8}\.(?:js|css|svg)$/)
    }
  })

  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['application/json;q=0.4, Text/HTML;q=0.5', 'text/html'],
    ['text/*', 'text/html'],
    ['*/*', 'application/json'],
    ['', 'application/json'],
    ['application/json, text/html;q=0.9', 'application/json'],
    ['text/html, application/json', 'application/json'],
    ['text/html;q=0, */*', 'application/json'],
    ['text/html;q=0.1, */*;q=0.2', 'application/json'],
    ['application/xhtml+xml', 'application/json'],
  ])(
    'or the description of the service is at the root for those who accept “%s”: %s',
    async (Accept, type) => {
      const { status, headers } = await get(service.edge, '/', Accept === '' ? {} : { Accept })
      expect([status, headers.get('Content-Type')?.split(';')[0], headers.get('Vary')]).toEqual([
        200,
        type,
        expect.stringMatching(/(?:^|, )Accept$/),
      ])
    },
  )

  it('is the same at the root, with its policy, and is not sent again to those who have it', async () => {
    const [there, root] = await Promise.all([page(), get(service.edge, '/', { Accept: 'text/html' })])
    expect(await root.text()).toBe(await there.text())
    for (const name of ['Content-Security-Policy', 'Cache-Control', 'ETag'])
      expect(root.headers.get(name)).toBe(there.headers.get(name))
    const known = {
      Accept: 'text/html',
      'If-None-Match': root.headers.get('ETag')!,
      'Accept-Encoding': 'gzip',
    }
    const again = await get(service.edge, '/', known)
    expect([again.status, again.headers.get('Vary')]).toEqual([304, expect.stringContaining('Accept')])
  })

  it('is sent compressed to those who accept that', async () => {
    const response = await page({ 'Accept-Encoding': 'deflate, gzip;q=0.8' })
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString()
    expect(text).toBe(await (await page()).text())
  })

  it.each(['', 'identity', 'br;q=0, gzip;q=0.0'])(
    'is sent as it is to those who accept “%s”',
    async (accepted) => {
      expect((await page({ 'Accept-Encoding': accepted })).headers.get('Content-Encoding')).toBeNull()
    },
  )

  it('is not sent again to those who have it, but its policy is, which replaces the one they have', async () => {
    const { headers } = await page()
    const etag = headers.get('ETag')!
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const response = await page({ 'If-None-Match': known })
      expect([response.status, await response.text()]).toEqual([304, ''])
      const policy = response.headers.get('Content-Security-Policy')
      expect(policy).toBe(headers.get('Content-Security-Policy'))
    }
  })

  it('is found with a slash too, by an address that works behind any path', async () => {
    const response = await get(service.edge, '/playground/')
    expect([response.status, response.headers.get('Location')]).toEqual([308, '../playground'])
  })

  it.each([
    '/playground/nothing.js',
    '/playground/..%2Findex.html',
    '/playground/licences.md',
    '/playground/a/b',
  ])('has nothing at %s', async (path) => {
    expect((await get(service.edge, path)).status).toBe(404)
  })

  it('does not support other methods', async () => {
    const response = await service.edge.request('/playground', { method: 'POST' })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('is small', async () => {
    const { page: index, parts } = readPage(assetFolders().playground)!
    const loaded = [...parts].flatMap(([name, part]) => (LOADED_LATER.test(name) ? [] : [part]))
    let bytes = 0
    for (const { open } of [index, ...loaded])
      bytes += gzipSync(await new Response(await open()).arrayBuffer()).length
    expect(bytes).toBeLessThan(MOST_BYTES)
  })

  it('is not there where it was not built, and the error says what to do', async () => {
    const app = createApi()
    answerErrors(app, { info() {}, error() {} })
    const about = { operationId: 'getPage', summary: 'A page', description: 'A page', name: 'The page' }
    mountPage(app, { path: '/playground', built: readPage('/nowhere'), ...about })
    const response = await get(app, '/playground')
    expect([response.status, (await response.json()).message]).toEqual([
      404,
      expect.stringContaining('npm run build'),
    ])
  })
})
