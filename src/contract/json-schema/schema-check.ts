import { dereference, type Schema } from '@cfworker/json-schema'
import { z } from 'zod'
import { SchemaWalk } from './apply-schema.ts'

export type SchemaCheck = ReturnType<typeof createSchemaCheck>

/** Creates a check by a schema of a caller; throws for one that makes no sense, or refers to what it does not contain. */
export function createSchemaCheck(given: unknown) {
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
    /** What is wrong with a value; empty when it satisfies the schema. */
    problemsOf(value: unknown): string[] {
      try {
        return problemsOf(value)
      } catch {
        return ['The value is too large to be checked.']
      }
    },
    /** The keywords that are not checked. */
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

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] as const
const TYPE_RULE = `must be one of ${TYPES.join(', ')}, or an array of these`

/** What a keyword should have been, by the name that zod has for it. */
const EXPECTED: Record<string, string> = {
  array: 'an array',
  record: 'an object',
  object: 'an object or a boolean',
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'a boolean',
}

const Subschema: z.ZodType<Schema | boolean> = z.lazy(() => z.union([z.boolean(), Keywords]))
const type = z.enum(TYPES)
const names = z.array(z.string())

/** Several keywords whose values have the same form. */
function each<Keyword extends string, Value extends z.ZodType>(value: Value, ...keywords: Keyword[]) {
  return Object.fromEntries(keywords.map((keyword) => [keyword, value])) as Record<Keyword, Value>
}

/** The keywords that are understood. Others are left out: what stands in them has not been looked at. */
const Keywords = z
  .object({
    ...each(z.string(), '$id', '$anchor', '$ref', '$dynamicRef', '$recursiveRef', 'format', 'pattern'),
    ...each(z.record(z.string(), Subschema), '$defs', 'definitions', 'patternProperties', 'dependentSchemas'),
    ...each(z.record(z.string(), Subschema), 'properties'),
    type: z.union([type, z.array(type)], { error: TYPE_RULE }),
    const: z.unknown(),
    enum: z.array(z.unknown()),
    ...each(z.array(Subschema), 'anyOf', 'allOf', 'oneOf', 'prefixItems'),
    ...each(Subschema, 'not', 'if', 'then', 'else', 'contains', 'additionalItems', 'propertyNames'),
    ...each(Subschema, 'unevaluatedProperties', 'unevaluatedItems', 'additionalProperties'),
    required: names,
    dependentRequired: z.record(z.string(), names),
    dependencies: z.record(z.string(), z.union([names, Subschema])),
    items: z.union([z.array(Subschema), Subschema]),
    ...each(z.int().min(0), 'minProperties', 'maxProperties', 'minContains', 'maxContains'),
    ...each(z.int().min(0), 'minItems', 'maxItems', 'minLength', 'maxLength'),
    ...each(z.number(), 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
    multipleOf: z.number().positive(),
    ...each(z.boolean(), 'uniqueItems', 'nullable'),
  })
  .partial()
  .transform(({ nullable, ...rest }): Schema => {
    // By the standard, properties without a type let any value pass that is no object; nobody means that.
    const meant = rest.type ?? (rest.properties && rest.required && 'object')
    // The older way of OpenAPI to allow null.
    const types = nullable && meant !== undefined ? [meant, 'null' as const].flat() : meant
    const read = { ...rest, type: types }
    return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
  })

/** Reads a schema of a caller; throws with the path and the problem of the first keyword that makes no sense. */
function readSchema(given: unknown): Schema {
  const { data, error } = Keywords.safeParse(given)
  if (data !== undefined) return data
  const [path, problem] = deepest(error.issues[0]!)
  throw new Error(`${path.join('.')} ${problem}`)
}

/** The issue itself, not that of the alternatives it belongs to; the last alternative is the one with an object. */
function deepest(issue: z.core.$ZodIssue): [PropertyKey[], string] {
  if (issue.code === 'invalid_type') {
    const expected = EXPECTED[issue.expected]
    return [issue.path, expected === undefined ? issue.message : `must be ${expected}`]
  }
  const inner =
    issue.code === 'invalid_union' && issue.message !== TYPE_RULE ? issue.errors.at(-1)?.[0] : undefined
  if (inner === undefined) return [issue.path, issue.message]
  const [path, message] = deepest(inner)
  return [[...issue.path, ...path], message]
}
