import { tidy } from '../faults/tidy.ts'

/** The fields of an object; null for anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

/** A text, or a part of a content that is one; null for anything else. */
function textOf(part: unknown): string | null {
  if (typeof part === 'string') return part
  const { type, text } = fieldsOf(part) ?? {}
  const isText = type === undefined || type === 'text' || type === 'output_text'
  return isText && typeof text === 'string' ? text : null
}

/** A text, or the texts among a list of parts; empty for anything else. */
export function contentOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part) => textOf(part) ?? '').join('') : ''
}

const LONGEST_NAME = 200

/** The concrete model that answered; undefined when it is not named, or not by a name. */
export function servedModel(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.length > LONGEST_NAME) return undefined
  return tidy(name) || undefined
}

/** A word of the provider, such as why a reply ended; null when there is none. */
export function wordIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
