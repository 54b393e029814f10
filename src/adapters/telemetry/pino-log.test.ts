import { expect, test } from 'vitest'
import { createLog } from './pino-log.ts'

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
