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

/** Lines are gathered up to this many characters before they are written, and never held longer than this. */
const GATHERED_CHARACTERS = 8_192
const HELD_AT_MOST_MS = 200

/**
 * Writes lines in batches, the last one when the process ends. Should the reader of the output go away, the
 * service goes on without it. (The logger's own destination hangs at exit when its pipe has broken.)
 */
function standardOutput(): DestinationStream {
  let gathered = ''
  const flush = () => {
    if (gathered !== '') process.stdout.write(gathered)
    gathered = ''
  }
  process.stdout.on('error', () => {})
  process.on('exit', flush)
  setInterval(flush, HELD_AT_MOST_MS).unref()
  return {
    write(line) {
      gathered += line
      if (gathered.length > GATHERED_CHARACTERS) flush()
    },
  }
}
