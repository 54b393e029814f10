import { expect } from 'vitest'
import { ChatErrorBody, ErrorBody } from '../../src/contract/error-codes.ts'
import { keysOf } from './service.ts'

export interface Expected {
  status: number
  error: string
  /** Paths that `details` must name, in order; no `details` at all when absent. */
  paths?: string[]
}

/** Checks that a response is the one error body of the service, whole and exact, and returns it. */
export async function expectError(
  response: Response,
  { status, error, paths }: Expected,
): Promise<ErrorBody> {
  const body = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(status)
  expect(response.headers.get('Content-Type')).toContain('application/json')
  const keys = ['error', 'message', 'request_id', 'status']
  expect(keysOf(body)).toEqual(paths === undefined ? keys : ['details', ...keys])
  expect(body).toMatchObject({ status, error })
  expect(body.message).not.toBe('')
  expect(body.request_id).not.toBe('')
  expect(response.headers.get('X-Request-Id')).toBe(body.request_id)
  if (paths !== undefined) {
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(paths)
    for (const detail of body.details) {
      expect(keysOf(detail)).toEqual(['path', 'problem'])
      expect(detail.problem).not.toBe('')
    }
  }
  return ErrorBody.parse(body)
}

interface ExpectedInChat {
  status: number
  type?: string
  code: string
  param?: string | null
}

/** Checks that a response is an error of the chat API, whole and exact, and returns its message. */
export async function expectChatError(
  response: Response,
  { status, ...expected }: ExpectedInChat,
): Promise<string> {
  const body = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(status)
  expect(response.headers.get('Content-Type')).toContain('application/json')
  expect(response.headers.get('X-Request-Id')).not.toBeNull()
  expect(keysOf(body.error)).toEqual(['code', 'message', 'param', 'type'])
  const { error } = ChatErrorBody.strict().parse(body)
  expect(error).toMatchObject({ type: 'invalid_request_error', param: null, ...expected })
  return error.message
}
