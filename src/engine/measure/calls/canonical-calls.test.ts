import fc from 'fast-check'
import { expect, test } from 'vitest'
import { share } from '../../../../test/support/property-runs.ts'
import { canonicalCalls } from './canonical-calls.ts'
import type { ParsedCall } from './parsed-call.ts'

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

test('null says the same as absence only where an optional property cannot be null', () => {
  const schema = object(
    {
      name: { type: 'string' },
      date: { type: 'string' },
      note: { type: ['string', 'null'] },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      neither: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/count' }] },
      open: { type: 'string', nullable: true },
      level: { enum: ['low', 'high'], default: 'low' },
      anything: {},
    },
    { required: ['name'], $defs: { count: { type: 'integer' } }, additionalProperties: { type: 'string' } },
  )
  expect(areEqual({ date: null, neither: null }, {}, schema)).toBe(true)
  expect(areEqual({ level: null }, { level: 'low' }, schema)).toBe(true)
  for (const name of ['name', 'note', 'either', 'open', 'anything', 'undeclared'])
    expect(areEqual({ [name]: null }, {}, schema), name).toBe(false)
})

test('an array is free of order only where the schema says that its items are unique', () => {
  const schema = object({
    tags: { type: 'array', uniqueItems: true },
    path: { type: 'array' },
    pair: { type: 'array', uniqueItems: true, prefixItems: [{ type: 'string' }] },
  })
  expect(areEqual({ tags: ['a', { b: 1 }] }, { tags: [{ b: 1 }, 'a'] }, schema)).toBe(true)
  expect(areEqual({ path: ['a', 'b'] }, { path: ['b', 'a'] }, schema)).toBe(false)
  expect(areEqual({ pair: ['a', 'b'] }, { pair: ['b', 'a'] }, schema)).toBe(false)
})

test('further properties have the defaults of their schema, unless patterns decide which they are', () => {
  const additionalProperties = object({ class: { default: 'economy' } })
  const [one, other] = [{ any: {} }, { any: { class: 'economy' } }]
  expect(areEqual(one, other, object({}, { additionalProperties }))).toBe(true)
  expect(areEqual(one, other, object({}, { additionalProperties, patternProperties: { a: {} } }))).toBe(false)
})

test('of two tools with one name the first is meant', () => {
  const tools = [{ name: 'book', parameters: object({ a: { default: 1 } }) }, { name: 'book' }]
  expect(canonicalCalls([call({})], tools)).toBe(canonicalCalls([call({ a: 1 })], tools))
})

test('items by place have the defaults of their place', () => {
  const seat = object({ class: { default: 'economy' } })
  for (const places of [{ prefixItems: [{}, seat] }, { items: [{}, seat] }]) {
    const schema = object({ seats: places })
    expect(areEqual({ seats: [{}, {}] }, { seats: [{}, { class: 'economy' }] }, schema)).toBe(true)
    expect(areEqual({ seats: [{}, {}] }, { seats: [{ class: 'economy' }, {}] }, schema)).toBe(false)
  }
})

test('references within the schema are followed, others are not', () => {
  const $defs = { 'a/seat': object({ class: { default: 'economy' } }), seat: { $ref: '#/$defs/a~1seat' } }
  expect(areEqual({ s: {} }, { s: { class: 'economy' } }, object({ s: { $ref: '#/$defs/seat' } }, { $defs }))).toBe(true) // biome-ignore format: one line
  expect(areEqual({ s: {} }, { s: { class: 'economy' } }, object({ s: { $ref: 'https://example.com' } }))).toBe(false) // biome-ignore format: one line
  expect(areEqual({ s: {} }, { s: { a: 1 } }, { ...object({ s: { $ref: '#anchor' } }), default: 1 })).toBe(false) // biome-ignore format: one line
})

test('defaults of a choice are filled in only where one branch can be meant', () => {
  const card = object({ kind: { const: 'card' }, currency: { default: 'EUR' } })
  const cash = object({ kind: { const: 'cash' }, currency: { default: 'USD' } })
  for (const keyword of ['anyOf', 'oneOf']) {
    const schema = object({ pay: { [keyword]: [card, cash, { type: 'null' }] } })
    expect(areEqual({ pay: { kind: 'card' } }, { pay: { kind: 'card', currency: 'EUR' } }, schema)).toBe(true)
    expect(areEqual({ pay: { kind: 'card' } }, { pay: { kind: 'card', currency: 'USD' } }, schema)).toBe(false) // biome-ignore format: one line
    expect(areEqual({ pay: {} }, { pay: { currency: 'EUR' } }, schema)).toBe(false)
  }
  const unsure = object({ pay: { anyOf: [{ default: 5 }, { type: 'string' }] } })
  expect(areEqual({}, { pay: 5 }, unsure)).toBe(false)
  const byRequired = object({
    pay: {
      anyOf: [
        { ...card, required: ['number'] },
        { ...cash, required: ['sum'] },
      ],
    },
  })
  expect(areEqual({ pay: { sum: 1 } }, { pay: { sum: 1, currency: 'USD' } }, byRequired)).toBe(true)
})

test('what all of several schemas say applies, unless their defaults differ', () => {
  const first = object({ a: { default: 1 }, b: { default: 1 } })
  const second = object({ b: { default: 2 }, c: { default: 3 } })
  const schema = { allOf: [first, second] }
  expect(areEqual({}, { a: 1, c: 3 }, schema)).toBe(true)
  expect(areEqual({}, { b: 1 }, schema)).toBe(false)
  expect(areEqual({}, { b: 2 }, schema)).toBe(false)
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
  const nest = (depth: number, inner: unknown) => {
    let value = inner
    for (let level = 0; level < depth; level++) value = [value, level]
    return value
  }
  const endless = object({ a: { $ref: '#', default: {} }, b: { $ref: '#', default: {} } })
  const circle = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }
  const sets = { type: 'array', uniqueItems: true, items: { $ref: '#' } }
  let all: Parameters = { type: 'string' }
  for (let level = 0; level < 20_000; level++) all = { allOf: [all] }
  const wide = object(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`p${index}`, { default: 1 }]))) // biome-ignore format: one line
  const branches = { anyOf: Array.from({ length: share(2_000) }, () => wide) }
  const many = Array.from({ length: share(20_000) }, () => ({}))
  expect(areEqual(nest(50_000, 1), nest(50_000, 2))).toBe(false)
  expect(areEqual(nest(50_000, 1), nest(50_000, 1))).toBe(true)
  expect(areEqual(nest(5_000, 1), nest(5_000, 2), sets)).toBe(false)
  for (const schema of [endless, circle]) expect(areEqual({ x: 1 }, { x: 2 }, schema)).toBe(false)
  expect(areEqual({ x: null }, { x: 2 }, object({ x: all }))).toBe(false)
  for (const items of [wide, branches]) {
    const schema = object({ list: { type: 'array', items } })
    expect(areEqual({ list: many }, { list: [...many, 1] }, schema)).toBe(false)
  }
})
