import { expect, test } from 'vitest'
import { createLog, createServiceLog } from './pino-log.ts'

test('keys are redacted everywhere in a log line', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info({
    apiKey: 'secret-1',
    callerKeys: 'secret-2',
    headers: {
      authorization: 'secret-3',
      'x-api-key': 'secret-4',
      'x-router-key': 'secret-5',
      accept: '*/*',
    },
  })
  expect(lines.join('')).not.toContain('secret')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'info',
    apiKey: '[redacted]',
    callerKeys: '[redacted]',
    headers: {
      authorization: '[redacted]',
      'x-api-key': '[redacted]',
      'x-router-key': '[redacted]',
      accept: '*/*',
    },
  })
})

test('logs share the standard output, however many there are', () => {
  const listeners = () => process.listenerCount('exit') + process.stdout.listenerCount('error')
  createLog('silent')
  const before = listeners()
  for (let number = 0; number < 20; number++) createLog('silent')
  expect(listeners()).toBe(before)
})

test('on a terminal, only warnings and errors are shown, in plain text without control characters', () => {
  const lines: string[] = []
  const stderr = { write: (line: unknown) => lines.push(String(line)) > 0 }
  const log = createServiceLog('info', { isTTY: true, stderr })
  log.info({ status: 200 }, 'request')
  log.warn({}, 'no key')
  log.error({ part: 'embedder', apiKey: 'secret', err: new Error('gone\u001b[2J') }, 'health check failed')
  expect(lines).toEqual([
    'warn: no key\n',
    'error: health check failed (part "embedder", apiKey "[redacted]"): gone [2J\n',
  ])
  createServiceLog('silent', { isTTY: true, stderr }).error({}, 'nothing')
  expect(lines).toHaveLength(2)
})
