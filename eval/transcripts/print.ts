import { fileURLToPath } from 'node:url'

/** The page of a transcript. */
export function pageNamed(name: string): string {
  return fileURLToPath(new URL(`./pages/${name}`, import.meta.url))
}

/** What the scripted server makes up. */
export const MADE_UP = ['prompt_tokens', 'completion_tokens', 'tokens', 'cost_usd']

/** Left out, because it changes from run to run. */
const TIMES = ['created_at', 'updated_at', 'duration_ms', 'latency_ms']
const IDENTIFIER = /^[0-9a-f]{8}-[0-9a-f]{4}-/
/** What is shown of an iteration and of a seat in it. */
const ENTRY_FIELDS = ['iteration', 'phase', 'D', 'D_basis', 'target_D', 'responses']
const SEAT_FIELDS = ['name', 'residual', 'improvements', 'error']

function keptField(key: string, value: unknown): unknown {
  if (TIMES.includes(key) || (typeof value === 'string' && IDENTIFIER.test(value))) return undefined
  if (typeof value === 'number') return Number(value.toFixed(4))
  if (!Array.isArray(value)) return value
  if (key === 'iterations') return value.map((entry) => only(ENTRY_FIELDS, entry))
  return key === 'responses' ? value.map((seat) => only(SEAT_FIELDS, seat)) : value
}

function only(fields: string[], value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(fields.filter((field) => field in value).map((field) => [field, value[field]]))
}

const INNERMOST = /\{\n([^{}]*)\n\s*\}/g
const LONGEST_LINE = 400

/** JSON without what changes from run to run and these fields, with small objects on a line of their own. */
export function printed(value: unknown, leftOut: string[] = []): string {
  const kept = (key: string, field: unknown) => (leftOut.includes(key) ? undefined : keptField(key, field))
  return JSON.stringify(value, kept, 2).replace(INNERMOST, (whole, inside: string) => {
    const line = `{ ${inside.trim().replace(/\n\s*/g, ' ')} }`
    return line.length <= LONGEST_LINE ? line : whole
  })
}

/** A block that is longer than any fence within it. */
export function fenced(text: string, language: string): string {
  return `\`\`\`\`${language}\n${text}\n\`\`\`\``
}
