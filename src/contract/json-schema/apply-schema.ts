import { format as FORMATS, type Schema } from '@cfworker/json-schema'

/** Mail addresses may have letters of any script. */
const EMAIL = /^[^\s@]+@[^\s@]+$/
const MOST_PROBLEMS = 10
/** About a tenth of a second on a slow machine, at the weights below. */
const MOST_WORK = 200_000
/** What one step of each kind is worth: applying a part, looking up a name, telling a problem. */
const APPLYING = 4
const LOOKING_UP = 1
const TELLING = 5
/** Reading that many characters is worth 1. */
const CHARACTERS = 50
/** Far below what overflows the stack. */
const MOST_LEVELS = 1_500
/** What a fraction may be off from a multiple. */
const ROUNDING = 2 ** -23

/** The parts of a schema by their absolute addresses, to which references lead. */
export type SchemaParts = Record<string, Schema | boolean>

/** Which properties and items of a value some keyword has already looked at. */
type Seen = Set<string | number>

/** What is wrong with a value; false where nothing is. */
type Finding = string | false

type Part = Schema | boolean
type Container = Record<string, unknown> | unknown[]

/**
 * Finds what is wrong with values by a schema. It is written here because schema and value come from strangers: libraries
 * know no limit of work, collect every problem, and compare each item of a list with every other.
 */
export class SchemaWalk {
  #work = MOST_WORK
  #level = 0
  readonly #parts: SchemaParts

  constructor(parts: SchemaParts) {
    this.#parts = parts
  }

  /** At most ten problems; throws where finding them would take too long. */
  apply(part: Part, value: unknown, path: string, seen: Seen = new Set()): string[] {
    if (part === true) return []
    if (part === false) return this.#problem(path, 'False boolean schema.')
    this.#spend(APPLYING)
    if (this.#level >= MOST_LEVELS) throw new RangeError('too many levels')
    this.#level++
    const problems = this.#ofValue(part, value, path)
    if (problems.length < MOST_PROBLEMS) problems.push(...this.#ofCombinations(part, value, path, seen))
    if (problems.length < MOST_PROBLEMS) problems.push(...this.#ofContents(part, value, path, seen))
    this.#level--
    return problems.slice(0, MOST_PROBLEMS)
  }

  #spend(work: number): void {
    this.#work -= work
    if (this.#work < 0) throw new Error('too much work')
  }

  #problem(path: string, what: string): string[] {
    this.#spend(TELLING + path.length / CHARACTERS)
    return [`${path}: ${what}`]
  }

  #problems(path: string, findings: Finding[]): string[] {
    return findings.flatMap((what) => (what === false ? [] : this.#problem(path, what)))
  }

  #ofValue(part: Schema, value: unknown, path: string): string[] {
    const types = part.type === undefined ? null : [part.type].flat()
    const allowed = part.enum ?? (part.const === undefined ? null : [part.const])
    return this.#problems(path, [
      types !== null &&
        !types.some((type) => isOfType(value, type)) &&
        `Instance type "${typeOf(value)}" is invalid. Expected "${types.join('", "')}".`,
      allowed !== null &&
        !this.#isOneOf(allowed, value) &&
        `Instance does not match any of ${shortened(JSON.stringify(allowed))}.`,
      ...(typeof value === 'string' ? this.#ofText(part, value) : []),
      ...(typeof value === 'number' ? ofNumber(part, value) : []),
    ])
  }

  #isOneOf(allowed: unknown[], value: unknown): boolean {
    this.#spend(allowed.length * LOOKING_UP)
    if (!isContainer(value)) return allowed.includes(value)
    const containers = allowed.filter(isContainer)
    if (containers.length === 0) return false
    const text = this.#textOf(value)
    return containers.some((one) => this.#textOf(one) === text)
  }

  /** The text of a value, the same for equal values. */
  #textOf(value: unknown): string {
    if (!isContainer(value)) {
      const text = JSON.stringify(value)
      this.#spend(LOOKING_UP + text.length / CHARACTERS)
      return text
    }
    this.#spend(1)
    if (Array.isArray(value)) return `[${value.map((item) => this.#textOf(item)).join(',')}]`
    const texts = Object.keys(value)
      .sort()
      .map((name) => `${this.#textOf(name)}:${this.#textOf(value[name])}`)
    return `{${texts.join(',')}}`
  }

  #ofText({ minLength, maxLength, format }: Schema, text: string): Finding[] {
    const isMeasured = minLength !== undefined || maxLength !== undefined
    if (isMeasured || format !== undefined) this.#spend(text.length / CHARACTERS)
    const length = isMeasured ? lengthOf(text) : 0
    return [
      length < (minLength ?? 0) && `String is too short (${length} < ${minLength}).`,
      length > (maxLength ?? length) && `String is too long (${length} > ${maxLength}).`,
      format !== undefined && !hasFormat(text, format) && `String does not match format "${format}".`,
    ]
  }

  /** References, and parts that apply to the same value. */
  #ofCombinations(part: Schema, value: unknown, path: string, seen: Seen): string[] {
    const within = (inner: Part) => this.#within(inner, value, path, seen)
    const problems: string[] = []
    if (part.$ref !== undefined) problems.push(...within(this.#parts[part.__absolute_ref__!]!))
    for (const inner of part.allOf ?? []) problems.push(...within(inner))
    if (part.not !== undefined && this.apply(part.not, value, path).length === 0)
      problems.push(...this.#problem(path, 'Instance matched "not" schema.'))
    for (const alternatives of [part.anyOf, part.oneOf]) {
      if (alternatives === undefined) continue
      const outcomes = alternatives.map(within)
      const matches = outcomes.filter((found) => found.length === 0).length
      if (matches === 0) problems.push(...outcomes.flat())
      if (matches > 1 && alternatives === part.oneOf)
        problems.push(
          ...this.#problem(path, `Instance does not match exactly one subschema (${matches} matches).`),
        )
    }
    if (part.if !== undefined) {
      const next = within(part.if).length === 0 ? part.then : part.else
      if (next !== undefined) problems.push(...within(next))
    }
    return problems
  }

  /** Applies a part that cannot see what its neighbours have looked at. */
  #within(part: Part, value: unknown, path: string, seen: Seen): string[] {
    const looked: Seen = new Set()
    const problems = this.apply(part, value, path, looked)
    if (problems.length === 0) for (const one of looked) seen.add(one)
    return problems
  }

  #ofContents(part: Schema, value: unknown, path: string, seen: Seen): string[] {
    if (!isContainer(value)) return []
    return Array.isArray(value)
      ? this.#ofList(part, value, path, seen)
      : this.#ofObject(part, value, path, seen)
  }

  #ofObject(part: Schema, value: Record<string, unknown>, path: string, seen: Seen): string[] {
    const names = Object.keys(value)
    const { properties = {}, required = [], dependentRequired = {}, dependencies = {} } = part
    this.#spend((names.length + Object.keys(properties).length + required.length) * LOOKING_UP)
    const problems = this.#problems(path, [
      names.length < (part.minProperties ?? 0) &&
        `Instance does not have at least ${part.minProperties} properties.`,
      names.length > (part.maxProperties ?? names.length) &&
        `Instance has more than ${part.maxProperties} properties.`,
    ])
    const require = (needed: string[]) => {
      this.#spend(needed.length * LOOKING_UP)
      const missing = needed.filter((name) => !Object.hasOwn(value, name))
      for (const name of missing.slice(0, MOST_PROBLEMS - problems.length))
        problems.push(...this.#problem(path, `Instance does not have required property ${named(name)}.`))
    }
    require(required)
    const dependent = { ...dependentRequired, ...dependencies, ...part.dependentSchemas }
    for (const [name, needed] of Object.entries(dependent)) {
      if (problems.length >= MOST_PROBLEMS) return problems
      this.#spend(LOOKING_UP)
      if (!Object.hasOwn(value, name)) continue
      if (Array.isArray(needed)) require(needed)
      else problems.push(...this.#within(needed, value, path, seen))
    }
    for (const name of names) {
      if (problems.length >= MOST_PROBLEMS) return problems
      if (part.propertyNames !== undefined)
        problems.push(...this.apply(part.propertyNames, name, `${path} (the name ${named(name)})`))
      const isListed = Object.hasOwn(properties, name)
      const others = part.additionalProperties ?? (seen.has(name) ? undefined : part.unevaluatedProperties)
      const inner = isListed ? properties[name] : others
      if (inner === undefined) continue
      seen.add(name)
      if (inner === false && !isListed)
        problems.push(
          ...this.#problem(path, `Property ${named(name)} does not match additional properties schema.`),
        )
      else problems.push(...this.apply(inner, value[name], `${path}.${shortened(name)}`))
    }
    return problems
  }

  #ofList(part: Schema, list: unknown[], path: string, seen: Seen): string[] {
    const { length } = list
    const problems = this.#problems(path, [
      length < (part.minItems ?? 0) && `Array has too few items (${length} < ${part.minItems}).`,
      length > (part.maxItems ?? length) && `Array has too many items (${length} > ${part.maxItems}).`,
      part.uniqueItems === true && this.#hasEqualItems(list) && 'Array has equal items.',
    ])
    const first = part.prefixItems ?? (Array.isArray(part.items) ? part.items : [])
    const rest = Array.isArray(part.items) ? part.additionalItems : part.items
    let contained = 0
    for (const [place, item] of list.entries()) {
      if (problems.length >= MOST_PROBLEMS) return problems
      this.#spend(LOOKING_UP)
      if (part.contains !== undefined && this.apply(part.contains, item, path).length === 0) {
        contained++
        seen.add(place)
      }
      const inner = first[place] ?? rest ?? (seen.has(place) ? undefined : part.unevaluatedItems)
      if (inner === undefined) continue
      seen.add(place)
      problems.push(...this.apply(inner, item, `${path}.${place}`))
    }
    if (part.contains === undefined) return problems
    const { minContains = 1, maxContains = length } = part
    const findings = [
      contained < minContains &&
        `Array must contain at least ${minContains} items matching schema. Only ${contained} items were found.`,
      contained > maxContains &&
        `Array may contain at most ${maxContains} items matching schema. ${contained} items were found.`,
    ]
    return [...problems, ...this.#problems(path, findings)]
  }

  #hasEqualItems(list: unknown[]): boolean {
    return new Set(list.map((item) => this.#textOf(item))).size < list.length
  }
}

function ofNumber(part: Schema, value: number): Finding[] {
  const { minimum = value, maximum = value, exclusiveMinimum, exclusiveMaximum, multipleOf } = part
  const remainder = multipleOf === undefined ? 0 : Math.abs(value % multipleOf)
  const isMultiple = remainder < ROUNDING || multipleOf! - remainder < ROUNDING
  return [
    value < minimum && `${value} is less than ${minimum}.`,
    value > maximum && `${value} is greater than ${maximum}.`,
    exclusiveMinimum !== undefined &&
      value <= Number(exclusiveMinimum) &&
      `${value} is not greater than ${exclusiveMinimum}.`,
    exclusiveMaximum !== undefined &&
      value >= Number(exclusiveMaximum) &&
      `${value} is greater than or equal to ${exclusiveMaximum}.`,
    !isMultiple && `${value} is not a multiple of ${multipleOf}.`,
  ]
}

function isOfType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

function hasFormat(text: string, format: string): boolean {
  return format === 'email' || format === 'idn-email' ? EMAIL.test(text) : FORMATS[format]!(text)
}

/** In characters, where a pair of surrogates is one. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** How much of a name, or of a list of values, is shown. */
const SHOWN = 200

function shortened(name: string): string {
  return name.length <= SHOWN ? name : `${name.slice(0, SHOWN)}…`
}

function named(name: string): string {
  return JSON.stringify(shortened(name))
}
