import { z } from 'zod'
import type { ResponseFormat } from './chat/chat-request.ts'
import { StrettoError } from './error-codes.ts'
import { LISTED, NAMED, NESTED, shapeProblem } from './json-schema-shape.ts'

/** JSON that an answer must be. */
export interface JsonFormat {
  /** What models are told. */
  instructions: string
  /** What is wrong with a text; empty when it satisfies the format. */
  problemsOf: (text: string) => string[]
  /** What is not checked. */
  warnings: string[]
}

const LARGEST_SCHEMA = 64 * 1024
const DEEPEST_SCHEMA = 32
const MOST_PROBLEMS = 10
const ALONE = 'and nothing else: no fence, no comment, no explanation.'

/** A pattern of the caller could take forever; a default would hide that a field is missing. */
const LEFT_OUT = new Set(['pattern', 'patternProperties', 'default'])

/** Reads the format that a chat request asks for; null for plain text. Throws bad_request for one that cannot be checked. */
export function jsonFormatOf(format: ResponseFormat): JsonFormat | null {
  if (format.type === 'text') return null
  if (format.type === 'json_object')
    return {
      instructions: `Reply with one JSON object ${ALONE}`,
      problemsOf: checkedWith(z.record(z.string(), z.unknown(), { error: 'must be a JSON object' })),
      warnings: [],
    }
  const { name, description, schema = {} } = format.json_schema
  // First of all, because writing or walking it would overflow the stack.
  if (depthOf(schema) > DEEPEST_SCHEMA)
    throw refused(`must not be nested deeper than ${DEEPEST_SCHEMA} levels`)
  const shown = JSON.stringify(schema)
  const about = [name, description].filter(Boolean).join(': ')
  if (about.length + shown.length > LARGEST_SCHEMA)
    throw refused(`must have at most ${LARGEST_SCHEMA} characters, with its name and description`)
  const problem = shapeProblem(schema)
  if (problem !== null) throw refused(`is not a JSON Schema: ${problem}`)
  const left = new Set<string>()
  const checker = checkerOf(withoutHarmful(schema, left))
  return {
    instructions: `Reply with one JSON value that satisfies this JSON Schema, ${ALONE}\n${about}\n${shown}`,
    problemsOf: checkedWith(checker),
    warnings: [...left]
      .filter((keyword) => keyword !== 'default')
      .map((keyword) => `${keyword} in the schema was shown to the models, but is not checked.`),
  }
}

function checkerOf(schema: Fields): z.ZodType {
  try {
    // A registry of its own, because the default one would keep every schema for ever.
    const checker = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema, { registry: z.registry() })
    // A schema that refers to nothing but itself fails only when it is used.
    checker.safeParse(null)
    return checker
  } catch (error) {
    const reason = error instanceof RangeError ? 'it refers to itself without end' : (error as Error).message
    throw refused(`cannot be checked: ${reason}`)
  }
}

function checkedWith(checker: z.ZodType): JsonFormat['problemsOf'] {
  return (text) => {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      return [`The text is not valid JSON: ${(error as Error).message}`]
    }
    try {
      const issues = checker.safeParse(value).error?.issues ?? []
      return issues
        .slice(0, MOST_PROBLEMS)
        .map(({ path, message }) => `${['$', ...path].join('.')}: ${message}`)
    } catch {
      return ['The value is nested too deeply to be checked.']
    }
  }
}

type Fields = Record<string, unknown>

/** A schema without the keywords that are left out, which are collected; properties of that name stay. */
function withoutHarmful(schema: Fields, left: Set<string>): Fields {
  const inside = (value: unknown): unknown => (isFields(value) ? withoutHarmful(value, left) : value)
  const kept = Object.entries(schema).flatMap(([keyword, value]): Array<[string, unknown]> => {
    if (LEFT_OUT.has(keyword)) {
      left.add(keyword)
      return []
    }
    if (NAMED.has(keyword) && isFields(value))
      return [[keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)]))]]
    if (LISTED.has(keyword) && Array.isArray(value)) return [[keyword, value.map(inside)]]
    if (NESTED.has(keyword)) return [[keyword, Array.isArray(value) ? value.map(inside) : inside(value)]]
    return [[keyword, value]]
  })
  return Object.fromEntries(kept)
}

/** How deep a value is nested, as far as that matters: a body of brackets must not overflow the stack. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > DEEPEST_SCHEMA) return depth
  return Math.max(depth, ...Object.values(value).map((one) => depthOf(one, depth + 1)))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refused(problem: string): StrettoError {
  const path = 'response_format.json_schema.schema'
  return new StrettoError('bad_request', `${path} ${problem}.`, { details: [{ path, problem }] })
}
