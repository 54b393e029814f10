import { type DestinationStream, type Logger, pino } from 'pino'

/** Structured logs, one JSON object per line. Anything that could be a key is blanked, whoever logs it. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const secrets = ['apiKey', 'routerKey', 'authorization', '["x-api-key"]', '["x-router-key"]']
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: secrets.flatMap((name) => [name, name.startsWith('[') ? `*${name}` : `*.${name}`]),
        censor: '[redacted]',
      },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  )
}
