import { z } from 'zod'

/** How many unknown fields are named, and how many characters of each name are shown. */
const MOST_NAMED = 10
const NAME_CHARACTERS = 64

interface UnknownField {
  name: string
  /** Where in the request the field was found, in words. */
  place: string
  known: string[]
}

/** Warnings about fields of a body that its schema does not define; such fields are ignored. */
export function unknownFieldWarnings(schema: z.ZodType, body: unknown): string[] {
  const found = new Map<string, UnknownField>()
  collect(schema, body, 'this request', found)
  const warnings = [...found.values()].slice(0, MOST_NAMED).map(describe)
  return found.size > MOST_NAMED ? [...warnings, 'More unknown fields were ignored.'] : warnings
}

/** Collects each unknown field once, even when several array entries have it. */
function collect(schema: z.ZodType, value: unknown, place: string, found: Map<string, UnknownField>): void {
  const inner = withoutWrapping(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const element = withoutWrapping(inner.element as z.ZodType)
    if (element instanceof z.ZodObject)
      for (const entry of value) collect(element, entry, `an entry of ${place}`, found)
    return
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return
  const known = Object.keys(inner.shape)
  // A body may have a hundred thousand fields: stop once there are more than will be named.
  for (const name in value) {
    if (found.size > MOST_NAMED) return
    if (known.includes(name))
      collect(inner.shape[name], (value as Record<string, unknown>)[name], quoteName(name), found)
    else found.set(JSON.stringify([place, name]), { name, place, known })
  }
}

/** The schema inside an optional or a transformed one. */
function withoutWrapping(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return withoutWrapping(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodPipe ? withoutWrapping(schema.in as z.ZodType) : schema
}

function describe({ name, place, known }: UnknownField): string {
  const fields = known.map(quoteName).join(', ')
  return `${quoteName(name)} is not a field of ${place} and was ignored. Known fields: ${fields}.`
}

/** A name for display: truncated, with invisible characters escaped. */
function quoteName(name: string): string {
  // Truncate first, so that splitting into characters stays cheap.
  const characters = [...name.slice(0, 2 * NAME_CHARACTERS)]
  const shown = characters.slice(0, NAME_CHARACTERS).join('')
  const escaped = shown.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
  return `\`${escaped}${shown.length < name.length ? '…' : ''}\``
}
