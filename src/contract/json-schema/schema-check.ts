import { dereference, type Schema } from '@cfworker/json-schema'
import { SchemaWalk } from './apply-schema.ts'
import { readSchema } from './read-schema.ts'

/** Checks values by a schema. */
export interface SchemaCheck {
  /** What is wrong with a value; empty when it satisfies the schema. */
  problemsOf: (value: unknown) => string[]
  /** The keywords that are not checked. */
  unchecked: string[]
}

/** Creates a check by a schema of a caller; throws for one that makes no sense, or refers to what it does not contain. */
export function createSchemaCheck(given: unknown): SchemaCheck {
  const schema = readSchema(given)
  const parts = dereference(schema)
  const unchecked = new Set<string>()
  for (const part of new Set(Object.values(parts))) {
    if (typeof part === 'boolean') continue
    if (part.$ref !== undefined && parts[part.__absolute_ref__!] === undefined)
      throw new Error(`it refers to ${part.$ref}, which it does not contain`)
    for (const keyword of removeUnchecked(part)) unchecked.add(keyword)
  }
  const problemsOf = (value: unknown) => new SchemaWalk(parts).apply(schema, value, '$')
  try {
    problemsOf(null)
  } catch {
    throw new Error('its references have no end, or repeat it too often')
  }
  return {
    problemsOf(value) {
      try {
        return problemsOf(value)
      } catch {
        return ['The value is too large to be checked.']
      }
    },
    unchecked: [...unchecked],
  }
}

/** The formats whose check takes linear time and refuses nothing that is one. */
const CHECKED_FORMATS = new Set([
  ...['date', 'time', 'date-time', 'duration', 'uuid', 'email', 'idn-email'],
  ...['hostname', 'ipv4', 'ipv6', 'uri', 'uri-reference'],
])
/** A pattern of the caller could take forever; what a dynamic reference means depends on who refers. */
const NEVER_CHECKED = ['pattern', 'patternProperties', '$dynamicRef', '$recursiveRef'] as const

/** Removes from a part of a schema what is not checked; returns the keywords. */
function removeUnchecked(part: Schema): string[] {
  const removed: string[] = NEVER_CHECKED.filter((keyword) => part[keyword] !== undefined)
  // Which properties are further ones cannot be told without the patterns.
  if (part.patternProperties !== undefined) {
    delete part.additionalProperties
    delete part.unevaluatedProperties
  }
  for (const keyword of NEVER_CHECKED) delete part[keyword]
  const { format } = part
  if (format === undefined || CHECKED_FORMATS.has(format)) return removed
  delete part.format
  return [...removed, `format ${format}`]
}
