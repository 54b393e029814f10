import type { Schema } from '@cfworker/json-schema'

/** The formats whose check takes linear time and refuses nothing that is one. */
const CHECKED_FORMATS = new Set([
  ...['date', 'time', 'date-time', 'duration', 'uuid'],
  ...['hostname', 'ipv4', 'ipv6', 'uri', 'uri-reference'],
])
/** Mail addresses may have letters of any script. */
const EMAIL = /^[^\s@]+@[^\s@]+$/
/** A pattern of the caller could take forever; what a dynamic reference means depends on who refers. */
const NEVER_CHECKED = ['pattern', 'patternProperties', '$dynamicRef', '$recursiveRef'] as const

/** Removes from a schema what is not checked, its parts excepted; returns the keywords. */
export function removeUnchecked(schema: Schema): string[] {
  const removed: string[] = NEVER_CHECKED.filter((keyword) => schema[keyword] !== undefined)
  // Which properties are further ones cannot be told without the patterns.
  if (schema.patternProperties !== undefined) {
    delete schema.additionalProperties
    delete schema.unevaluatedProperties
  }
  for (const keyword of NEVER_CHECKED) delete schema[keyword]
  const { format } = schema
  if (format === 'email' || format === 'idn-email') schema.pattern = EMAIL.source
  else if (format !== undefined && !CHECKED_FORMATS.has(format)) removed.push(`format ${format}`)
  if (schema.pattern !== undefined || removed.includes(`format ${format}`)) delete schema.format
  return removed
}
