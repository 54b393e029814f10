import { type DestinationStream, type Logger, pino } from 'pino'

// Named one by one: wildcards would be searched for in every line of the access log.
const SECRETS = [
  'apiKey',
  'routerKey',
  'headers.authorization',
  'headers["x-api-key"]',
  'headers["x-router-key"]',
]

/** Structured logs, one JSON object per line. No line of ours holds a key; request headers, should one be logged, lose theirs. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS, censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? standardOutput(),
  )
}

/**
 * Written at once: a process that is stopped has nothing left to flush. Should the reader of the output go away,
 * the service goes on without it.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true })
  output.on('error', () => {})
  return output
}
