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
const type = z.enum(TYPES)
const names = z.array(z.string())
const values = z.array(ValueSchema)

/** Several keywords whose values have the same form. */
function each<Keyword extends string, Value extends z.ZodType>(value: Value, ...keywords: Keyword[]) {
  return Object.fromEntries(keywords.map((keyword) => [keyword, value])) as Record<Keyword, Value>
}

/** The keywords that are understood. Others are left out: what stands in them has not been looked at. */
const Keywords = z
  .object({
    ...each(z.string(), '$id', '$anchor', '$ref', '$dynamicRef', '$recursiveRef', 'format', 'pattern'),
    ...each(z.record(z.string(), Subschema), '$defs', 'definitions', 'patternProperties', 'dependentSchemas'),
    type: z.union([type, z.array(type)], { error: TYPE_RULE }),
    const: z.unknown(),
    enum: z.array(z.unknown()),
    ...each(z.array(Subschema), 'anyOf', 'allOf', 'oneOf'),
    ...each(Subschema, 'not', 'if', 'then', 'else', 'contains', 'additionalItems', 'propertyNames'),
    ...each(Subschema, 'unevaluatedProperties', 'unevaluatedItems'),
    additionalProperties: ValueSchema,
    properties: z.record(z.string(), ValueSchema),
    required: names,
    dependentRequired: z.record(z.string(), names),
    dependencies: z.record(z.string(), z.union([names, Subschema])),
    prefixItems: values,
    items: z.union([values, ValueSchema]),
    ...each(z.int().min(0), 'minProperties', 'maxProperties', 'minContains', 'maxContains'),
    ...each(z.int().min(0), 'minItems', 'maxItems', 'minLength', 'maxLength'),
    ...each(z.number(), 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
    multipleOf: z.number().positive(),
    ...each(z.boolean(), 'uniqueItems', 'nullable'),
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
