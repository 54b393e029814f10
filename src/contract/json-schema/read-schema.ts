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
export function readSchema(given: unknown): Schema {
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
