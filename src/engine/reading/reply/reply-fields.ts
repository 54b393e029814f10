import { cutText } from '../text/cut-text.ts'

/** A value of a reply as text: short items of a list with commas between them, anything else that is nested as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return ''
  const isPlain =
    Array.isArray(value) && value.every((item) => typeof item !== 'object' && !/[,;\n]/.test(item))
  return isPlain ? value.map(textOf).filter(Boolean).join(', ') : writtenOut(value)
}

/** A value as JSON; empty if it is nested too deeply to be written, which is not an answer. */
function writtenOut(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return ''
  }
}

/** A property of a value, if it is an object that has it. */
export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** A property of a value as text; empty if it has none. */
export function textAt(value: unknown, name: string): string {
  return textOf(property(value, name))
}

/** A value if it is a list; otherwise an empty one. */
export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The texts of a list, or a text on its own, without empty ones. */
export function textsIn(value: unknown, { most, longest }: { most: number; longest: number }): string[] {
  const items = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return items
    .map((item) => cutText(textOf(item), longest))
    .filter((item) => item !== '')
    .slice(0, most)
}
