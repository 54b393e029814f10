import { dereference, type OutputUnit, type Schema, validate } from '@cfworker/json-schema'
import { readSchema } from './read-schema.ts'

/** Checks values by a schema. */
export interface SchemaCheck {
  /** What is wrong with a value; empty when it satisfies the schema. */
  problemsOf: (value: unknown) => string[]
  /** The keywords that are not checked. */
  unchecked: string[]
}

/** References can repeat a small schema more often than anyone can wait for. */
const MOST_STEPS = 50_000
/** To find out whether items are unique, each is compared with every other; beyond this they are taken to be. */
const MOST_COMPARISONS = 10_000_000
/** How many characters of the values that a keyword lists are read in a step. */
const CHARACTERS_PER_STEP = 100
const MOST_PROBLEMS = 10

/** Creates a check by a schema of a caller; throws for one that makes no sense, or refers to what it does not contain. */
export function createSchemaCheck(given: unknown): SchemaCheck {
  const schema = readSchema(given)
  const lookup = dereference(schema)
  const parts = new Set(Object.values(lookup).filter((part) => typeof part !== 'boolean'))
  const meter: Meter = { steps: 0, comparisons: 0, longest: 0 }
  const unchecked = new Set<string>()
  for (const part of parts) {
    if (part.$ref !== undefined && lookup[part.__absolute_ref__!] === undefined)
      throw new Error(`it refers to ${part.$ref}, which it does not contain`)
    for (const keyword of removeUnchecked(part)) unchecked.add(keyword)
    countSteps(part, meter)
  }

  function check(value: unknown): OutputUnit[] {
    Object.assign(meter, {
      steps: MOST_STEPS,
      comparisons: MOST_COMPARISONS,
      longest: longestList(value),
    } satisfies Meter)
    return validate(value, schema, '2020-12', lookup, false).errors
  }

  try {
    check(null)
  } catch {
    throw new Error('its references have no end, or repeat it too often')
  }
  return {
    problemsOf(value) {
      try {
        return problemsIn(check(value))
      } catch (error) {
        const isDeep = error instanceof RangeError
        return [`The value is ${isDeep ? 'nested too deeply' : 'too large'} to be checked.`]
      }
    },
    unchecked: [...unchecked],
  }
}

/** The formats whose check takes linear time and refuses nothing that is one. */
const CHECKED_FORMATS = new Set([
  ...['date', 'time', 'date-time', 'duration', 'uuid'],
  ...['hostname', 'ipv4', 'ipv6', 'uri', 'uri-reference'],
])
/** Mail addresses may have letters of any script. */
const EMAIL = /^[^\s@]+@[^\s@]+$/
/** A pattern of the caller could take forever; what a dynamic reference means depends on who refers. */
const NEVER_CHECKED = ['pattern', 'patternProperties', '$dynamicRef', '$recursiveRef'] as const

/** Removes from a schema what is not checked, its parts excepted; returns the keywords. */
function removeUnchecked(schema: Schema): string[] {
  const removed: string[] = NEVER_CHECKED.filter((keyword) => schema[keyword] !== undefined)
  // Which properties are further ones cannot be told without the patterns.
  if (schema.patternProperties !== undefined) {
    delete schema.additionalProperties
    delete schema.unevaluatedProperties
  }
  for (const keyword of NEVER_CHECKED) delete schema[keyword]
  const { format } = schema
  if (format === 'email' || format === 'idn-email') schema.pattern = EMAIL.source
  else if (format !== undefined && !CHECKED_FORMATS.has(format)) removed.push(`format ${format}`)
  if (schema.pattern !== undefined || removed.includes(`format ${format}`)) delete schema.format
  return removed
}

/** What is left for a check, and how long the longest list of the value is. */
interface Meter {
  steps: number
  comparisons: number
  longest: number
}

/** Counts what a part of a schema takes whenever it is applied; the validator itself knows no limit. */
function countSteps(part: Schema, meter: Meter): void {
  const listed = [part.enum, part.const].filter((value) => value !== undefined)
  const own = 1 + Math.floor(JSON.stringify(listed).length / CHARACTERS_PER_STEP)
  // The validator reads every keyword once whenever it applies a part.
  Object.defineProperty(part, '$recursiveAnchor', {
    get() {
      meter.steps -= own
      if (meter.steps < 0) throw new Error('too many steps')
    },
  })
  if (part.uniqueItems)
    Object.defineProperty(part, 'uniqueItems', {
      get() {
        meter.comparisons -= meter.longest ** 2
        return meter.comparisons >= 0
      },
    })
}

function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? value.length : 0
  return Object.values(value).reduce((longest, one) => Math.max(longest, longestList(one)), own)
}

/** The problems that say what is wrong where, without those that only lead there. */
function problemsIn(errors: OutputUnit[]): string[] {
  const told = errors.filter(({ keyword, keywordLocation }, index) => {
    const next = errors[index + 1]
    const leads = next?.keyword !== 'false' && next?.keywordLocation.startsWith(`${keywordLocation}/`)
    return keyword !== 'false' && !leads
  })
  return told.slice(0, MOST_PROBLEMS).map(describe)
}

function describe({ keyword, instanceLocation, error }: OutputUnit): string {
  const path = decodeURI(instanceLocation).replace('#', '$').replaceAll('/', '.')
  const problem = keyword === 'pattern' ? 'String does not match format "email".' : error
  return `${path.replaceAll('~1', '/').replaceAll('~0', '~')}: ${problem}`
}
