/** A part of a schema as a caller wrote it; nothing about its keywords is certain. */
export type Part = Record<string, unknown>

/** What a schema may cost; what is left over when it is used up is compared without it. */
export interface Meter {
  steps: number
}

/** The parts of a schema that say something of a value: those that all apply, and a branch if only one can be meant. */
export function appliedParts(value: unknown, parts: Part[], root: Part, meter: Meter): Part[] {
  const applied = new Set<Part>()
  const waiting = [...parts]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    meter.steps--
    if (meter.steps < 0) return []
    if (applied.has(part)) continue
    applied.add(part)
    waiting.push(...partsIn([referred(part, root), ...list(part.allOf)]))
    // Nothing can be told of the branches for a value that is absent.
    for (const branches of value === undefined ? [] : [part.anyOf, part.oneOf]) {
      const possible = possibleBranches(value, partsIn(list(branches)), root, meter)
      if (possible.length === 1) waiting.push(possible[0]!)
    }
  }
  return [...applied]
}

/** How far a part of a schema is looked into; the depth of a schema is up to its caller. */
const MOST_PARTS = 100
const LONGEST_REFERENCE = 1_000

/** Whether a part of a schema certainly refuses null. */
export function refusesNull(part: Part, root: Part, meter: Meter, seen = new Set<Part>()): boolean {
  meter.steps--
  if (meter.steps < 0 || part.nullable === true || seen.has(part) || seen.size > MOST_PARTS) return false
  seen.add(part)
  const refuses = (one: Part) => refusesNull(one, root, meter, seen)
  const [types, listed] = [list(part.type), list(part.enum)]
  meter.steps -= types.length + listed.length
  if (types.length > 0 && !types.includes('null')) return true
  if (listed.length > 0 && !listed.includes(null)) return true
  if (part.const !== undefined && part.const !== null) return true
  if (partsIn([referred(part, root), ...list(part.allOf)]).some(refuses)) return true
  return [part.anyOf, part.oneOf].some((branches) => {
    const options = partsIn(list(branches))
    return options.length > 0 && options.length === list(branches).length && options.every(refuses)
  })
}

/** The branches of a choice that a value can be meant for, by types, required properties and constants. */
function possibleBranches(value: unknown, branches: Part[], root: Part, meter: Meter): Part[] {
  return branches.filter((branch) => {
    meter.steps--
    return meter.steps >= 0 && isPossible(value, finalPart(branch, root, meter), meter)
  })
}

function isPossible(value: unknown, part: Part, meter: Meter): boolean {
  const types = list(part.type)
  meter.steps -= types.length
  if (types.length > 0 && !types.some((type) => hasType(value, type))) return false
  if (!isPart(value)) return true
  const required = list(part.required)
  const properties = isPart(part.properties) ? Object.entries(part.properties) : []
  meter.steps -= required.length + properties.length
  return (
    required.every((name) => Object.hasOwn(value, String(name))) &&
    properties.every(
      ([name, property]) =>
        !Object.hasOwn(value, name) || !isPart(property) || isListed(value[name], property, meter),
    )
  )
}

/** Whether a value is the constant of a property, or one of those it lists, where these are simple values. */
function isListed(value: unknown, property: Part, meter: Meter): boolean {
  const listed = Object.hasOwn(property, 'const') ? [property.const] : list(property.enum)
  meter.steps -= listed.length
  return listed.length === 0 || listed.some((one) => one === value || typeof one === 'object')
}

function hasType(value: unknown, type: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isPart(value)
  if (type === 'null') return value === null
  return typeof value === (type === 'integer' ? 'number' : type)
}

/** What a part refers to, at the end of its references. */
function finalPart(part: Part, root: Part, meter: Meter): Part {
  const seen = new Set<Part>()
  let last = part
  for (let next = referred(last, root); isPart(next) && !seen.has(next); next = referred(last, root)) {
    meter.steps--
    seen.add(next)
    last = next
  }
  return last
}

/** What a part refers to within its schema. */
function referred(part: Part, root: Part): unknown {
  const { $ref } = part
  if (typeof $ref !== 'string' || $ref.length > LONGEST_REFERENCE) return undefined
  if ($ref !== '#' && !$ref.startsWith('#/')) return undefined
  const names = $ref.split('/').slice(1)
  return names.reduce<unknown>((at, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Part)[key] : undefined
  }, root)
}

/** The values that are objects, of which some may be parts of schemas. */
export function partsIn(values: unknown[]): Part[] {
  return values.filter(isPart)
}

export function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The values of a keyword that has one or several. */
export function list(given: unknown): unknown[] {
  return given === undefined ? [] : Array.isArray(given) ? given : [given]
}
