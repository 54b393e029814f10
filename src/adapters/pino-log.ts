import { type DestinationStream, type Logger, pino } from 'pino'

// Named one by one: wildcards would be searched for in every line of the access log.
const SECRETS = [
  'apiKey',
  'routerKey',
  'headers.authorization',
  'headers["x-api-key"]',
  'headers["x-router-key"]',
]

/** Structured logs, one JSON object per line. Anything that could be a key is blanked, whoever logs it. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS, censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  )
}
