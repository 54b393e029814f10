import { describe, expect, it } from 'vitest'
import { jsonFormatOf } from './json-format.ts'

const formatOf = (schema: Record<string, unknown>) =>
  jsonFormatOf({ type: 'json_schema', json_schema: { name: 'city', description: undefined, schema } })!

const CITY = {
  type: 'object',
  properties: { name: { type: 'string' }, people: { type: 'integer', minimum: 0 } },
  required: ['name', 'people'],
  additionalProperties: false,
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
    const deep = `${'{"next":'.repeat(20_000)}{}${'}'.repeat(20_000)}`
    expect(problemsOf(deep)).toEqual(['The value is nested too deeply to be checked.'])
  })

  it('has no patterns, which could take forever, and says so', () => {
    const pattern = '^(a+)+$'
    const properties = { pattern: { type: 'string', pattern }, list: { type: 'array', items: { pattern } } }
    const { problemsOf, warnings } = formatOf({ type: 'object', properties, required: ['pattern'] })
    expect(problemsOf(`{"pattern": "${'a'.repeat(40)}!"}`)).toEqual([])
    expect(problemsOf('{}')).toHaveLength(1)
    expect(warnings).toEqual(['pattern in the schema was shown to the models, but is not checked.'])
  })

  it('takes a default for no answer', () => {
    const properties = { name: { type: 'string', default: 'nobody' } }
    expect(formatOf({ type: 'object', properties, required: ['name'] }).problemsOf('{}')).toHaveLength(1)
  })

  it.each<[string, Record<string, unknown>]>([
    ['an unknown type', { type: 'poem' }],
    ['a reference to elsewhere', { $ref: 'https://example.org/schema' }],
    ['a reference to nothing but itself', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }],
    ['keywords that cannot be checked', { unevaluatedProperties: false }],
    ['too many levels', JSON.parse(`${'{"items":'.repeat(40)}{}${'}'.repeat(40)}`)],
    ['more levels than a stack holds', JSON.parse(`${'{"items":'.repeat(90_000)}{}${'}'.repeat(90_000)}`)],
    ['too many characters', { description: 'x'.repeat(70_000) }],
  ])('is refused with %s', (_, schema) => {
    expect(() => formatOf(schema)).toThrow(/^response_format\.json_schema\.schema (?:must|cannot)/)
  })

  it.each<[Record<string, unknown>, string]>([
    [{ properties: 5 }, 'properties must be an object'],
    [
      { properties: { a: { items: { type: 5 } } } },
      'properties.a.items.type must be a string or an array of strings',
    ],
    [{ properties: { a: 'text' } }, 'properties.a must be an object or a boolean'],
    [{ anyOf: { type: 'string' } }, 'anyOf must be an array'],
    [{ anyOf: [{}, null] }, 'anyOf.1 must be an object or a boolean'],
    [{ required: 'name' }, 'required must be an array of strings'],
    [{ enum: 'a' }, 'enum must be an array'],
    [{ $ref: 5 }, '$ref must be a string'],
    [{ minLength: '1' }, 'minLength must be an integer of at least 0'],
    [{ maximum: '1' }, 'maximum must be a number'],
  ])('is refused with the place where it is no schema: %j', (schema, problem) => {
    expect(() => formatOf(schema)).toThrow(
      `response_format.json_schema.schema is not a JSON Schema: ${problem}.`,
    )
  })

  it('may have schemas that are true or false, and properties named like keywords', () => {
    const properties = { type: true, required: { type: 'number', minimum: 0, exclusiveMinimum: true } }
    const { problemsOf } = formatOf({ type: 'object', properties, additionalProperties: false })
    expect(problemsOf('{"type": 5, "required": 1}')).toEqual([])
    expect(problemsOf('{"required": 0}')).toHaveLength(1)
  })
})
