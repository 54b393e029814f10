import type { Schema } from '@cfworker/json-schema'
import { z } from 'zod'

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
/** The schema of a value of its own, as against one that adds to what another says of a value. */
const ValueSchema = Subschema.transform((schema) => (typeof schema === 'boolean' ? schema : asObject(schema)))
const schemas = z.array(Subschema)
const values = z.array(ValueSchema)
const named = z.record(z.string(), Subschema)
const names = z.array(z.string())
const type = z.enum(TYPES)
const count = z.int().min(0)
const bound = z.number()

/** The keywords that are understood. Others are left out: what stands in them has not been looked at. */
const Keywords = z
  .object({
    $id: z.string(),
    $anchor: z.string(),
    $ref: z.string(),
    $dynamicRef: z.string(),
    $recursiveRef: z.string(),
    $defs: named,
    definitions: named,
    type: z.union([type, z.array(type)], { error: TYPE_RULE }),
    const: z.unknown(),
    enum: z.array(z.unknown()),
    not: Subschema,
    anyOf: schemas,
    allOf: schemas,
    oneOf: schemas,
    if: Subschema,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: Subschema,
    else: Subschema,
    format: z.string(),
    required: names,
    properties: z.record(z.string(), ValueSchema),
    patternProperties: named,
    additionalProperties: ValueSchema,
    unevaluatedProperties: Subschema,
    propertyNames: Subschema,
    minProperties: count,
    maxProperties: count,
    dependentRequired: z.record(z.string(), names),
    dependentSchemas: named,
    dependencies: z.record(z.string(), z.union([names, Subschema])),
    prefixItems: values,
    items: z.union([values, ValueSchema]),
    additionalItems: Subschema,
    unevaluatedItems: Subschema,
    contains: Subschema,
    minContains: count,
    maxContains: count,
    minItems: count,
    maxItems: count,
    uniqueItems: z.boolean(),
    minimum: bound,
    maximum: bound,
    exclusiveMinimum: bound,
    exclusiveMaximum: bound,
    multipleOf: bound.positive(),
    minLength: count,
    maxLength: count,
    pattern: z.string(),
    nullable: z.boolean(),
  })
  .partial()
  .transform(({ nullable, ...rest }): Schema => {
    // The older way of OpenAPI to allow null.
    const types = nullable && rest.type !== undefined ? [rest.type, 'null' as const].flat() : rest.type
    const read = { ...rest, type: types }
    return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
  })

/** By the standard, a schema that names properties without a type lets any other value pass; nobody means that. */
function asObject(schema: Schema): Schema {
  const { type: types, properties, required } = schema
  const meansObject = types === undefined && properties !== undefined && required !== undefined
  return meansObject ? { ...schema, type: 'object' } : schema
}

/** Reads a schema of a caller; throws with the path and the problem of the first keyword that makes no sense. */
export function readSchema(given: unknown): Schema {
  const { data, error } = Keywords.safeParse(given)
  if (data !== undefined) return asObject(data)
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
