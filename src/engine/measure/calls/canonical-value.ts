import { appliedParts, isPart, list, type Meter, type Part, partsIn, refusesNull } from './applied-schemas.ts'

/** A value that has to be written, or one whose parts have been. */
type Task = { value: unknown; parts: Part[] } | { names?: string[]; count: number; isOrderFree: boolean }

const CHARACTERS_PER_STEP = 100

/**
 * The text of a JSON value: the same for values that mean the same by a schema, and for no others. The depth of a value
 * is up to a model, so that this must not call itself.
 */
export function canonicalValue(given: unknown, schema: Part | undefined, meter: Meter): string {
  const root = schema ?? {}
  const tasks: Task[] = [{ value: given, parts: partsIn([schema]) }]
  const texts: string[] = []
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ('count' in task) {
      const own = texts.splice(texts.length - task.count)
      texts.push(task.names ? objectText(task.names, own) : arrayText(own, task.isOrderFree, meter))
      continue
    }
    const { value } = task
    if (typeof value !== 'object' || value === null) {
      texts.push(typeof value === 'string' ? JSON.stringify(value) : String(value))
      continue
    }
    const parts = task.parts.length === 0 ? [] : affordedParts(value, task.parts, root, meter)
    const [opened, inner] = isPart(value)
      ? openObject(value, parts, root, meter)
      : openArray(value as unknown[], parts)
    tasks.push(opened)
    // The last task is done first.
    for (let index = inner.length - 1; index >= 0; index--) tasks.push(inner[index]!)
  }
  return texts[0]!
}

/** The parts of the schema that apply to a value, if there are steps left to look into it by them. */
function affordedParts(value: object, given: Part[], root: Part, meter: Meter): Part[] {
  const parts = appliedParts(value, given, root, meter)
  const required = parts.reduce((sum, part) => sum + list(part.required).length, 0)
  meter.steps -= parts.length * Object.keys(value).length + required
  return meter.steps < 0 ? [] : parts
}

function openArray(value: unknown[], parts: Part[]): [Task, Task[]] {
  const isTuple = parts.some(({ prefixItems, items }) => prefixItems !== undefined || Array.isArray(items))
  const isOrderFree = !isTuple && parts.some(({ uniqueItems }) => uniqueItems === true)
  const inner = value.map((item, index) => ({ value: item, parts: itemParts(parts, index) }))
  return [{ count: value.length, isOrderFree }, inner]
}

function itemParts(parts: Part[], index: number): Part[] {
  return partsIn(
    parts.map(({ prefixItems, items, additionalItems }) => {
      const first = list(prefixItems ?? (Array.isArray(items) ? items : undefined))
      return index < first.length ? first[index] : Array.isArray(items) ? additionalItems : items
    }),
  )
}

/** The properties of an object with the defaults of those that are absent, by name. */
function openObject(value: Part, parts: Part[], root: Part, meter: Meter): [Task, Task[]] {
  const required = new Set(parts.flatMap((part) => list(part.required)))
  const inner = new Map<string, { value: unknown; parts: Part[] }>()
  for (const [name, one] of Object.entries(value)) {
    const own = propertyParts(parts, name)
    const declared = one === null && !required.has(name) ? declaredParts(parts, name) : []
    if (!declared.some((part) => refusesNull(part, root, meter))) inner.set(name, { value: one, parts: own })
  }
  for (const name of namesIn(parts, meter)) {
    const own = inner.has(name) ? [] : propertyParts(parts, name)
    const filled = own.length === 0 ? undefined : onlyDefault(own, root, meter)
    if (filled !== undefined) inner.set(name, { value: filled, parts: own })
  }
  const names = [...inner.keys()].sort()
  return [{ names, count: names.length, isOrderFree: false }, names.map((name) => inner.get(name)!)]
}

function namesIn(parts: Part[], meter: Meter): string[] {
  const names = parts.flatMap(({ properties }) => (isPart(properties) ? Object.keys(properties) : []))
  meter.steps -= names.length
  return meter.steps < 0 ? [] : names
}

function declaredParts(parts: Part[], name: string): Part[] {
  return partsIn(
    parts.map(({ properties }) => isPart(properties) && Object.hasOwn(properties, name) && properties[name]),
  )
}

function propertyParts(parts: Part[], name: string): Part[] {
  return partsIn(
    parts.map(({ properties, patternProperties, additionalProperties }) => {
      if (isPart(properties) && Object.hasOwn(properties, name)) return properties[name]
      return patternProperties === undefined ? additionalProperties : undefined
    }),
  )
}

/** The default of a property that is absent; undefined if it has none, or several that differ. */
function onlyDefault(parts: Part[], root: Part, meter: Meter): unknown {
  const defaults = appliedParts(undefined, parts, root, meter).flatMap((part) =>
    Object.hasOwn(part, 'default') ? [part.default] : [],
  )
  const [first, ...others] = defaults
  if (others.length === 0) return first
  const text = canonicalValue(first, undefined, meter)
  return others.every((other) => canonicalValue(other, undefined, meter) === text) ? first : undefined
}

// Texts are joined by +, which does not copy them: joined otherwise, deep values would take quadratic time.
function objectText(names: string[], texts: string[]): string {
  let text = '{'
  names.forEach((name, index) => {
    text += `${index === 0 ? '' : ','}${JSON.stringify(name)}:${texts[index]}`
  })
  return `${text}}`
}

function arrayText(texts: string[], isOrderFree: boolean, meter: Meter): string {
  if (isOrderFree) {
    meter.steps -= texts.reduce((sum, { length }) => sum + 1 + length / CHARACTERS_PER_STEP, 0)
    if (meter.steps >= 0) texts.sort()
  }
  let text = '['
  texts.forEach((one, index) => {
    text += `${index === 0 ? '' : ','}${one}`
  })
  return `${text}]`
}
