import { type DestinationStream, type Logger, pino } from 'pino'
import { CALLER_KEY_HEADERS } from '../../contract/panel.ts'

// Listed one by one: wildcards would be searched for in every line of the access log.
const SECRETS = [
  'apiKey',
  'callerKeys',
  'headers.authorization',
  'headers["x-api-key"]',
  ...Object.values(CALLER_KEY_HEADERS).map((header) => `headers["${header}"]`),
]

/** Structured logs, one JSON object per line. No log line of ours contains a key; keys in request headers would be redacted. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS, censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? sharedOutput(),
  )
}

let output: DestinationStream | null = null
/** There is one standard output, and each destination listens to it and to the process for as long as they last. */
function sharedOutput(): DestinationStream {
  output ??= standardOutput()
  return output
}

/** Lines are buffered up to this many characters, and never longer than this. */
const BUFFERED_CHARACTERS = 8_192
const LONGEST_BUFFERED_MS = 200

/**
 * Writes lines in batches, the last one when the process ends. If the reader of the output goes away, the service
 * continues without it. (The logger's own destination hangs at exit when its pipe is broken.)
 */
function standardOutput(): DestinationStream {
  let gathered = ''
  const flush = () => {
    if (gathered !== '') process.stdout.write(gathered)
    gathered = ''
  }
  process.stdout.on('error', () => {})
  process.on('exit', flush)
  setInterval(flush, LONGEST_BUFFERED_MS).unref()
  return {
    write(line) {
      gathered += line
      if (gathered.length > BUFFERED_CHARACTERS) flush()
    },
  }
}
