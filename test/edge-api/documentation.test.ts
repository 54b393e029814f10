import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEvents } from '../../src/contract/events.ts'
import type { OpenApiDocument } from '../../src/http/documentation/documentation.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { get, openService, type TestService } from '../support/service.ts'

type Operation = OpenApiDocument['paths'][string][string] & {
  operationId: string
  description: string
  tags: string[]
}

interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** Interface specification, section 4, and what was added: GET /results/{id}, DELETE /cache/{id}, documentation. */
const EDGE = [
  'GET /',
  'GET /health',
  'GET /livez',
  'GET /readyz',
  'POST /consensus-iterative',
  'GET /axioms/search',
  'POST /cache/check',
  'GET /cache/stats',
  'GET /similar',
  'POST /embeddings',
  'GET /metrics',
  'POST /consensus',
  'POST /v1/chat/completions',
  'POST /v1/responses',
  'GET /v1/responses/{id}',
  'DELETE /v1/responses/{id}',
  'POST /v1/embeddings',
  'POST /check',
  'GET /v1/models',
  'GET /v1/models/{id}',
  'GET /debug/axioms',
  'POST /mcp',
  'GET /results/{id}',
  'GET /runs',
  'GET /runs/{id}',
  'DELETE /runs/{id}',
  'POST /runs/{id}/answer',
  'POST /results/{id}/verdict',
  'DELETE /cache/{id}',
  'GET /models',
  'GET /models/reliability',
  'GET /connections',
  'GET /docs',
  'GET /playground',
  'GET /openapi.json',
].sort()
const LOCAL = [
  'POST /consensus',
  'GET /consensus',
  'GET /consensus/{id}',
  'DELETE /consensus/{id}',
  'GET /consensus/{id}/events',
  'POST /consensus/sync',
  'POST /consensus/{id}/verdict',
  'GET /health',
  'GET /livez',
  'GET /readyz',
  'GET /docs',
  'GET /openapi.json',
].sort()
const RATE_LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
let service: TestService
beforeAll(async () => {
  service = await openService({ API_KEYS: 'alice:key-of-alice', LOCAL_AUTH: 'on' })
})
afterAll(() => service.stop())

describe.each([
  ['edge', EDGE],
  ['local', LOCAL],
] as const)('the documentation of the %s API', (api, specified) => {
  const documentOf = async () => (await get(service[api], '/openapi.json')).json()
  const operationsOf = (paths: Record<string, Record<string, Operation>>) =>
    Object.values(paths).flatMap((methods) => Object.values(methods))
  const listed = (paths: Record<string, object>) =>
    Object.entries(paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .sort()

  it('is OpenAPI 3.1 and lists exactly the existing endpoints', async () => {
    const document = await documentOf()
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info.version).toBe('1.0')
    expect(listed(document.paths)).toEqual(specified)
  })

  onNode('parts')('covers every mounted route', () => {
    const mounted = service[api].routes
      // What only the page calls, and the files that it loads, are no part of the API.
      .filter(({ method, path }) => method !== 'ALL' && !/\/:file$|^\/connections\//.test(path))
      // The id of a chat model has a slash, which may be sent as it is.
      .map(
        ({ method, path }) =>
          `${method} ${path.replace(':author/:name{.+}', ':id').replace(/:(\w+)/g, '{$1}')}`,
      )
    expect([...new Set(mounted)].sort()).toEqual(specified)
  })

  it('refers only to schemas it has', async () => {
    const document = await documentOf()
    const names = Object.keys(document.components.schemas)
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(0)
    for (const [, name] of references) expect(names).toContain(name)
  })

  it('gives every operation a unique name and a description, and every success a body', async () => {
    const { paths, tags } = await documentOf()
    const operations = operationsOf(paths)
    for (const operation of operations) {
      expect(operation.summary).not.toBe('')
      expect(operation.description).not.toBe('')
      expect(operation.operationId).toMatch(/^[a-z]+[A-Z][A-Za-z]+$/)
      for (const tag of operation.tags) {
        expect(tags).toContainEqual({ name: tag, description: expect.stringMatching(/./) })
      }
      const [status, success] = Object.entries(operation.responses).find(([code]) => code.startsWith('2'))!
      expect(status).toMatch(/^20[02]$/)
      expect(Object.keys(success.content!)).not.toHaveLength(0)
    }
    const names = operations.map(({ operationId }) => operationId)
    expect(names).toEqual([...new Set(names)])
  })

  it('documents the failures of every operation, and which of them need a key', async () => {
    const operations = operationsOf((await documentOf()).paths)
    expect(operations.some(({ security }) => security!.length > 0)).toBe(true)
    for (const { responses, security, tags } of operations) {
      const body = tags.includes('Chat') ? 'ChatError' : 'Error'
      expect(responses['500']).toMatchObject({
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${body}` } } },
      })
      // Empty for the public ones: absent would mean whatever the whole document asks for.
      expect(security).toBeInstanceOf(Array)
      expect('401' in responses).toBe(security!.length > 0)
    }
  })

  it('requires no key if none is configured', async () => {
    const open = await openService()
    const { paths, components } = await (await get(open[api], '/openapi.json')).json()
    await open.stop()
    expect(components.securitySchemes).toBeUndefined()
    for (const { security, responses } of operationsOf(paths)) {
      expect(security).toEqual([])
      expect(responses).not.toHaveProperty('401')
    }
  })

  it('has no default in a body, which generated clients would treat as a required field', async () => {
    const { components } = await documentOf()
    expect(JSON.stringify(components.schemas)).not.toContain('"default":')
  })

  it('names the headers of every response, and describes each', async () => {
    const { paths, components } = await documentOf()
    const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
      Object.values(methods).map(({ responses }) => ({ path, responses })),
    )
    const responses = operations.flatMap(({ path, responses }) =>
      Object.entries(responses as unknown as Record<string, { headers: object }>).map(
        ([status, { headers }]) => ({ path, status, headers }),
      ),
    )
    expect(responses.some(({ status }) => status === '503')).toBe(true)
    for (const { path, status, headers } of responses) {
      const isCounted = api === 'edge' && !['/livez', '/readyz'].includes(path)
      const always = ['X-Request-Id', ...(isCounted ? RATE_LIMIT_HEADERS : [])]
      const expected = ['429', '503'].includes(status) ? [...always, 'Retry-After'] : always
      expect(Object.keys(headers).sort()).toEqual(expected.sort())
      for (const [name, header] of Object.entries(headers)) {
        expect(header).toEqual({ $ref: `#/components/headers/${name}` })
        expect(components.headers[name]).toMatchObject({
          description: expect.any(String),
          schema: { type: expect.any(String) },
        })
      }
    }
  })

  it('describes every field of every body', async () => {
    const { schemas } = (await documentOf()).components
    expect(Object.entries(schemas).flatMap(([name, schema]) => undescribed(schema as Schema, name))).toEqual(
      [],
    )

    /** The paths of the fields without a description of their own or of the schema they refer to. */
    function undescribed(schema: Schema, path: string): string[] {
      const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
      const inner = [items, additionalProperties, ...anyOf, ...oneOf, ...allOf]
        .filter((one): one is Schema => typeof one === 'object')
        .flatMap((one) => undescribed(one, path))
      const fields = Object.entries(properties).flatMap(([name, field]) => {
        const referred = field.$ref === undefined ? field : schemas[field.$ref.split('/').at(-1)!]
        const described = Boolean(field.description ?? referred.description)
        return [...(described ? [] : [`${path}.${name}`]), ...undescribed(field, `${path}.${name}`)]
      })
      return [...inner, ...fields]
    }
  })

  it('names its own origin as the server', async () => {
    expect((await documentOf()).servers).toMatchObject([{ url: '/' }])
  })

  it('is a page that loads its own files only, and shows the document of its API', async () => {
    const page = await get(service[api], '/docs')
    expect(page.headers.get('Content-Type')).toMatch(/^text\/html/)
    const addresses = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, address]) => address!,
    )
    const files = addresses.filter((address) => address.startsWith('docs/'))
    expect(addresses.filter((address) => !files.includes(address))).toEqual(['data:,', 'openapi.json'])
    expect(files).toHaveLength(3)
    for (const file of files) {
      const whole = await get(service[api], `/${file}`)
      expect(whole.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
      const packed = await get(service[api], `/${file}`, { 'Accept-Encoding': 'gzip' })
      expect(packed.headers.get('Content-Encoding')).toBe('gzip')
      const unpacked = packed.body!.pipeThrough(new DecompressionStream('gzip'))
      expect(await new Response(unpacked).text()).toBe(await whole.text())
    }
    expect(await (await get(service[api], `/${files.at(-1)}`)).text()).toContain("url: 'openapi.json'")
    expect((await get(service[api], '/docs/none.js')).status).toBe(404)
  })

  it('is sent compressed to those who accept that', async () => {
    for (const path of ['/docs', '/openapi.json']) {
      const response = await get(service[api], path, { 'Accept-Encoding': 'gzip' })
      expect(response.headers.get('Content-Encoding')).toBe('gzip')
      const unpacked = response.body!.pipeThrough(new DecompressionStream('gzip'))
      expect(await new Response(unpacked).text()).toBe(await (await get(service[api], path)).text())
    }
  })

  it('may load its own files and call its own origin, and nothing else', async () => {
    const { headers } = await get(service[api], '/docs')
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  })
})

describe('what the edge documentation says', () => {
  it('about keys matches what the server requires', async () => {
    const { paths, components } = await (await get(service.edge, '/openapi.json')).json()
    expect(components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      bearer: { type: 'http', scheme: 'bearer' },
    })
    expect(paths['/consensus-iterative'].post.security).toEqual([{ apiKey: [] }, { bearer: [] }])
    for (const path of ['/', '/health', '/metrics', '/debug/axioms']) {
      expect(paths[path].get.security).toEqual([])
    }
    expect(paths['/embeddings'].post.security).toEqual([])
  })

  it('about search parameters is their type, default and range', async () => {
    const { paths } = await (await get(service.edge, '/openapi.json')).json()
    const parameters = Object.fromEntries(
      paths['/axioms/search'].get.parameters.map((parameter: { name: string }) => [
        parameter.name,
        parameter,
      ]),
    )
    expect(parameters.q).toMatchObject({ required: true, schema: { type: 'string' } })
    expect(parameters.topK.schema).toMatchObject({ type: 'integer', default: 5, minimum: 1, maximum: 100 })
    expect(parameters.minScore.schema).toMatchObject({ type: 'number', default: 0.7, minimum: 0, maximum: 1 })
    expect(parameters.level).toMatchObject({ required: false, schema: { type: 'string' } })
  })

  it('about a result names the kind of its confidence and the alternatives to its answer', async () => {
    const { components } = await (await get(service.edge, '/openapi.json')).json()
    const { EdgeConsensusResponse, Alternative, UsagePhase, Iteration } = components.schemas
    expect(EdgeConsensusResponse.properties.confidence_kind.enum).toEqual(['right', 'supported', 'accepted'])
    expect(EdgeConsensusResponse.properties.alternatives.items.$ref).toMatch(/\/Alternative$/)
    expect(Object.keys(Alternative.properties)).toEqual(['answer', 'models'])
    expect(UsagePhase.properties.phase.enum).toContain('reading')
    expect(Iteration.properties).toHaveProperty('clusters')
  })

  it('about a run names every event that it sends', async () => {
    const { paths } = await (await get(service.edge, '/openapi.json')).json()
    const { description } = paths['/consensus-iterative'].post.responses['200']
    for (const name of Object.keys(runEvents)) expect(description).toContain(name)
    expect(Object.keys(runEvents)).toEqual(expect.arrayContaining(['kind-decided', 'reading-received']))
  })

  it('about the consensus body is its fields, and that only the query is required', async () => {
    const { components } = await (await get(service.edge, '/openapi.json')).json()
    const { properties, required } = components.schemas.EdgeConsensusRequest
    expect(Object.keys(properties).sort()).toEqual([
      'context',
      'criteria',
      'dry_run',
      'effort',
      'enough',
      'first',
      'keep_running',
      'kind',
      'max_age',
      'max_calls',
      'max_cost_usd',
      'max_iterations',
      'messages',
      'models',
      'patience',
      'query',
      'reader',
      'reasoning_effort',
      'samples',
      'search',
      'skip_cache',
      'structure',
      'timeout_seconds',
      'writer',
    ])
    expect(required).toEqual(['query'])
    expect(properties.skip_cache.type).toBe('boolean')
    expect(properties.skip_cache.description).toContain('Default: false')
    expect(properties.max_iterations.description).toContain('Default: 7')
  })
})
