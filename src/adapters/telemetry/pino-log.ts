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
  if (destination === undefined) output ??= standardOutput()
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS, censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? output,
  )
}

/** The log of a service. Where somebody watches a terminal, it has no lines but warnings and errors, in plain text. */
export function createServiceLog(
  level: string,
  { isTTY = false, stderr }: { isTTY: boolean | undefined; stderr: Pick<NodeJS.WriteStream, 'write'> },
): Logger {
  if (!isTTY) return createLog(level)
  const write = (line: string) => void stderr.write(`${inPlainText(JSON.parse(line))}\n`)
  return createLog(['debug', 'info'].includes(level) ? 'warn' : level, { write })
}

function inPlainText({ level, time: _, msg, err, ...fields }: Record<string, unknown>): string {
  const more = Object.entries(fields).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const about = more.length === 0 ? '' : ` (${more.join(', ')})`
  const reason = err === undefined ? '' : `: ${(err as Error).message}`
  return `${level}: ${msg}${about}${reason}`.replace(/\p{C}/gu, ' ')
}

/** There is one standard output, and each destination listens to it and to the process for as long as they last. */
let output: DestinationStream | undefined

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
