import { describe, expect, it } from 'vitest'
import { jsonFormatOf } from './json-format.ts'

const formatOf = (schema: Record<string, unknown>) =>
  jsonFormatOf({ type: 'json_schema', json_schema: { name: 'city', description: undefined, schema } })!

/** An object within an object, and so on. */
const nested = (levels: number) => `${'{"next":'.repeat(levels)}{}${'}'.repeat(levels)}`

const TOO_LARGE = ['The value is too large to be checked.']

const CITY = {
  type: 'object',
  properties: { name: { type: 'string' }, people: { type: 'integer', minimum: 0 } },
  required: ['name', 'people'],
  additionalProperties: false,
}

/** Small schemas and values whose check grows with their product, or with its square. */
function costlyChecks(): Array<[string, Record<string, unknown>, unknown, string | undefined]> {
  const many = <Item>(length: number, item: (place: number) => Item) =>
    Array.from({ length }, (_, place) => item(place))
  const names = (length: number) => many(length, (place) => `k${place}`)
  const object = (length: number, value: (place: number) => unknown) =>
    Object.fromEntries(names(length).map((name, place) => [name, value(place)]))
  // They differ in their last property.
  const alike = many(3_000, (number) => object(25, (place) => (place === 24 ? number : place)))
  return [
    ['objects that are alike', { uniqueItems: true }, alike, undefined],
    [
      'names that nothing has',
      { items: { required: names(7_000) } },
      many(49_000, () => ({})),
      '$.0: Instance does not have required property "k0".',
    ],
    [
      'properties that nothing has',
      { items: { properties: object(3_000, () => ({})) } },
      many(49_000, () => ({})),
      TOO_LARGE[0],
    ],
    [
      'properties that are not allowed',
      { additionalProperties: false },
      object(100_000, () => 1),
      '$: Property "k0" does not match additional properties schema.',
    ],
    ['values that are listed', { items: { enum: names(7_000) } }, names(49_000), TOO_LARGE[0]],
    [
      'a length that is measured often',
      { allOf: many(3_000, () => ({ minLength: 1 })) },
      'a'.repeat(200_000),
      TOO_LARGE[0],
    ],
  ]
}

describe('JSON that an answer must be', () => {
  it('is nothing for plain text', () => {
    expect(jsonFormatOf({ type: 'text' })).toBeNull()
  })

  it('may be any object', () => {
    const { problemsOf } = jsonFormatOf({ type: 'json_object' })!
    expect(problemsOf('{"a": 1}')).toEqual([])
    for (const text of ['[1]', '42', 'null', 'no JSON', '{"a": 1} and more'])
      expect(problemsOf(text), text).toHaveLength(1)
  })

  it('must not have a key twice: its text is delivered, and its value is checked', () => {
    const [problem] = formatOf(CITY).problemsOf('{"name": "Oslo", "people": 1, "na\\u006de": "Bergen"}')
    expect(problem).toMatch(/it has the key "na.*" more than once in one object$/)
  })

  it('may be by a schema with as many levels as a body has room for', () => {
    const schema = JSON.parse(`${'{"items":'.repeat(120)}{"type":"string"}${'}'.repeat(120)}`)
    const { problemsOf } = formatOf(schema)
    expect(problemsOf(`${'['.repeat(120)}"a"${']'.repeat(120)}`)).toEqual([])
    expect(problemsOf(`${'['.repeat(120)}5${']'.repeat(120)}`)).toHaveLength(1)
    expect(() => formatOf(JSON.parse(JSON.stringify(schema).replace('string', 'poem')))).toThrow('cannot be')
  })

  it('is told to the models as it was given', () => {
    expect(formatOf(CITY).instructions).toContain(JSON.stringify(CITY))
  })

  it('is checked field by field, with the path of each problem', () => {
    const { problemsOf } = formatOf(CITY)
    expect(problemsOf('{"name": "Bergen", "people": 291940}')).toEqual([])
    expect(
      problemsOf('{"name": 5, "people": -1, "river": "none"}').map((text) => text.split(':')[0]),
    ).toEqual(['$.name', '$.people', '$'])
  })

  it('may refer to its own parts', () => {
    const schema = { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false }
    const { problemsOf } = formatOf(schema)
    expect(problemsOf('{"next": {"next": {}}}')).toEqual([])
    expect(problemsOf('{"next": {"last": {}}}')).toHaveLength(1)
    expect(problemsOf(nested(20_000))).toEqual([
      'The text is not valid JSON: it is nested deeper than 128 levels',
    ])
  })

  it('has no patterns, which could take forever, and says so', () => {
    const pattern = '^(a+)+$'
    const properties = { pattern: { type: 'string', pattern }, list: { type: 'array', items: { pattern } } }
    const { problemsOf, warnings } = formatOf({ type: 'object', properties, required: ['pattern'] })
    expect(problemsOf(`{"pattern": "${'a'.repeat(40)}!"}`)).toEqual([])
    expect(problemsOf('{}')).toHaveLength(1)
    expect(warnings).toEqual(['pattern in the schema was shown to the models, but is not checked.'])
  })

  it.each<[string, Record<string, unknown>, unknown]>([
    ['properties without a type', { properties: { a: {} }, required: ['a'] }, {}],
    ['properties without a type, for another value', { properties: { a: {} }, required: ['a'] }, 7],
    ['the same in a property', { properties: { b: { properties: { a: {} }, required: ['a'] } } }, { b: 7 }],
    ['required in anyOf', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }, { c: 1 }],
    ['siblings of $ref', { $ref: '#/$defs/a', required: ['a'], $defs: { a: { type: 'object' } } }, {}],
    ['minItems without items', { type: 'array', minItems: 2 }, [1]],
    ['minimum without a type', { minimum: 5 }, 1],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ['if and then', { if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }],
    ['definitions without $schema', { $ref: '#/definitions/a', definitions: { a: { type: 'null' } } }, 1],
    ['not', { not: { type: 'string' } }, 'x'],
    ['unevaluatedProperties', { properties: { a: {} }, unevaluatedProperties: false }, { b: 1 }],
    [
      'uniqueItems',
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
    ['the format of a date', { format: 'date' }, '2026-02-30'],
    ['the format of a mail address', { format: 'email' }, 'nobody'],
  ])('is checked by %s', (_, schema, value) => {
    expect(formatOf(schema).problemsOf(JSON.stringify(value))).not.toEqual([])
  })

  it.each<[string, Record<string, unknown>, unknown]>([
    ['an integer above 2^53', { type: 'integer' }, 12345678901234567000],
    ['a UUID of any version', { format: 'uuid' }, '00000000-0000-0000-0000-000000000001'],
    ['a mail address with letters of any script', { format: 'email' }, 'ö@example.org'],
    ['null where it is nullable', { type: 'string', nullable: true }, null],
    ['what a pattern may allow', { patternProperties: { b: {} }, additionalProperties: false }, { b: 1 }],
    ['a property with a name that every object has', { properties: { toString: { type: 'null' } } }, {}],
  ])('may be %s', (_, schema, value) => {
    expect(formatOf(schema).problemsOf(JSON.stringify(value))).toEqual([])
  })

  it('says which formats are not checked', () => {
    expect(formatOf({ format: 'url' }).warnings).toEqual([
      'format url in the schema was shown to the models, but is not checked.',
    ])
  })

  it('is given up when references or lists multiply without end', () => {
    const doubled = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] })
    const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`a${n}`, doubled(`a${n + 1}`)]))
    const wide = { $ref: '#/$defs/a0', $defs: { ...$defs, a40: { type: 'object' } } }
    expect(() => formatOf(wide)).toThrow('have no end')
    const again = { properties: { next: { $ref: '#' } } }
    expect(formatOf({ allOf: [again, again] }).problemsOf(nested(40))).toEqual(TOO_LARGE)
  })

  it('finds equal items in a list of any length, whatever the order of their properties', () => {
    const numbers = Array.from({ length: 20_000 }, (_, n) => n)
    const { problemsOf } = formatOf({ uniqueItems: true })
    expect(problemsOf(JSON.stringify(numbers))).toEqual([])
    expect(problemsOf(JSON.stringify([...numbers, 0]))).toEqual(['$: Array has equal items.'])
  })

  it.each(costlyChecks())('takes a bounded time for %s', (_, schema, value, problem) => {
    const { problemsOf } = formatOf(schema)
    const text = JSON.stringify(value)
    const before = process.cpuUsage()
    const problems = problemsOf(text)
    const { user } = process.cpuUsage(before)
    expect(problems[0]).toBe(problem)
    expect(problems.length).toBeLessThanOrEqual(10)
    // Minutes, or all of the memory, where work is not bounded.
    expect(user).toBeLessThan(2_000_000)
  })

  it('takes a default for no answer', () => {
    const properties = { name: { type: 'string', default: 'nobody' } }
    expect(formatOf({ type: 'object', properties, required: ['name'] }).problemsOf('{}')).toHaveLength(1)
  })

  it.each<[string, Record<string, unknown>]>([
    ['an unknown type', { type: 'poem' }],
    ['a keyword that makes no sense', { properties: { a: { required: true } } }],
    ['a reference to elsewhere', { $ref: 'https://example.org/schema' }],
    ['a reference to what it does not contain', { not: { $ref: '#/$defs/a' } }],
    ['a reference to what is no schema', { $ref: '#/$comment', $comment: { pattern: '^(a+)+$' } }],
    ['a reference to nothing but itself', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }],
    ['too many characters', { description: 'x'.repeat(70_000) }],
  ])('is refused with %s', (_, schema) => {
    expect(() => formatOf(schema)).toThrow(/^response_format\.json_schema\.schema (?:must|cannot)/)
  })

  it.each<[Record<string, unknown>, string]>([
    [{ properties: 5 }, 'properties must be an object'],
    [
      { properties: { a: { items: { type: 5 } } } },
      'properties.a.items.type must be one of array, boolean, integer, null, number, object, string, or an array of these',
    ],
    [{ properties: { a: 'text' } }, 'properties.a must be an object or a boolean'],
    [{ anyOf: { type: 'string' } }, 'anyOf must be an array'],
    [{ anyOf: [{}, null] }, 'anyOf.1 must be an object or a boolean'],
    [{ required: 'name' }, 'required must be an array'],
    [{ enum: 'a' }, 'enum must be an array'],
    [{ $ref: 5 }, '$ref must be a string'],
    [{ minLength: '1' }, 'minLength must be a number'],
    [{ maximum: '1' }, 'maximum must be a number'],
    [{ exclusiveMinimum: true }, 'exclusiveMinimum must be a number'],
  ])('is refused with the place where it is no schema: %j', (schema, problem) => {
    expect(() => formatOf(schema)).toThrow(
      `response_format.json_schema.schema cannot be checked: ${problem}.`,
    )
  })

  it('may have schemas that are true or false, and properties named like keywords', () => {
    const properties = { type: true, required: { type: 'number', exclusiveMinimum: 0 } }
    const { problemsOf } = formatOf({ type: 'object', properties, additionalProperties: false })
    expect(problemsOf('{"type": 5, "required": 1}')).toEqual([])
    expect(problemsOf('{"required": 0}')).toHaveLength(1)
  })
})
