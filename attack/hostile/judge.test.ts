import { describe, expect, it } from 'vitest'
import type { Exchange } from './exchange.ts'
import { judge } from './judge.ts'
import { parseAnswers } from './parse-answers.ts'

const asked = { steps: [], answers: 1 }
const ERROR = { status: 400, error: 'bad_request', message: 'No.', request_id: 'r1' }

function came(status: number, body: string, head = 'X-Request-Id: r1'): Exchange {
  const text = `HTTP/1.1 ${status} Any\r\n${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  return { answers: parseAnswers(Buffer.from(text)), ending: 'closed' }
}

describe('judging an answer', () => {
  it('finds no fault in the standard error body', () => {
    expect(judge(asked, came(400, JSON.stringify(ERROR)), ['sk-1'])).toEqual([])
    const error = { message: 'No.', type: 'invalid_request_error', param: null, code: 'invalid_value' }
    expect(judge(asked, came(400, JSON.stringify({ error })), [])).toEqual([])
  })

  it.each([
    ['answered 500', came(500, JSON.stringify({ ...ERROR, status: 500 }))],
    ['error without a body', came(400, '')],
    ['error of another shape', came(400, 'Bad Request')],
    ['error of another shape', came(404, JSON.stringify(ERROR))],
    ['error of another shape', came(400, JSON.stringify({ ...ERROR, message: '' }))],
    ['error of another shape', came(400, JSON.stringify({ error: { message: 'No.' } }))],
    ['no X-Request-Id', came(200, 'ok', 'Date: now')],
    ['a key in the body', came(200, 'the key is sk-1')],
    ['a foreign host in the body', came(200, 'curl http://evil.example/')],
    ['no answer', { answers: [], ending: 'closed' }],
  ])('finds “%s”', (fault, exchange) => {
    expect(judge(asked, exchange, ['sk-1'])).toEqual([fault])
  })

  it('expects no answer if the request has none', () => {
    expect(judge({ steps: [], answers: 0 }, { answers: [], ending: 'left' }, [])).toEqual([])
  })

  it('expects no further answers on a connection closed by a refusal', () => {
    const refused = came(400, JSON.stringify(ERROR), 'X-Request-Id: r1\r\nConnection: close')
    expect(judge({ steps: [], answers: 5 }, refused, [])).toEqual([])
  })
})
