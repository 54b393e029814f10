import { cutText } from '../text/cut-text.ts'

const DEEPEST_VALUE = 3
/** A value that is an object, recognised by all its fields: {"value": 5, "unit": "km"}, {"letter": "C", "text": "…"}. */
const PARTS = [
  ['value', 'unit'],
  ['amount', 'unit'],
  ['amount', 'currency'],
  ['letter', 'text'],
  ['option', 'text'],
  ['choice', 'text'],
  ['answer'],
  ['text'],
  ['name'],
]

/** A value of a reply as text; empty if it has none. */
export function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  if (Array.isArray(value) && depth >= DEEPEST_VALUE) return writtenOut(value)
  if (Array.isArray(value)) return value.length === 0 ? '' : listed(value, depth)
  const names = Object.keys(value)
  if (names.length === 0) return ''
  const parts = PARTS.find((part) => names.every((name) => part.includes(name)))
  if (parts === undefined || depth >= DEEPEST_VALUE) return writtenOut(value)
  return parts
    .map((part) => textOf((value as Record<string, unknown>)[part], depth + 1))
    .filter(Boolean)
    .join(parts.includes('text') ? '. ' : ' ')
}

/** Short items separated by commas; other lists as JSON, which separates the items unambiguously. */
function listed(items: unknown[], depth: number): string {
  const isPlain = items.every((item) => typeof item !== 'object' && !/[,;\n]/.test(String(item)))
  if (!isPlain && depth === 0) return writtenOut(items)
  return items
    .map((item) => textOf(item, depth + 1))
    .filter(Boolean)
    .join(', ')
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
