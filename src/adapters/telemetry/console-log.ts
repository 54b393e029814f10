import type { Logger } from 'pino'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

/** Structured logs, one JSON object per line, where the platform collects what is written to the console. */
export function createConsoleLog(level: string): Pick<Logger, (typeof LEVELS)[number]> {
  const least = Math.max(0, LEVELS.indexOf(level as (typeof LEVELS)[number]))
  const writer = (at: (typeof LEVELS)[number], rank: number) => (fields: object, msg: string) => {
    if (level === 'silent' || rank < least) return
    const line = { level: at, time: new Date().toISOString(), ...told(fields), msg }
    console[at](JSON.stringify(line))
  }
  const writers = LEVELS.map((at, rank) => [at, writer(at, rank)])
  return Object.fromEntries(writers)
}

function told(fields: object): object {
  if (!('err' in fields) || !(fields.err instanceof Error)) return fields
  const { name, message, stack } = fields.err
  return { ...fields, err: { type: name, message, stack } }
}
