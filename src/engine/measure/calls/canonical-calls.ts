import type { ToolDefinition } from '../../panel/tools.ts'

/** A call of a tool with its arguments as a value. */
export interface ParsedCall {
  name: string
  arguments: unknown
}

/** A part of a schema as a caller wrote it; nothing about its keywords is certain. */
type Part = Record<string, unknown>

/**
 * How much of schemas is read at most, for all calls together: properties, and characters of defaults by the hundred.
 * Beyond that values are compared as they are.
 */
const MOST_STEPS = 100_000
const CHARACTERS_PER_STEP = 100
/** How deep they are filled in: a schema may contain itself. */
const DEEPEST_DEFAULT = 20
const MOST_REFERENCES = 10

/**
 * A text of a set of calls: two sets are equal if their texts are. The order of calls, properties and unique items says
 * nothing, and a default says the same as the absence of its property. Strings are compared as they are.
 */
export function canonicalCalls(calls: ParsedCall[], tools: ToolDefinition[]): string {
  const schemas = new Map(tools.toReversed().map(({ name, parameters }) => [name, parameters]))
  // The same for every call, so that their order makes no difference.
  const steps = Math.floor(MOST_STEPS / Math.max(1, calls.length))
  const texts = calls.map(({ name, arguments: given }) => {
    const root = schemas.get(name) ?? {}
    return `${name}(${textOf(given, root, { root, steps }, 0)})`
  })
  return texts.sort().join('\n')
}

/** The text of a JSON value, the same for equal values. */
export function canonicalValue(value: unknown): string {
  return textOf(value, {}, { root: {}, steps: 0 }, 0)
}

/** The whole schema, and how much of it may still be read for defaults. */
interface Filling {
  root: Part
  steps: number
}

function textOf(value: unknown, schema: unknown, filling: Filling, depth: number): string {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value)
  const part = referred(schema, filling.root)
  const inside = (one: unknown, inner: unknown) => textOf(one, inner, filling, depth + 1)
  if (Array.isArray(value)) {
    const items = value.map((item) => inside(item, part.items))
    // The places of a tuple mean something.
    const isFree = part.uniqueItems === true && part.prefixItems === undefined && !Array.isArray(part.items)
    return `[${(isFree ? items.sort() : items).join(',')}]`
  }
  const properties = isPart(part.properties) ? part.properties : {}
  const defaults = depth < DEEPEST_DEFAULT ? defaultsIn(properties, filling) : []
  const own = new Map<string, unknown>([...defaults, ...Object.entries(value)])
  const others = part.patternProperties === undefined ? part.additionalProperties : undefined
  const texts = [...own.keys()].sort().map((name) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : others
    return `${JSON.stringify(name)}:${inside(own.get(name), inner)}`
  })
  return `{${texts.join(',')}}`
}

/** The defaults of properties, by their names, as long as looking for them is affordable. */
function defaultsIn(properties: Part, filling: Filling): Array<[string, unknown]> {
  const listed = filling.steps < 0 ? [] : Object.entries(properties)
  filling.steps -= listed.length
  return listed.flatMap(([name, property]): Array<[string, unknown]> => {
    const part = referred(property, filling.root)
    if (!Object.hasOwn(part, 'default')) return []
    filling.steps -= Math.ceil(JSON.stringify(part.default).length / CHARACTERS_PER_STEP)
    return filling.steps < 0 ? [] : [[name, part.default]]
  })
}

/** A part of a schema, or the part of the same schema that it refers to. */
function referred(schema: unknown, root: Part): Part {
  let part = schema
  for (let step = 0; step < MOST_REFERENCES && isPart(part) && typeof part.$ref === 'string'; step++) {
    if (part.$ref !== '#' && !part.$ref.startsWith('#/')) return {}
    part = part.$ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, name) => (isPart(at) && Object.hasOwn(at, name) ? at[name] : undefined), root)
  }
  return isPart(part) ? part : {}
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
