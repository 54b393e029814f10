import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalCalls, type ParsedCall } from './read-step.ts'

type Parameters = Record<string, unknown>

const call = (given: unknown, name = 'book'): ParsedCall => ({ name, arguments: given })

/** Whether two sets of arguments are the same call of a tool with such a schema. */
function areEqual(one: unknown, other: unknown, parameters?: Parameters): boolean {
  const tools = [{ name: 'book', ...(parameters && { parameters }) }]
  return canonicalCalls([call(one)], tools) === canonicalCalls([call(other)], tools)
}

const object = (properties: Parameters, more: Parameters = {}) => ({ type: 'object', properties, ...more })

test('calls are a multiset: their order says nothing, how often one occurs does', () => {
  const [a, b] = [call({ city: 'Rome' }), call({ city: 'Oslo' })]
  expect(canonicalCalls([a, b], [])).toBe(canonicalCalls([b, a], []))
  expect(canonicalCalls([a, b, a], [])).not.toBe(canonicalCalls([a, b, b], []))
  expect(canonicalCalls([a, a], [])).not.toBe(canonicalCalls([a], []))
  expect(canonicalCalls([], [])).not.toBe(canonicalCalls([a], []))
})

test('calls of different tools differ', () => {
  expect(canonicalCalls([call({}, 'a')], [])).not.toBe(canonicalCalls([call({}, 'b')], []))
})

test('arguments are compared by value', () => {
  expect(areEqual({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true)
  expect(areEqual(JSON.parse('{"a":1.0,"b":1e2}'), { a: 1, b: 100 })).toBe(true)
  expect(areEqual({ a: -0 }, { a: 0 })).toBe(true)
  expect(areEqual({ a: 1 }, { a: '1' })).toBe(false)
  expect(areEqual({ a: null }, {})).toBe(false)
  expect(areEqual({ a: [] }, { a: {} })).toBe(false)
  expect(areEqual({ a: 'Rome' }, { a: 'rome' })).toBe(false)
  expect(areEqual({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  expect(areEqual({ a: 'x","b":"y' }, { a: 'x', b: 'y' })).toBe(false)
})

test('without a schema, texts are the same exactly for values that are', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const text = (value: unknown) => JSON.stringify(sorted(value))
      expect(areEqual(one, other)).toBe(text(one) === text(other))
      expect(areEqual(one, JSON.parse(JSON.stringify(one)))).toBe(true)
    }),
  )
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, sorted(one)])
  return Object.entries(value).length === 0 ? {} : entries.sort(([a], [b]) => (a! < b! ? -1 : 1)).map((entry) => ({ entry })) // biome-ignore format: one line
}

test('a default says the same as the absence of its property, at any depth', () => {
  const seat = object({ class: { type: 'string', default: 'economy' } })
  const schema = object({
    seats: { type: 'array', items: seat },
    seat,
    options: { ...object({ meal: { default: false } }), default: {} },
  })
  expect(areEqual({ seat: {} }, { seat: { class: 'economy' } }, schema)).toBe(true)
  expect(areEqual({ seats: [{}, {}] }, { seats: [{ class: 'economy' }, {}] }, schema)).toBe(true)
  expect(areEqual({}, { options: { meal: false } }, schema)).toBe(true)
  expect(areEqual({ seat: {} }, { seat: { class: 'first' } }, schema)).toBe(false)
  expect(areEqual({}, { seat: {} }, schema)).toBe(false)
})

test('an array is free of order only where the schema says that its items are unique', () => {
  const schema = object({ tags: { type: 'array', uniqueItems: true }, path: { type: 'array' } })
  expect(areEqual({ tags: ['a', { b: 1 }] }, { tags: [{ b: 1 }, 'a'] }, schema)).toBe(true)
  expect(areEqual({ path: ['a', 'b'] }, { path: ['b', 'a'] }, schema)).toBe(false)
})

test('further properties have the defaults of their schema', () => {
  const additionalProperties = object({ class: { default: 'economy' } })
  const [one, other] = [{ any: {} }, { any: { class: 'economy' } }]
  expect(areEqual(one, other, object({}, { additionalProperties }))).toBe(true)
})

test('of two tools with one name the first is meant', () => {
  const tools = [{ name: 'book', parameters: object({ a: { default: 1 } }) }, { name: 'book' }]
  expect(canonicalCalls([call({})], tools)).toBe(canonicalCalls([call({ a: 1 })], tools))
})

test('references within the schema are followed, others are not', () => {
  const $defs = { a: object({ class: { default: 'economy' } }), seat: { $ref: '#/$defs/a' } }
  expect(areEqual({ s: {} }, { s: { class: 'economy' } }, object({ s: { $ref: '#/$defs/seat' } }, { $defs }))).toBe(true) // biome-ignore format: one line
  expect(areEqual({ s: {} }, { s: { class: 'economy' } }, object({ s: { $ref: 'https://example.com' } }))).toBe(false) // biome-ignore format: one line
  expect(areEqual({ s: {} }, { s: { a: 1 } }, { ...object({ s: { $ref: '#anchor' } }), default: 1 })).toBe(false) // biome-ignore format: one line
})

test('the places of a tuple mean something, also where its items are unique', () => {
  const pair = object({ p: { type: 'array', uniqueItems: true, prefixItems: [{ type: 'string' }] } })
  const old = object({ p: { type: 'array', uniqueItems: true, items: [{}, {}] } })
  for (const schema of [pair, old])
    expect(areEqual({ p: ['Rome', 'Oslo'] }, { p: ['Oslo', 'Rome'] }, schema)).toBe(false)
})

test('what a schema does not say of a property is not filled in', () => {
  const node = object({ mode: { default: 'fast' }, child: { $ref: '#node' } })
  expect(areEqual({ child: {} }, { child: { mode: 'fast' } }, node)).toBe(false)
  const patterned = object(
    {},
    { patternProperties: { a: {} }, additionalProperties: object({ b: { default: 1 } }) },
  )
  expect(areEqual({ any: {} }, { any: { b: 1 } }, patterned)).toBe(false)
})

test('defaults are filled in only as far as there is room for them', () => {
  const heavy = object({ p: { default: 'x'.repeat(90_000) } })
  const schema = object({ list: { default: Array.from({ length: 30_000 }, () => ({})), items: heavy } })
  const [call] = [{ name: 'book', arguments: {} }]
  const text = canonicalCalls([call!], [{ name: 'book', description: '', parameters: schema }] as never)
  expect(text.length).toBeLessThan(20_000_000)
})

test('names that every object inherits are names like others', () => {
  const one = JSON.parse('{"__proto__":{"a":1}}')
  const schema = object(JSON.parse('{"__proto__":{"default":{"a":1}},"constructor":{"type":"string"}}'))
  expect(areEqual(one, {})).toBe(false)
  expect(areEqual(one, JSON.parse('{"__proto__":{"a":2}}'))).toBe(false)
  expect(areEqual(one, {}, schema)).toBe(true)
  expect(areEqual({ toString: 1 }, {}, schema)).toBe(false)
})

test('hostile values and schemas end, and what differs still differs', { timeout: 30_000 }, () => {
  const endless = object({ a: { $ref: '#', default: {} }, b: { $ref: '#', default: {} } })
  const circle = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }
  const wide = object(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`p${index}`, { default: 1 }]))) // biome-ignore format: one line
  const many = Array.from({ length: 20_000 }, () => ({}))
  for (const schema of [endless, circle]) expect(areEqual({ x: 1 }, { x: 2 }, schema)).toBe(false)
  const schema = object({ list: { type: 'array', items: wide } })
  expect(areEqual({ list: many }, { list: [...many, 1] }, schema)).toBe(false)
})
