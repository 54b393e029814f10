/** Keywords of JSON Schema by what they hold: named schemas, a list of them, or one. */
export const NAMED = new Set(['properties', '$defs', 'definitions', 'dependentSchemas'])
export const LISTED = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
export const NESTED = new Set(['items', 'additionalProperties', 'contains', 'propertyNames', 'not'])

const isText = (value: unknown) => typeof value === 'string'
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isTexts = (value: unknown) => isList(value) && value.every(isText)
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0
const isNumber = (value: unknown) => typeof value === 'number'
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isList(value)

/** What the other keywords hold that the check relies on. */
const HELD: Array<[keywords: string[], what: string, isHeld: (value: unknown) => boolean]> = [
  [['$ref'], 'a string', isText],
  [['type'], 'a string or an array of strings', (value) => isText(value) || isTexts(value)],
  [['required'], 'an array of strings', isTexts],
  [['enum'], 'an array', isList],
  [
    ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
    'an integer of at least 0',
    isCount,
  ],
  [['minimum', 'maximum', 'multipleOf'], 'a number', isNumber],
  [
    ['exclusiveMinimum', 'exclusiveMaximum'],
    // In early drafts a flag beside minimum and maximum.
    'a number or a boolean',
    (value) => isNumber(value) || typeof value === 'boolean',
  ],
]

/** What is wrong with the form of a schema, in a sentence that names the place; null if nothing is. */
export function shapeProblem(schema: unknown, place = ''): string | null {
  if (typeof schema === 'boolean') return null
  if (!isObject(schema)) return `${place} must be an object or a boolean`
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = keywordProblem(keyword, value, place === '' ? keyword : `${place}.${keyword}`)
    if (problem !== null) return problem
  }
  return null
}

function keywordProblem(keyword: string, value: unknown, place: string): string | null {
  if (NAMED.has(keyword)) return isObject(value) ? firstProblem(value, place) : `${place} must be an object`
  if (LISTED.has(keyword)) return isList(value) ? firstProblem(value, place) : `${place} must be an array`
  if (NESTED.has(keyword)) return isList(value) ? firstProblem(value, place) : shapeProblem(value, place)
  const held = HELD.find(([keywords]) => keywords.includes(keyword))
  return held === undefined || held[2](value) ? null : `${place} must be ${held[1]}`
}

function firstProblem(schemas: object, place: string): string | null {
  for (const [name, schema] of Object.entries(schemas)) {
    const problem = shapeProblem(schema, `${place}.${name}`)
    if (problem !== null) return problem
  }
  return null
}
