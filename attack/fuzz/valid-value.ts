import type { Random } from '../support/random.ts'

/** A JSON schema, as far as values are made from it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  example?: unknown
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  minimum?: number
  maximum?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: Schema | boolean
}

/** Few different texts, so that most requests that happen to be valid are answered from the cache. */
const TEXTS = ['What is 17 + 25?', 'What is the speed of light?', 'stretto/auto', 'a/one', 'b/two', 'user']

const DEEPEST = 6

/** A value that fits a schema, more or less: what it gets wrong is one more mutation. */
export function validValue(
  schema: Schema,
  schemas: Record<string, Schema>,
  random: Random,
  depth = 0,
): unknown {
  const inside = (one: Schema) => validValue(one, schemas, random, depth + 1)
  if (schema.$ref !== undefined) return inside(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return random.pick(schema.enum)
  if (schema.example !== undefined && random.below(2) === 0) return schema.example
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return inside(random.pick(choices))
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(inside))
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  switch (type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).filter(
        ([name]) => schema.required?.includes(name) || (depth < DEEPEST && random.below(3) === 0),
      )
      return Object.fromEntries(fields.map(([name, one]) => [name, inside(one)]))
    }
    case 'array': {
      const least = schema.minItems ?? 0
      const count = random.between(least, Math.min(schema.maxItems ?? least + 3, least + 3))
      return Array.from({ length: depth < DEEPEST ? count : least }, () => inside(schema.items ?? {}))
    }
    case 'integer':
    case 'number':
      return random.between(Math.ceil(schema.minimum ?? 0), Math.floor(schema.maximum ?? 20))
    case 'boolean':
      return random.below(2) === 0
    case 'null':
      return null
    default:
      return random.pick(TEXTS)
  }
}
