import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask, requestFor } from '../support/tasks.ts'

let service: TestService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.stop())

const policyOf = ({ headers }: Response) => headers.get('Content-Security-Policy')

describe.each(['edge', 'local'] as const)('every response of the %s API', (api) => {
  it.each(['/health', '/nothing', '/docs', '/openapi.json', 'http://evil.example/', '/consensus'])(
    'forbids sniffing, framing and referrers: %s',
    async (path) => {
      const response = await get(service[api], path)
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(response.headers.get('X-Frame-Options')).toBe('DENY')
      expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(policyOf(response)).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
    },
  )

  it('must not be cached, including errors', async () => {
    for (const path of ['/health', '/nothing', 'http://evil.example/']) {
      expect((await get(service[api], path)).headers.get('Cache-Control')).toBe('no-store')
    }
    const created = await post(service[api], '/consensus', {})
    expect(created.headers.get('Cache-Control')).toBe('no-store')
  })

  it('may be cached for a while if it is the same for everyone', async () => {
    const { headers } = await get(service[api], '/openapi.json')
    expect(headers.get('Cache-Control')).toMatch(/^public, max-age=\d+$/)
  })
})

it('the stream of a task must not be cached', async () => {
  const { id } = await createTask(service, requestFor('What is 2 + 2?'))
  await finishedTask(service, id)
  const stream = await get(service.local, `/consensus/${id}/events`)
  await stream.text()
  expect(stream.headers.get('Cache-Control')).toBe('no-store')
  expect(stream.headers.get('X-Content-Type-Options')).toBe('nosniff')
})
