import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, it } from 'vitest'
import { ErrorBody, type ErrorCode, HTTP_STATUS, StrettoError } from '../../contract/error-codes.ts'
import { requestId } from '../middleware/guard.ts'
import { answerErrors } from './error-response.ts'
import type { RequestEnvironment } from './request-context.ts'

/** An app whose only route throws. */
function failingApp(error: unknown) {
  const logged: object[] = []
  const app = new Hono<RequestEnvironment>()
  answerErrors(app, { info() {}, error: (fields) => logged.push(fields) })
  app.use(requestId(() => 'made-up'))
  app.get('/things/:id', () => {
    throw error
  })
  app.delete('/things/:id', (context) => context.body(null, 204))
  return { app, logged }
}

const bodyOf = async (response: Response) => ErrorBody.strict().parse(await response.json())

describe('answering failures', () => {
  it.each(Object.entries(HTTP_STATUS) as Array<[ErrorCode, number]>)(
    'answers %s with status %i and the standard body',
    async (code, status) => {
      const { app } = failingApp(new StrettoError(code, 'What happened.'))
      const response = await app.request('/things/1')
      expect(response.status).toBe(status)
      expect(await bodyOf(response)).toEqual({
        status,
        error: code,
        message: 'What happened.',
        request_id: 'made-up',
      })
      expect(response.headers.get('X-Request-Id')).toBe('made-up')
    },
  )

  it('includes details and Retry-After if the error has them', async () => {
    const details = [{ path: 'query', problem: 'is blank' }]
    const { app } = failingApp(
      new StrettoError('unavailable', 'Not now.', { details, retryAfterSeconds: 10 }),
    )
    const response = await app.request('/things/1')
    expect(response.headers.get('Retry-After')).toBe('10')
    expect((await bodyOf(response)).details).toEqual(details)
  })

  it('says how to authenticate only with a 401', async () => {
    const unauthorized = await failingApp(new StrettoError('unauthorized', 'No.')).app.request('/things/1')
    expect(unauthorized.headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
    const other = await failingApp(new StrettoError('not_found', 'No.')).app.request('/things/1')
    expect(other.headers.get('WWW-Authenticate')).toBeNull()
  })

  it('logs an unexpected error with the request id and reveals nothing of it', async () => {
    const { app, logged } = failingApp(new Error('secret connection string'))
    const response = await app.request('/things/1')
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toContain('secret')
    expect(JSON.parse(text)).toMatchObject({ status: 500, error: 'internal_error', request_id: 'made-up' })
    expect(logged).toMatchObject([{ request_id: 'made-up', err: { message: 'secret connection string' } }])
  })

  it('does not log expected errors', async () => {
    const { app, logged } = failingApp(new StrettoError('unavailable', 'Not now.'))
    await app.request('/things/1')
    expect(logged).toEqual([])
  })

  it('treats a 400 of the framework as a body that is not JSON', async () => {
    const { app } = failingApp(new HTTPException(400, { message: 'Malformed JSON in request body' }))
    const body = await bodyOf(await app.request('/things/1'))
    expect(body).toMatchObject({ error: 'bad_request', details: [{ path: 'body' }] })
  })

  it('answers an unknown path with 404', async () => {
    const response = await failingApp(null).app.request('/nothing')
    expect(response.status).toBe(404)
    expect(await bodyOf(response)).toMatchObject({ error: 'not_found' })
    expect(response.headers.get('Allow')).toBeNull()
  })

  it('answers a path with an extra slash with 404, not with its allowed methods', async () => {
    const { app } = failingApp(null)
    for (const path of ['/things/1//', '/things//1', `/things/1${'/'.repeat(1_000_000)}`]) {
      const response = await app.request(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('Allow')).toBeNull()
    }
  })

  it('answers a wrong method with 405 and the allowed methods', async () => {
    const response = await failingApp(null).app.request('/things/1', { method: 'PUT' })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('DELETE, GET, HEAD')
    expect(await bodyOf(response)).toMatchObject({ error: 'method_not_allowed' })
  })
})

describe('the request id', () => {
  it.each(['abc', 'A-1_b.c:d', 'x'.repeat(128)])('is that of the caller if it is valid: %s', async (id) => {
    const { app } = failingApp(new StrettoError('not_found', 'No.'))
    const response = await app.request('/things/1', { headers: { 'X-Request-Id': id } })
    expect(response.headers.get('X-Request-Id')).toBe(id)
    expect((await bodyOf(response)).request_id).toBe(id)
  })

  it.each(['', 'two words', '<script>', 'x'.repeat(129)])('is a new one instead of %j', async (id) => {
    const { app } = failingApp(new StrettoError('not_found', 'No.'))
    const response = await app.request('/things/1', { headers: { 'X-Request-Id': id } })
    expect(response.headers.get('X-Request-Id')).toBe('made-up')
  })
})
