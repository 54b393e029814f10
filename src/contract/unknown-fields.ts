import { z } from 'zod'
import { editDistance } from './edit-distance.ts'
import type { ErrorDetail } from './error-codes.ts'

/** How many unknown fields are named, and how many characters of each name are shown. */
const MOST_NAMED = 10
const NAME_CHARACTERS = 64

interface UnknownField {
  name: string
  /** Where in the request the field was found, in words. */
  place: string
  path: string[]
  known: string[]
  /** The known field whose name is nearly the same, unless that was sent as well. */
  meant: string | null
}

/** Warnings about fields of a body that its schema does not define; such fields are ignored. */
export function unknownFieldWarnings(schema: z.ZodType, body: unknown): string[] {
  const unknown = unknownFields(schema, body)
  const warnings = unknown.slice(0, MOST_NAMED).map(describe)
  return unknown.length > MOST_NAMED ? [...warnings, 'More unknown fields were ignored.'] : warnings
}

/** What is wrong with fields of a body that its schema almost defines: whoever sent them counts on them. */
export function misspeltFields(schema: z.ZodType, body: unknown): ErrorDetail[] {
  return unknownFields(schema, body).flatMap(({ name, place, path, meant }) => {
    if (meant === null) return []
    const problem = `${quoteName(name)} is not a field of ${place}. Did you mean ${quoteName(meant)}?`
    return { path: path.join('.'), problem }
  })
}

/** Each unknown field once, even when several array entries have it. */
function unknownFields(schema: z.ZodType, body: unknown): UnknownField[] {
  const found = new Map<string, UnknownField>()
  function collect(schema: z.ZodType, value: unknown, place: string, path: string[]): void {
    const inner = withoutWrapping(schema)
    if (inner instanceof z.ZodArray && Array.isArray(value)) {
      const element = withoutWrapping(inner.element as z.ZodType)
      if (element instanceof z.ZodObject)
        for (const [index, entry] of value.entries())
          collect(element, entry, `an entry of ${place}`, [...path, String(index)])
      return
    }
    if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return
    const known = Object.keys(inner.shape)
    // A body may have a hundred thousand fields: stop once there are more than will be named.
    for (const name in value) {
      if (found.size > MOST_NAMED) return
      const at = [...path, name]
      if (known.includes(name)) {
        collect(inner.shape[name], (value as Record<string, unknown>)[name], quoteName(name), at)
      } else {
        const absent = known.filter((one) => !Object.hasOwn(value, one))
        const meant = absent.find((one) => isNear(name, one)) ?? null
        found.set(JSON.stringify([place, name]), { name, place, path: at, known, meant })
      }
    }
  }
  collect(schema, body, 'this request', [])
  return [...found.values()]
}

/** How many letters a misspelt name has wrong at most: a third, because short words differ by little. */
const MOST_WRONG_LETTERS = 2

/** Whether a name is another up to the case, the underscores and a few letters. */
function isNear(name: string, known: string): boolean {
  if (name.length > NAME_CHARACTERS) return false
  const [sent, right] = [lettersOf(name), lettersOf(known)]
  const most = Math.min(MOST_WRONG_LETTERS, Math.floor(Math.min(sent.length, right.length) / 3))
  return editDistance(sent, right, most) <= most
}

function lettersOf(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase()
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
