import { expect, it } from 'vitest'
import { parseAnswers } from './parse-answers.ts'

const read = (text: string, bodiless = false) =>
  parseAnswers(Buffer.from(text), bodiless).map(({ status, body, whole }) => ({ status, body, whole }))

it('reads several answers on one connection', () => {
  const one = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
  const two = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'
  expect(read(one + two + one)).toEqual([
    { status: 200, body: 'hi', whole: true },
    { status: 404, body: '', whole: true },
    { status: 200, body: 'hi', whole: true },
  ])
})

it('joins chunks', () => {
  const answer = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n'
  expect(read(answer)).toEqual([{ status: 200, body: 'abc', whole: true }])
})

it('detects an answer that was cut off', () => {
  expect(read('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi')).toEqual([
    { status: 200, body: 'hi', whole: false },
  ])
  expect(read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab')).toMatchObject([
    { whole: false },
  ])
})

it('skips interim answers', () => {
  const answer = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 400 Bad Request\r\nContent-Length: 1\r\n\r\nx'
  expect(read(answer)).toEqual([{ status: 400, body: 'x', whole: true }])
})

it('expects no body after HEAD, whatever the Content-Length', () => {
  expect(read('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', true)).toEqual([
    { status: 200, body: '', whole: true },
  ])
})

it('finds no answer in data that is not HTTP', () => {
  expect(read('hello')).toEqual([])
  expect(read('')).toEqual([])
})

it('returns header fields by their lower-case names', () => {
  const [answer] = parseAnswers(Buffer.from('HTTP/1.1 200 OK\r\nX-Request-Id: a:b\r\n\r\n'))
  expect(answer?.headers.get('x-request-id')).toBe('a:b')
})
